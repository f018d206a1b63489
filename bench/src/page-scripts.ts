/**
 * Scripts that run inside a page, as text. Times are milliseconds of the machine's clock,
 * comparable between browsers. Times measured by Playwright would include its polling.
 */

/** Waits for the first paint of a text or selector; resolves in the following frame. */
export const paintScript = `
  globalThis.whenPainted = (text) => whenFound(text, () => document.body.textContent.includes(text));
  globalThis.whenRowPainted = (words) => whenFound(words.join(', '), () =>
    [...document.querySelectorAll('tr, li')].some(({ textContent }) => words.every((word) => textContent.includes(word))));
  globalThis.whenElementPainted = (selector) => whenFound(selector, () => document.querySelector(selector) !== null);
  globalThis.whenFound = (name, isFound) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Not painted within 30 s: ' + name + '\\n' + document.body.innerText.slice(0, 1000))), 30_000);
    const now = () => performance.timeOrigin + performance.now();
    const resolveAfterPaint = () => requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => resolve(now()); channel.port2.postMessage(0); });
    if (isFound()) return resolveAfterPaint();
    const observer = new MutationObserver(() => { if (isFound()) { observer.disconnect(); resolveAfterPaint(); } });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  });`;

/** Records the time of the last press: `pressedAt`. */
export const pressScript = `
  addEventListener('click', () => { globalThis.pressedAt = performance.timeOrigin + performance.now(); }, true);`;

/** Records the largest contentful paint, in milliseconds, and layout shifts: `screenSeen`. */
export const vitalsScript = `
  globalThis.screenSeen = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) globalThis.screenSeen.lcp = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.screenSeen.cls += entry.value; }).observe({ type: 'layout-shift', buffered: true });`;
