/**
 * Scripts that run inside a page, as text. Times are on the machine's clock, in milliseconds, so
 * that two browsers of one machine compare. Playwright's own waiting would add to them.
 */

/**
 * Notes when a text, or an element by its selector, is first painted: resolves in the frame after
 * the one that has it.
 */
export const recordPaint = `
  globalThis.whenPainted = (text) => whenThere(text, () => document.body.textContent.includes(text));
  globalThis.whenRowPainted = (words) => whenThere(words.join(', '), () =>
    [...document.querySelectorAll('tr, li')].some(({ textContent }) => words.every((word) => textContent.includes(word))));
  globalThis.whenElementPainted = (selector) => whenThere(selector, () => document.querySelector(selector) !== null);
  globalThis.whenThere = (name, isThere) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Not painted within 30 s: ' + name + '\\n' + document.body.innerText.slice(0, 1000))), 30_000);
    const now = () => performance.timeOrigin + performance.now();
    const painted = () => requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => resolve(now()); channel.port2.postMessage(0); });
    if (isThere()) return painted();
    const observer = new MutationObserver(() => { if (isThere()) { observer.disconnect(); painted(); } });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  });`;

/** Notes when a button or key last asked for something: `pressedAt`. */
export const recordPress = `
  addEventListener('click', () => { globalThis.pressedAt = performance.timeOrigin + performance.now(); }, true);`;

/** Notes the largest paint and what shifts: `screen`. */
export const recordVitals = `
  globalThis.screenSeen = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) globalThis.screenSeen.lcp = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.screenSeen.cls += entry.value; }).observe({ type: 'layout-shift', buffered: true });`;
