/** Style of public pages. System fonts, so that text appears with the page. */
export const publicPageStyle = `
:root { color-scheme: light dark; --canvas: #f5f4f1; --surface: #fff; --sunken: #eeede9; --ink: #121a1b; --ink-2: #3f4a4c; --ink-3: #5b6567; --line: #e1e0db; --edge: #788082; --accent: #055e66; --soft: #def4e1; --soft-ink: #165c2d; --whatsapp: #196c40; }
@media (prefers-color-scheme: dark) { :root { --canvas: #0b1011; --surface: #151c1e; --sunken: #1d2628; --ink: #eef3f3; --ink-2: #c3cccd; --ink-3: #9aa5a7; --line: #273134; --edge: #7d888a; --accent: #7fd6d9; --soft: #153b22; --soft-ink: #a8e4b6; --whatsapp: #1f7d4b; } }
* { box-sizing: border-box; margin: 0; }
body { font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; background: var(--canvas); color: var(--ink); }
.bar { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 12px; justify-content: space-between; max-width: 704px; margin: 0 auto; padding: 8px 16px; background: var(--canvas); }
.seller { flex: 1; min-width: 0; font-weight: 600; overflow-wrap: anywhere; }
.sharer { display: block; font-size: 14px; font-weight: 400; color: var(--ink-2); }
.logo { flex: none; border-radius: 8px; object-fit: contain; }
main { max-width: 704px; margin: 0 auto; padding: 0 16px 24px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
.gallery { display: flex; gap: 8px; overflow-x: auto; scroll-snap-type: x mandatory; list-style: none; padding: 0; border-radius: 14px; }
.gallery li { position: relative; isolation: isolate; flex: 0 0 100%; overflow: hidden; scroll-snap-align: center; border-radius: 14px; }
.gallery img, .placeholder { display: block; width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: 14px; background: var(--sunken); }
.gallery li:not(:only-child) { flex-basis: 90%; }
.placeholder { display: grid; place-items: center; color: var(--ink-3); }
.placeholder svg { width: 20%; fill: none; stroke: currentColor; stroke-width: 1.2; }
.gallery .blur { position: absolute; inset: 0; z-index: -1; height: 100%; filter: blur(16px); }
.gallery .blur + img { background: none; }
.card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 20px; border: 1px solid var(--line); border-radius: 14px; background: var(--surface); }
.category { justify-self: start; padding: 2px 10px; border-radius: 99px; background: var(--sunken); color: var(--ink-2); font-size: 14px; }
h1 { font-size: 26px; line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 19px; }
h3 { font-size: 16px; overflow-wrap: anywhere; }
.description { color: var(--ink-2); white-space: pre-line; overflow-wrap: anywhere; }
.price { display: grid; gap: 4px; margin-top: 8px; font-variant-numeric: tabular-nums; }
.now { overflow-wrap: anywhere; font-size: clamp(24px, 8vw, 30px); font-weight: 650; line-height: 1.2; }
.now small { font-size: 16px; font-weight: 400; color: var(--ink-3); }
.was { color: var(--ink-3); }
.save { justify-self: start; padding: 4px 12px; border-radius: 8px; background: var(--soft); color: var(--soft-ink); font-weight: 600; }
.save span { font-weight: 400; white-space: nowrap; }
.badges { display: flex; flex-wrap: wrap; gap: 8px; list-style: none; padding: 8px 0 0; }
.badges li { padding: 4px 12px; border: 1px solid var(--line); border-radius: 99px; font-size: 14px; color: var(--ink-2); }
.included { list-style: none; padding: 0; }
.included li { display: flex; gap: 12px; padding: 12px 0; border-top: 1px solid var(--line); }
.included p { color: var(--ink-2); font-variant-numeric: tabular-nums; }
.thumb { flex: none; width: 72px; height: 72px; border-radius: 10px; object-fit: cover; background: var(--sunken); }
.contact { display: grid; gap: 12px; }
[hidden] { display: none !important; }
.contact a, .contact button, .plain { display: flex; align-items: center; justify-content: center; min-height: 48px; padding: 6px 20px; text-align: center; border: 1px solid var(--edge); border-radius: 12px; background: var(--surface); color: var(--ink); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.contact .whatsapp { border-color: transparent; background: var(--whatsapp); color: #fff; }
.video a { display: inline-block; padding: 12px 0; color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
#said:not(:empty) { position: fixed; z-index: 2; inset: auto 16px max(16px, env(safe-area-inset-bottom)); justify-self: center; padding: 12px 20px; border-radius: 12px; background: var(--ink); color: var(--surface); text-align: center; overflow-wrap: anywhere; }
footer { padding: 16px 16px 40px; text-align: center; color: var(--ink-3); }
.missing { min-height: 70dvh; place-content: center; text-align: center; }
@media (min-width: 1000px) {
  .bar, main { max-width: 1120px; }
  main:not(.missing) { grid-template-columns: minmax(0, 11fr) minmax(0, 10fr); column-gap: 32px; align-items: start; }
  main > * { grid-column: 2; }
  main > .gallery, main > .placeholder { grid-column: 1; grid-row: 1 / span 4; position: sticky; top: 64px; }
  .missing > * { grid-column: auto; }
}
@media (max-width: 719px) {
  .contact:has(a) { position: sticky; bottom: 0; z-index: 1; grid-template-columns: 2fr 1fr; margin: 0 -16px; padding: 12px 16px max(12px, env(safe-area-inset-bottom)); border-top: 1px solid var(--line); background: var(--canvas); }
  .contact:has(a) button { display: none; }
}
@media (min-width: 720px) and (max-width: 999px) { .contact { grid-template-columns: 2fr 1fr 1fr; } .contact > :only-child { grid-column: 1 / -1; } }
`;

/**
 * Enables the share buttons, by the system's share sheet or by copying the link. Counts a view once
 * a day.
 */
export const publicPageScript = `
const said = document.getElementById('said');
for (const button of document.querySelectorAll('[data-copied]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const shared = { title: document.title, url: location.href };
    try {
      if (navigator.share) return await navigator.share(shared);
      await navigator.clipboard.writeText(shared.url);
      said.textContent = button.dataset.copied;
      setTimeout(() => (said.textContent = ''), 2000);
    } catch (error) {
      if (error.name !== 'AbortError') said.textContent = shared.url;
    }
  });
}
if (said) fetch(location.pathname + '/views' + location.search, { method: 'POST', keepalive: true }).catch(() => {});
`;
