// Everything that is read or heard.
() => {
  const names = ["aria-label", "title", "alt", "placeholder", "aria-valuetext"];
  const texts = [document.title, document.body.innerText];
  for (const name of names) {
    for (const one of document.querySelectorAll(`[${name}]`)) texts.push(one.getAttribute(name));
  }
  return texts.join("\n");
}
