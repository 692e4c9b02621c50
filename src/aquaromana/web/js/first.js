/**
 * Runs before the first paint, so that nothing flashes: the theme and the language chosen before, or the system's.
 * Everything else is in settings.js and i18n.js.
 */
(function () {
  var root = document.documentElement;
  /** @param {string} name */
  function kept(name) {
    try {
      return JSON.parse(localStorage.getItem("aqua." + name) || "null");
    } catch {
      return null;
    }
  }
  var theme = (kept("settings") || {}).theme;
  var dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  if (kept("language")) root.lang = kept("language");
})();
