/** Colours and font of every page that the server writes. */
export const pageTokens = `
:root { color-scheme: light dark; --font: 16px/1.5 'IBM Plex Sans Variable', 'IBM Plex Sans Devanagari', 'Noto Sans Devanagari', system-ui, sans-serif; --canvas: #f5f4f1; --surface: #fff; --sunken: #eeede9; --ink: #121a1b; --ink-2: #3f4a4c; --ink-3: #5b6567; --line: #e1e0db; --edge: #788082; --accent: #055e66; --on-accent: #fff; --soft: #def4e1; --soft-ink: #165c2d; --warn: #fbe9e2; --warn-ink: #8a2c0d; --whatsapp: #196c40; --on-whatsapp: #fff; }
@media (prefers-color-scheme: dark) { :root { --canvas: #0b1011; --surface: #151c1e; --sunken: #1d2628; --ink: #eef3f3; --ink-2: #c3cccd; --ink-3: #9aa5a7; --line: #273134; --edge: #7d888a; --accent: #7fd6d9; --on-accent: #062426; --soft: #153b22; --soft-ink: #a8e4b6; --warn: #43200f; --warn-ink: #ffc2a8; --whatsapp: #5ccb89; --on-whatsapp: #03190c; } }`;

/** Style of all public pages. Text appears at once, in a system font until Plex has loaded. */
export const publicStyle = `${pageTokens}
* { box-sizing: border-box; margin: 0; }
[hidden] { display: none !important; }
body { font: var(--font); background: var(--canvas); color: var(--ink); overflow-wrap: anywhere; }
.bar { display: flex; align-items: center; gap: 12px; max-width: 704px; margin: 0 auto; padding: 8px 16px; background: var(--canvas); }
.seller { flex: 1; min-width: 0; font-weight: 600; line-height: 22px; letter-spacing: -0.006em; }
.person { display: block; font-size: 13px; font-weight: 400; line-height: 18px; color: var(--ink-2); }
.initials { display: grid; place-items: center; font-size: 15px; font-weight: 600; color: var(--surface); }
.logo { flex: none; width: 40px; height: 40px; border-radius: 8px; object-fit: contain; background: #fff; }
.initials.logo { background: var(--ink); }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; max-width: 704px; margin: 0 auto; padding: 0 16px 24px; }
.card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 20px; border: 1px solid var(--line); border-radius: 14px; background: var(--surface); }
h1 { font-size: 24px; font-weight: 600; line-height: 1.25; letter-spacing: -0.018em; text-wrap: balance; }
h2 { font-size: 19px; font-weight: 600; line-height: 24px; letter-spacing: -0.012em; }
h3 { font-size: 16px; font-weight: 600; letter-spacing: -0.006em; }
.description { color: var(--ink-2); white-space: pre-line; }
.now { font-size: 28px; font-weight: 600; line-height: 32px; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.paise { font-weight: 400; color: var(--ink-2); }
.whole { white-space: nowrap; }
.lines { list-style: none; padding: 0; }
.lines li { display: flex; gap: 12px; padding: 12px 0; }
.lines li + li { border-top: 1px solid var(--line); }
.lines li > div { flex: 1; display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 4px; min-width: 0; }
.lines .description { font-size: 15px; line-height: 20px; }
.lines h3 { font-weight: 500; line-height: 1.375; text-wrap: pretty; }
.thumb { flex: none; width: 48px; height: 48px; border-radius: 10px; object-fit: cover; background: var(--sunken); }
.cost { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 12px; overflow-wrap: break-word; font-variant-numeric: tabular-nums; }
.quantity { flex: 1; min-width: min-content; font-size: 13px; line-height: 18px; color: var(--ink-2); }
.discount { display: block; }
.amount { margin-inline-start: auto; font-weight: 600; line-height: 22px; letter-spacing: -0.006em; }
.plain, .primary, .whatsapp { display: flex; align-items: center; justify-content: center; gap: 8px; min-height: 48px; padding: 8px 16px; border: 1px solid var(--edge); border-radius: 12px; background: var(--surface); color: var(--ink); font: inherit; font-weight: 600; line-height: 1.25; text-align: center; text-decoration: none; cursor: pointer; }
.primary { border-color: transparent; background: var(--accent); color: var(--on-accent); }
.whatsapp { border-color: transparent; background: var(--whatsapp); color: var(--on-whatsapp); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
footer { padding: 16px 16px 40px; text-align: center; color: var(--ink-2); }
.missing { min-height: 70dvh; place-content: center; text-align: center; }
@media (max-width: 719px) {
  body, .bar { background: var(--surface); }
  main { gap: 0; }
  .card { padding: 20px 0; border-width: 1px 0 0; border-radius: 0; background: none; }
  .bar + main > .card:first-child { border-top: 0; }
}
`;
