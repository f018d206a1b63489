import { publicStyle } from '../http/public-style.js';

/** Style of the public pages of products and packages. */
export const publicPageStyle = `${publicStyle}
.bar { position: sticky; top: 0; z-index: 1; justify-content: space-between; }
.bar .plain { min-height: 44px; margin-inline-end: -8px; padding: 8px; border: 0; background: none; font-weight: 500; }
.bar .person { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.bar svg { flex: none; width: 20px; height: 20px; }
.gallery { display: flex; gap: 8px; overflow-x: auto; scroll-snap-type: x mandatory; list-style: none; padding: 0; border-radius: 14px; }
.gallery li { position: relative; isolation: isolate; flex: 0 0 100%; overflow: hidden; scroll-snap-align: center; border-radius: 14px; }
.gallery img, .placeholder { display: block; width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: 14px; background: var(--sunken); }
.gallery li:not(:only-child) { flex-basis: 90%; }
.placeholder { display: grid; place-items: center; color: var(--ink-3); }
.placeholder svg { width: 20%; fill: none; stroke: currentColor; stroke-width: 1.2; }
.gallery .blur { position: absolute; inset: 0; z-index: -1; height: 100%; filter: blur(16px); }
.gallery .blur + img { background: none; }
.category { font-size: 14px; color: var(--ink-2); }
.category + h1 { margin-top: -4px; }
.price { display: grid; gap: 4px; margin-block: 0 8px; font-variant-numeric: tabular-nums; }
.now small { display: inline-block; font-size: 15px; font-weight: 400; letter-spacing: 0; color: var(--ink-2); }
.deal { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; font-size: 15px; }
.was { color: var(--ink-2); }
.save { padding: 2px 8px; border-radius: 6px; background: var(--soft); color: var(--soft-ink); font-weight: 600; }
.save span { font-weight: 400; white-space: nowrap; }
.badges { display: flex; flex-wrap: wrap; gap: 8px; list-style: none; padding: 8px 0 0; }
.badges li { padding: 4px 12px; border: 1px solid var(--line); border-radius: 99px; font-size: 14px; color: var(--ink-2); }
.contact { display: grid; gap: 12px; }
.contact svg { flex: none; width: 20px; height: 20px; }
.video a { display: inline-block; padding: 12px 0; color: var(--accent); }
#announcement:not(:empty) { position: fixed; z-index: 2; inset: auto 16px max(16px, env(safe-area-inset-bottom)); justify-self: center; padding: 12px 20px; border-radius: 12px; background: var(--ink); color: var(--surface); text-align: center; }
@media (min-width: 1000px) {
  .bar, main { max-width: 1120px; }
  main:not(.missing) { grid-template-columns: minmax(0, 11fr) minmax(0, 10fr); column-gap: 32px; align-items: start; }
  main > * { grid-column: 2; }
  main > .gallery, main > .placeholder { grid-column: 1; grid-row: 1 / span 4; position: sticky; top: 60px; }
  .missing > * { grid-column: auto; }
}
@media (max-width: 719px) {
  .gallery img { aspect-ratio: 16 / 9; max-height: 30vh; }
  main > .placeholder { aspect-ratio: auto; height: 140px; }
  .gallery + .card, .placeholder + .card { gap: 4px; padding-top: 16px; border-top: 0; }
  @supports selector(:has(> a)) {
    main:has(> .gallery.package) { grid-template-columns: 128px minmax(0, 1fr); column-gap: 16px; }
    main:has(> .gallery.package) > *, .gallery.package + .card > * { grid-column: 1 / -1; }
    main > .gallery.package { grid-area: 1 / 1 / span 2; align-self: start; margin-block: 8px 16px; }
    .gallery.package img { aspect-ratio: 4 / 3; }
    .gallery.package + .card { display: contents; }
    .gallery.package + .card > .category { grid-area: 1 / 2; align-self: end; }
    .gallery.package + .card > h1 { grid-area: 2 / 2; margin: 0 0 8px; font-size: 19px; }
    .gallery.package ~ .card > .description { margin-bottom: 20px; }
  }
  main:has(.contact a) { padding-bottom: calc(88px + env(safe-area-inset-bottom)); }
  .contact:has(a) { position: fixed; inset: auto 0 0; z-index: 1; grid-template-columns: minmax(0, 1fr) 48px; gap: 8px; padding: 8px 16px max(8px, env(safe-area-inset-bottom)); border-top: 1px solid var(--line); background: var(--surface); }
  .contact:has(a) .whatsapp { padding: 8px; }
  .contact:has(a) .call { padding: 0; }
  .contact:has(a) .call span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .contact:has(a) button { display: none; }
}
@media (max-width: 339px) { .whatsapp svg { display: none; } }
@media (min-width: 720px) and (max-width: 999px) { .gallery img { max-height: 45vh; } }
@media (min-width: 720px) and (max-width: 999px) { .contact { grid-template-columns: 2fr 1fr 1fr; } .contact > :only-child { grid-column: 1 / -1; } }
`;

/**
 * Enables the share buttons, by the system's share sheet or by copying the link. Counts a view once
 * a day.
 */
export const publicPageScript = `
const announcement = document.getElementById('announcement');
for (const button of document.querySelectorAll('[data-copied]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const shared = { title: document.title, url: location.href };
    try {
      if (navigator.share) return await navigator.share(shared);
      await navigator.clipboard.writeText(shared.url);
      announcement.textContent = button.dataset.copied;
      setTimeout(() => (announcement.textContent = ''), 2000);
    } catch (error) {
      if (error.name !== 'AbortError') announcement.textContent = shared.url;
    }
  });
}
if (announcement) fetch(location.pathname + '/views' + location.search, { method: 'POST', keepalive: true }).catch(() => {});
`;
