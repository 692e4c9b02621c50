/** Style sheets that only some pages need. */

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

/**
 * Make sure that these style sheets apply. Each is loaded once.
 * @param {readonly string[]} names of files in `css`
 */
export async function loadStyles(names) {
  await Promise.all(names.map((name) => loading.get(name) ?? load(name)));
}

/** @param {string} name */
function load(name) {
  const link = document.createElement("link");
  const loaded = new Promise((resolve, reject) => {
    link.onload = () => resolve(undefined);
    link.onerror = () => {
      link.remove();
      loading.delete(name); // the next visit tries again
      reject(new Error(`no styles for ${name}`));
    };
  });
  loading.set(name, loaded);
  Object.assign(link, { rel: "stylesheet", href: `/css/${name}.css` });
  // Rules for low screens come last: they override all others.
  /** @type {Element} */ (document.getElementById("sideways")).before(link);
  return loaded;
}
