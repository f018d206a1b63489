import { foldText } from '#domain/kernel/texts/text-folding.js';

/** Whether each searched word is somewhere in the text, compared as folded text. */
export function hasEveryWord(text: string, search: string): boolean {
  const foldedText = foldText(text);
  return foldText(search)
    .split(' ')
    .every((word) => foldedText.includes(word));
}

interface Part {
  readonly text: string;
  readonly isFound: boolean;
}

/** Splits a text into the parts that match a search, and the rest. */
export function foundParts(text: string, search: string): readonly Part[] {
  const characters = [...text];
  const foundIndexes = new Set(
    foldText(search)
      .split(' ')
      .filter((word) => word !== '')
      .flatMap((word) => indexesOf(word, characters)),
  );
  const parts: { text: string; isFound: boolean }[] = [];
  for (const [index, character] of characters.entries()) {
    const isFound = foundIndexes.has(index);
    const last = parts.at(-1);
    if (last?.isFound === isFound) last.text += character;
    else parts.push({ text: character, isFound });
  }
  return parts;
}

/** Index ranges where a word first occurs in folded characters, including accents that follow. */
function indexesOf(word: string, characters: readonly string[]): readonly number[] {
  const foldedFrom = (start: number, end?: number): string =>
    foldText(characters.slice(start, end).join(''));
  const start = characters.findIndex(
    (character, index) => foldText(character) !== '' && foldedFrom(index).startsWith(word),
  );
  if (start < 0) return [];
  let end = start + 1;
  while (!foldedFrom(start, end).startsWith(word)) end++;
  while (end < characters.length && /\p{M}/u.test(characters[end]!)) end++;
  return Array.from({ length: end - start }, (_, index) => start + index);
}
