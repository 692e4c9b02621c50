// Let so many frames pass: a page is drawn with the next one, a large page in parts, one a frame.
async (frames) => {
  for (let passed = 0; passed < frames; passed += 1) await new Promise((done) => requestAnimationFrame(done));
}
