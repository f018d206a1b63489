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
  const [wordsBefore, wordsAfter] = [wordsOf(before), wordsOf(after)];
  const shorterLength = Math.min(wordsBefore.length, wordsAfter.length);
  let sharedAtStart = 0;
  while (sharedAtStart < shorterLength && wordsBefore[sharedAtStart] === wordsAfter[sharedAtStart])
    sharedAtStart++;
  let sharedAtEnd = 0;
  while (
    sharedAtEnd < shorterLength - sharedAtStart &&
    wordsBefore.at(-1 - sharedAtEnd) === wordsAfter.at(-1 - sharedAtEnd)
  )
    sharedAtEnd++;
  return {
    unchangedStart: cutStart(wordsBefore.slice(0, sharedAtStart).join('')),
    before: wordsBefore.slice(sharedAtStart, wordsBefore.length - sharedAtEnd).join(''),
    after: wordsAfter.slice(sharedAtStart, wordsAfter.length - sharedAtEnd).join(''),
    unchangedEnd: cutEnd(wordsBefore.slice(wordsBefore.length - sharedAtEnd).join('')),
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
