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
  const { erasedAt, appendedSince, isKeyKnown } = verdict;
  const say = TEXTS[language];
  const count = (number: number): string => number.toLocaleString(LOCALES[language]);
  const at = timeIn(verdict.at, language, timeZone);
  const sentences = [say.whole(count(revision + 1), at)];
  if (appendedSince !== undefined) sentences.push(say.appended(count(appendedSince)));
  else if (!isKeyKnown) sentences.push(say.compareKey);
  if (openedCount > 0) sentences.push(say.opened(count(openedCount)));
  if (sealedCount > 0) sentences.push(say.sealed(count(sealedCount)));
  if (withheldCount > 0) sentences.push(say.withheld(count(withheldCount)));
  if (erasedAt !== undefined) sentences.push(say.erased(count(erasedAt + 1)));
  return {
    tone: 'good',
    title: say.wholeTitle(count(revision + 1)),
    sentences,
    facts: [
      [say.record, stream],
      [say.until, at],
      [say.log, checkpoint.origin],
      [say.size, count(checkpoint.size)],
      [say.root, shortRoot(checkpoint)],
      [say.key, key],
    ],
  };
}

function describeRefusal(refusal: Refusal, language: Language): VerdictWords {
  const say = TEXTS[language];
  const [tone, title, sentence] = say.refusal(refusal);
  const sentences = refusal.reason === 'file-unreadable' ? [sentence, refusal.detail] : [sentence];
  return { tone, title, sentences, facts: [] };
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
