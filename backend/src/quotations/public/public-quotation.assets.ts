import { pageAsset } from '../../http/page-asset.js';
import { publicStyle } from '../../http/public-style.js';

const style = `${publicStyle}
html { scroll-padding-block: 64px 96px; }
.bar { position: sticky; top: 0; z-index: 2; }
.bar .contact { flex: none; min-width: 44px; min-height: 44px; padding: 8px 12px; }
.contact svg { flex: none; width: 20px; height: 20px; }
.card { gap: 12px; }
.head h1, .head .quiet { font-size: 15px; font-weight: 400; line-height: 20px; letter-spacing: 0; color: var(--ink-2); }
.for { font-size: 19px; font-weight: 600; line-height: 24px; letter-spacing: -0.012em; }
.head { gap: 4px; }
.head .now { margin-top: 8px; }
.head .quiet-link { justify-self: start; margin-block: 4px -12px; }
.notice { padding: 12px 16px; border-radius: 12px; background: var(--surface); border: 1px solid var(--edge); font-weight: 600; }
.notice.good { background: var(--soft); color: var(--soft-ink); border-color: transparent; }
.notice.wrong { background: var(--warn); color: var(--warn-ink); border-color: transparent; }
.notice a { color: inherit; display: inline-block; padding: 8px 0; }
.quiet, dt { color: var(--ink-2); }
.small { font-size: 15px; line-height: 20px; }
dl { display: grid; gap: 6px; font-variant-numeric: tabular-nums; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 2px 16px; }
dd { min-width: 0; }
.sums dd { margin-inline-start: auto; text-align: right; }
.all { padding-top: 8px; border-top: 1px solid var(--line); font-size: 20px; font-weight: 600; }
.all dt { color: var(--ink); }
.lines { counter-reset: line; }
#lines { padding-top: 16px; padding-bottom: 8px; gap: 0; }
.lines li { counter-increment: line; }
@supports (hyphenate-limit-chars: 16) { .lines h3 { hyphens: auto; hyphenate-limit-chars: 16 6 6; } }
.lines h3::before { content: counter(line) '. '; }
.facts { --dot: 0.875em; display: flex; flex-wrap: wrap; margin-inline-start: calc(-1 * var(--dot)); clip-path: inset(0 0 0 var(--dot)); }
.facts span { max-width: 100%; padding-inline-start: var(--dot); }
.facts span::before { content: '·'; float: inline-start; width: var(--dot); margin-inline-start: calc(-1 * var(--dot)); text-align: center; }
.uncounted { font-weight: 400; color: var(--ink-2); }
.choice { display: flex; align-items: center; gap: 12px; min-height: 48px; cursor: pointer; }
.choice input { flex: none; width: 24px; height: 24px; accent-color: var(--accent); }
form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
.field { display: grid; gap: 6px; }
label, .field p:first-child { font-weight: 600; }
input:not([type]), input[type='tel'], textarea { width: 100%; min-height: 48px; padding: 10px 14px; border: 1px solid var(--edge); border-radius: 12px; background: var(--canvas); color: var(--ink); font: inherit; }
input[aria-invalid], textarea[aria-invalid] { border-color: var(--warn-ink); border-width: 2px; }
.wrong-field { color: var(--warn-ink); }
canvas { width: 100%; aspect-ratio: 3; border: 1px solid var(--edge); border-radius: 12px; background: #fff; touch-action: none; }
main .plain, .primary { width: 100%; }
.primary[disabled] { opacity: 0.6; }
.quiet-link { flex: none; display: inline-flex; align-items: center; gap: 6px; min-height: 44px; color: var(--ink-2); font-size: 14px; text-decoration: none; }
.quiet-link:hover { color: var(--ink); text-decoration: underline; }
a.accepted { color: var(--accent); font-weight: 600; }
.quiet-link svg { width: 16px; height: 16px; }
.link { justify-self: start; min-height: 44px; padding: 0; border: 0; background: none; color: var(--accent); font: inherit; text-decoration: underline; cursor: pointer; }
details:not([open]) { gap: 0; padding-block: 8px; }
summary { min-height: 44px; display: flex; align-items: center; font-weight: 600; cursor: pointer; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ''; flex: none; width: 8px; height: 8px; margin: -4px 10px 0 4px; border: solid; border-width: 0 1.75px 1.75px 0; transform: rotate(45deg); }
[open] > summary::before { margin-top: 4px; transform: rotate(225deg); }
.taxes summary { color: var(--ink-2); font-weight: 500; }
.taxes ol { display: grid; gap: 8px; padding-inline-start: 1.5em; font-size: 14px; font-variant-numeric: tabular-nums; }
.advance { display: grid; gap: 12px; }
.advance svg { width: 184px; max-width: 100%; height: auto; padding: 8px; border-radius: 12px; background: #fff; }
.decide { position: sticky; bottom: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px; margin: 0 -16px -24px; padding: 8px 16px max(8px, env(safe-area-inset-bottom)); border-top: 1px solid var(--line); background: var(--surface); }
.decide.is-away { visibility: hidden; }
main .decide a { width: auto; min-height: 56px; padding: 6px 16px; }
main .decide .primary { flex: 1 1 min(9em, 100%); flex-direction: column; gap: 0; font-size: 17px; }
.decide [data-total] { font-size: 14px; font-weight: 400; font-variant-numeric: tabular-nums; }
.decide .paise { color: inherit; }
@media (max-width: 719px) { .notice { margin-block: 4px; } .notice + .card { border-top: 0; } }
@media (max-width: 719px) { .bar .contact { padding: 8px; } .contact span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } }
@media (min-width: 720px) {
  .decide { justify-content: end; margin-inline: 0; padding-inline: 20px; border-inline: 1px solid var(--line); border-radius: 14px 14px 0 0; }
  main .decide .primary { flex: 0 1 280px; }
}
`;

/**
 * Script of the page: records a view after the page was visible for 2 s, shows the total of the
 * chosen lines at once, hides the bar of decisions while their forms are in the upper half of the
 * window, takes a drawn signature, and sends each form once. It sends without leaving the page, so
 * that typed values stay if no answer comes. The page of a refusal replaces the present one.
 */
const script = `
const main = document.querySelector('main[data-path]');
if (main) {
  const { path, version, viewId } = main.dataset;
  const body = new URLSearchParams({ version, viewId });
  let timer;
  const watch = () => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', watch);
      fetch(path + '/views', { method: 'POST', body, keepalive: true }).catch(() => {});
    }, 2000);
  };
  document.addEventListener('visibilitychange', watch);
  watch();
}
function start() {
  const main = document.querySelector('main[data-path]');
  if (!main) return;
  const { path } = main.dataset;
  for (const link of document.querySelectorAll('.decide a'))
    link.addEventListener('click', () => (document.querySelector(link.hash).open = true));
  const bar = document.querySelector('.decide');
  if (bar) {
    const shown = new Set();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { isIntersecting, target } of changes)
          isIntersecting ? shown.add(target) : shown.delete(target);
        bar.classList.toggle('is-away', shown.size > 0);
      },
      { rootMargin: '0px 0px -50%' },
    );
    for (const form of document.querySelectorAll('#answers, #answers ~ details')) observer.observe(form);
  }
  for (const field of document.querySelectorAll('[aria-invalid]'))
    field.addEventListener('input', () => {
      field.removeAttribute('aria-invalid');
      document.getElementById(field.id + '-wrong').hidden = true;
    });
  for (const form of document.querySelectorAll('form[data-once]'))
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const button = form.querySelector('button:not([type])');
      const unanswered = form.querySelector('[data-unanswered]');
      if (button.disabled) return;
      const text = button.innerHTML;
      const setBusy = (isBusy) => {
        button.disabled = isBusy;
        button.innerHTML = isBusy ? form.dataset.busy : text;
      };
      setBusy(true);
      unanswered.hidden = true;
      addEventListener('pageshow', () => setBusy(false), { once: true });
      try {
        const answer = await fetch(form.action, {
          method: 'POST',
          body: new URLSearchParams(new FormData(form)),
          redirect: 'manual',
          signal: AbortSignal.timeout(20000),
        });
        if (answer.type === 'opaqueredirect') location.assign(form.dataset.done);
        else if (answer.status < 500 && answer.headers.get('content-type')?.startsWith('text/html'))
          showPage(await answer.text());
        else throw answer;
      } catch {
        setBusy(false);
        unanswered.hidden = false;
        unanswered.scrollIntoView({ block: 'nearest' });
      }
    });
  const choice = document.querySelector('form[data-choice]');
  if (choice) {
    choice.querySelector('[data-without-script]').hidden = true;
    const unchanged = choice.querySelector('[data-unchanged]');
    let lastRequest = 0;
    choice.addEventListener('change', async () => {
      const request = ++lastRequest;
      const accept = document.querySelector('#answers .primary');
      accept.disabled = unchanged.hidden = true;
      const query = new URLSearchParams(new FormData(choice));
      try {
        const answer = await fetch(path + '?' + query, { signal: AbortSignal.timeout(20000) });
        if (answer.status >= 500 || answer.status === 429) throw answer;
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        const chosen = page.querySelector('#answers form');
        if (!answer.ok || !chosen) return location.reload();
        if (request !== lastRequest) return;
        document.getElementById('totals').replaceWith(page.getElementById('totals'));
        const amounts = page.querySelectorAll('.lines li');
        document.querySelectorAll('.lines li').forEach((line, index) => {
          for (const part of ['.note', '.amount'])
            line.querySelector(part)?.replaceWith(amounts[index].querySelector(part));
        });
        document.querySelector('.taxes ol')?.replaceWith(page.querySelector('.taxes ol'));
        const form = document.querySelector('#answers form');
        for (const input of form.querySelectorAll('[name=lineIds]')) input.remove();
        for (const input of chosen.querySelectorAll('[name=lineIds]')) form.prepend(input);
        const sums = page.querySelectorAll('[data-total]');
        document.querySelectorAll('[data-total]').forEach((sum, index) => sum.replaceWith(sums[index]));
        accept.textContent = chosen.querySelector('.primary').textContent;
        accept.disabled = false;
      } catch {
        if (request !== lastRequest) return;
        const chosen = [...document.querySelectorAll('#answers [name=lineIds]')].map((input) => input.value);
        for (const box of choice.querySelectorAll('[type=checkbox]')) box.checked = chosen.includes(box.value);
        accept.disabled = unchanged.hidden = false;
      }
    });
  }
  const box = document.querySelector('[data-signature]');
  if (box) {
    const [canvas, field, clear] = ['canvas', 'input', 'button'].map((name) => box.querySelector(name));
    const context = canvas.getContext('2d');
    let strokes = [];
    const draw = () => {
      context.clearRect(0, 0, 600, 200);
      context.lineWidth = 4;
      context.lineCap = context.lineJoin = 'round';
      for (const points of strokes) {
        context.beginPath();
        context.moveTo(...points[0]);
        for (const point of points) context.lineTo(...point);
        context.stroke();
      }
      field.value = strokes.map((points) => points.map((point) => point.join(',')).join(' ')).join(';');
    };
    const pointOf = ({ clientX, clientY }) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const within = (value, max) => Math.max(0, Math.min(max, Math.round(value)));
      return [within(((clientX - left) / width) * 600, 600), within(((clientY - top) / height) * 200, 200)];
    };
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      strokes.push([pointOf(event)]);
      draw();
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!canvas.hasPointerCapture(event.pointerId) || field.value.length > 5900) return;
      const points = strokes.at(-1);
      const point = pointOf(event);
      const last = points.at(-1);
      if (Math.hypot(point[0] - last[0], point[1] - last[1]) < 5) return;
      points.push(point);
      draw();
    });
    clear.addEventListener('click', () => {
      strokes = [];
      draw();
    });
    box.hidden = false;
  }
  if (document.querySelector('[data-pending]')) {
    let tries = 0;
    const poll = async () => {
      const answer = await fetch(location.href).catch(() => undefined);
      const page = answer && new DOMParser().parseFromString(await answer.text(), 'text/html');
      const link = page?.querySelector('[data-download]');
      if (link) location.reload();
      else if (++tries < 10) setTimeout(poll, 1000 * tries);
    };
    setTimeout(poll, 500);
  }
}
function showPage(text) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  document.title = page.title;
  document.body.replaceWith(page.body);
  start();
  const wrong = document.querySelector('[aria-invalid]');
  if (wrong) wrong.focus();
  else scrollTo(0, 0);
}
start();
`;

export const quotationStyle = pageAsset(style, 'css', 'text/css; charset=utf-8');
export const quotationScript = pageAsset(script, 'js', 'text/javascript; charset=utf-8');
export const quotationAssets = new Map(
  [quotationStyle, quotationScript].map((asset) => [asset.file, asset]),
);
