/** Text before and after a change, and the beginning and end that both share. */
export interface ChangedParts {
  readonly unchangedStart: string;
  readonly before: string;
  readonly after: string;
  readonly unchangedEnd: string;
}

/** Longest unchanged text shown beside a change, in characters. */
const MAX_UNCHANGED_LENGTH = 40;

/** Words with the separators after them. */
const wordsOf = (text: string): readonly string[] => text.match(/[^\s,]*[\s,]+|[^\s,]+/g) ?? [];

/** The words that differ between two texts, and the unchanged ones beside them. */
export function changedParts(before: string, after: string): ChangedParts {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const shorter = Math.min(was.length, is.length);
  let start = 0;
  while (start < shorter && was[start] === is[start]) start++;
  let end = 0;
  while (end < shorter - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  return {
    unchangedStart: cutStart(was.slice(0, start).join('')),
    before: was.slice(start, was.length - end).join(''),
    after: is.slice(start, is.length - end).join(''),
    unchangedEnd: cutEnd(was.slice(was.length - end).join('')),
  };
}

const cutStart = (text: string): string =>
  text.length > MAX_UNCHANGED_LENGTH
    ? `…${text.slice(-MAX_UNCHANGED_LENGTH).replace(/^\S*\s/, ' ')}`
    : text;
const cutEnd = (text: string): string =>
  text.length > MAX_UNCHANGED_LENGTH
    ? `${text.slice(0, MAX_UNCHANGED_LENGTH).replace(/\s\S*$/, ' ')}…`
    : text;
