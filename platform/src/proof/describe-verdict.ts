import { shortRoot } from './checkpoint.js';
import { englishTexts } from './verdict-texts-en.js';
import { hindiTexts } from './verdict-texts-hi.js';
import type { VerdictTexts } from './verdict-texts.js';
import type { Refusal, Verdict, Verified } from './verify-proof.js';

export type Language = 'en' | 'hi';

/** Verdict in words, for people without a technical background. */
export type VerdictWords = {
  /** `open`: the file shows neither that the record is whole, nor that it was changed. */
  readonly tone: 'good' | 'bad' | 'open';
  readonly title: string;
  readonly sentences: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
};

/** @param timeZone of times; default is that of the machine */
export function describeVerdict(
  verdict: Verdict,
  language: Language,
  timeZone?: string,
): VerdictWords {
  return verdict.outcome === 'whole'
    ? describeWhole(verdict, language, timeZone)
    : describeRefusal(verdict, language);
}

function describeWhole(
  verdict: Verified,
  language: Language,
  timeZone: string | undefined,
): VerdictWords {
  const { stream, revision, checkpoint, key, openedCount, sealedCount, withheldCount } = verdict;
  const { erasedAt, appendedSince, isKeyKnown, restoredFrom } = verdict;
  const words = TEXTS[language];
  const count = (number: number): string => number.toLocaleString(LOCALES[language]);
  const at = timeIn(verdict.at, language, timeZone);
  const hidden = formatNumbers(verdict.events, count);
  const total = count(revision + 1);
  const sentences = [hidden === '' ? words.whole(total, at) : words.part(hidden, at)];
  if (appendedSince !== undefined) sentences.push(words.appended(count(appendedSince)));
  else if (!isKeyKnown) sentences.push(words.compareKey);
  if (restoredFrom !== undefined) sentences.push(words.restored(restoredFrom));
  if (openedCount > 0) sentences.push(words.opened(count(openedCount)));
  if (sealedCount > 0) sentences.push(words.sealed(count(sealedCount)));
  if (erasedAt !== undefined) sentences.push(words.erased(count(erasedAt + 1)));
  return {
    tone: withheldCount > revision ? 'open' : 'good',
    title:
      hidden === ''
        ? words.wholeTitle(total)
        : words.partTitle(count(revision + 1 - withheldCount), total),
    sentences,
    facts: [
      [words.record, stream],
      [words.until, at],
      [words.log, checkpoint.origin],
      [words.size, count(checkpoint.size)],
      [words.root, shortRoot(checkpoint)],
      [words.key, key],
    ],
  };
}

/** Numbers of withheld events, such as `1–3, 7`. */
function formatNumbers(events: Verified['events'], count: (number: number) => string): string {
  const runs: [first: number, last: number][] = [];
  for (const each of events) {
    if ('event' in each) continue;
    const number = each.withheld + 1;
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => [...new Set([first, last])].map(count).join('–')).join(', ');
}

/** Reasons of refusals that do not show that the record was changed. */
const OPEN: readonly Refusal['reason'][] = [
  'file-unreadable',
  'kept-unsigned',
  'kept-of-other-log',
  'kept-not-in-file',
];

function describeRefusal(refusal: Refusal, language: Language): VerdictWords {
  const values = placeholderValues(refusal);
  const [title, sentence] = TEXTS[language].refusals[refusal.reason].map((text) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  ) as [string, string];
  const sentences = refusal.reason === 'file-unreadable' ? [sentence, refusal.detail] : [sentence];
  return { tone: OPEN.includes(refusal.reason) ? 'open' : 'bad', title, sentences, facts: [] };
}

/** Values of the placeholders in a refusal's texts. */
function placeholderValues(refusal: Refusal): Readonly<Record<string, unknown>> {
  if (!('event' in refusal)) return refusal;
  const { revision, type } = refusal.event;
  const number = revision + 1;
  return { number, event: type === undefined ? number : `${number} (${type})` };
}

const TEXTS: Readonly<Record<Language, VerdictTexts>> = { en: englishTexts, hi: hindiTexts };
const LOCALES = { en: 'en-IN', hi: 'hi-IN' } as const;

function timeIn(at: string, language: Language, timeZone: string | undefined): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(time);
}
