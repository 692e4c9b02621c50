// Let so many frames pass: a page is drawn with the next one, a large page in parts, one a frame. A browser that draws
// no frame any more is not waited for without end.
async (frames) => {
  for (let passed = 0; passed < frames; passed += 1) {
    await new Promise((done) => {
      setTimeout(done, 2000);
      requestAnimationFrame(done);
    });
  }
}
