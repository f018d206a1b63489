import { formatShortRoot } from './checkpoint.js';
import { englishTexts } from './verdict-texts-en.js';
import { hindiTexts } from './verdict-texts-hi.js';
import type { VerdictTexts } from './verdict-texts.js';
import type { Refusal, Verdict, Verified } from './verify-proof.js';

export type Language = 'en' | 'hi';

/** Verdict in words, for people without a technical background. */
export type VerdictDescription = {
  /** `open`: the file shows neither that the record is whole, nor that it was changed. */
  readonly tone: 'good' | 'bad' | 'open';
  readonly title: string;
  readonly sentences: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
};

/** @param timeZone zone of the times; default: the machine's */
export function describeVerdict(
  verdict: Verdict,
  language: Language,
  timeZone?: string,
): VerdictDescription {
  return verdict.outcome === 'whole'
    ? describeWhole(verdict, language, timeZone)
    : describeRefusal(verdict, language);
}

function describeWhole(
  verdict: Verified,
  language: Language,
  timeZone: string | undefined,
): VerdictDescription {
  const { stream, revision, checkpoint, key, openedCount, sealedCount, withheldCount } = verdict;
  const { erasedAt, appendedSince, isKeyKnown, restoredFrom } = verdict;
  const texts = TEXTS[language];
  const formatCount = (number: number): string => number.toLocaleString(LOCALES[language]);
  const at = formatTime(verdict.at, language, timeZone);
  const withheldNumbers = formatWithheldNumbers(verdict.events, formatCount);
  const total = formatCount(revision + 1);
  const sentences = [withheldNumbers === '' ? texts.whole(at) : texts.part(withheldNumbers, at)];
  if (appendedSince !== undefined) sentences.push(texts.appended(formatCount(appendedSince)));
  else if (!isKeyKnown) sentences.push(texts.compareKey);
  if (restoredFrom !== undefined) sentences.push(texts.restored(restoredFrom));
  if (openedCount > 0) sentences.push(texts.opened(formatCount(openedCount), total));
  if (sealedCount > 0) sentences.push(texts.sealed(formatCount(sealedCount)));
  if (erasedAt !== undefined) sentences.push(texts.erased(formatCount(erasedAt + 1)));
  return {
    tone: withheldCount > revision ? 'open' : 'good',
    title:
      withheldNumbers === ''
        ? texts.wholeTitle(total)
        : texts.partTitle(formatCount(revision + 1 - withheldCount), total),
    sentences,
    facts: [
      [texts.record, stream],
      [texts.until, at],
      [texts.log, checkpoint.origin],
      [texts.size, formatCount(checkpoint.size)],
      [texts.root, formatShortRoot(checkpoint)],
      [texts.key, key],
    ],
  };
}

/** Numbers of withheld events, such as `1–3, 7`. */
function formatWithheldNumbers(
  events: Verified['events'],
  formatCount: (number: number) => string,
): string {
  const runs: [first: number, last: number][] = [];
  for (const each of events) {
    if ('event' in each) continue;
    const number = each.withheld + 1;
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs
    .map(([first, last]) => [...new Set([first, last])].map(formatCount).join('–'))
    .join(', ');
}

/** Reasons of refusals that do not show that the record was changed. */
const INCONCLUSIVE: readonly Refusal['reason'][] = [
  'file-unreadable',
  'kept-unsigned',
  'kept-of-other-log',
  'kept-not-in-file',
];

function describeRefusal(refusal: Refusal, language: Language): VerdictDescription {
  const values = placeholderValues(refusal);
  const [title, sentence] = TEXTS[language].refusals[refusal.reason].map((text) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  ) as [string, string];
  const sentences = refusal.reason === 'file-unreadable' ? [sentence, refusal.detail] : [sentence];
  return {
    tone: INCONCLUSIVE.includes(refusal.reason) ? 'open' : 'bad',
    title,
    sentences,
    facts: [],
  };
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

function formatTime(at: string, language: Language, timeZone: string | undefined): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(time);
}
