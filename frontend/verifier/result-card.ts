import { sha256 } from '@noble/hashes/sha2.js';
import { type Language, describeVerdict } from '../../platform/src/proof/describe-verdict.js';
import { bytesToHex } from '../../platform/src/proof/encoding.js';
import type { ProvenEvent } from '../../platform/src/proof/proof-file.js';
import type { Verdict, Verified } from '../../platform/src/proof/verify-proof.js';
import { element } from './elements.js';
import { texts } from './texts.js';

const LOCALES = { en: 'en-IN', hi: 'hi-IN' } as const;
/** Icon paths on a 24-pixel grid. Their shapes differ, so that colour is not the only sign. */
const ICON_PATHS = {
  good: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M6 6l12 12M18 6L6 18',
  open: 'M12 6.5v7M12 17.3v.2',
} as const;

/** Result of a verification: the verdict, then what the file contains. */
export function resultCard(verdict: Verdict, language: Language): readonly HTMLElement[] {
  const { tone, title, sentences, facts } = describeVerdict(verdict, language);
  const heading = element('h2', '', title);
  heading.tabIndex = -1;
  heading.id = 'verdict';
  const card = element(
    'div',
    `verdict is-${tone}`,
    element('div', 'row', icon(ICON_PATHS[tone]), heading),
    ...sentences.map((sentence) => element('p', '', sentence)),
  );
  if (verdict.outcome === 'refused') return [card];
  const list = element(
    'dl',
    'card facts',
    ...facts.map(([label, value]) =>
      element('div', '', element('dt', 'meta', label), element('dd', '', value)),
    ),
  );
  const files = verdict.files.length > 0 ? [fileComparison(verdict, language)] : [];
  return [card, list, ...files, eventList(verdict, language)];
}

function icon(path: string): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(namespace, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

/** Compares a file, such as a PDF, with the hashes that events name. */
function fileComparison({ files }: Verified, language: Language): HTMLElement {
  const localTexts = texts[language];
  const input = element('input', 'sr-only');
  input.type = 'file';
  input.id = 'compared';
  const answer = element('p', '');
  answer.setAttribute('role', 'status');
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    if (!file) return;
    const hash = bytesToHex(sha256(new Uint8Array(await file.arrayBuffer())));
    const matchingFile = files.find((named) => named.sha256 === hash);
    answer.className = `verdict is-${matchingFile ? 'good' : 'open'}`;
    answer.textContent = matchingFile
      ? localTexts.isFile(String(matchingFile.revision + 1))
      : localTexts.isNoFile;
    input.value = '';
  });
  return element(
    'div',
    'card',
    element('h3', '', localTexts.files),
    element('label', 'btn', input, localTexts.chooseFile),
    answer,
  );
}

/** Folded list of the file's events. Its elements are created when it is first unfolded. */
function eventList({ events }: Verified, language: Language): HTMLElement {
  const list = element('ol', 'stack');
  const details = element(
    'details',
    'card',
    element('summary', '', `${texts[language].events} (${events.length})`),
    list,
  );
  details.addEventListener('toggle', () => {
    if (list.childElementCount === 0)
      list.append(...events.map((event) => eventItem(event, language)));
  });
  return details;
}

function eventItem(proven: ProvenEvent, language: Language): HTMLElement {
  const localTexts = texts[language];
  const number = 'event' in proven ? proven.event.revision : proven.withheld;
  const title = element('h3', '', localTexts.event(String(number + 1)));
  if (!('event' in proven))
    return element('li', 'stack tight', title, element('p', 'meta', localTexts.withheld));
  const { type, data, metadata } = proven.event;
  const { sealed, ...plain } = data as Readonly<Record<string, unknown>>;
  const isUnopened = sealed !== undefined && !proven.opening;
  const fields = Object.entries({ ...plain, ...proven.opening?.fields });
  return element(
    'li',
    'stack tight',
    title,
    element('p', 'meta', `${type} · ${timeIn(metadata.at, language)}`),
    element(
      'dl',
      'facts',
      ...fields.map(([name, value]) =>
        element(
          'div',
          '',
          element('dt', 'meta', name),
          element('dd', '', typeof value === 'string' ? value : JSON.stringify(value)),
        ),
      ),
    ),
    isUnopened ? element('p', 'meta', localTexts.closed) : undefined,
  );
}

function timeIn(at: string, language: Language): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime())
    ? at
    : time.toLocaleString(LOCALES[language], { dateStyle: 'medium', timeStyle: 'medium' });
}
