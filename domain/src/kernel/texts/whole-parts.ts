/** Letter with its marks, such as the vowel signs of Hindi. A part never ends between them. */
const LETTER = String.raw`(?:\p{L}\p{M}*)`;
const WORD_END = String.raw`(?![\p{L}\p{M}])`;
const UNIT = String.raw`\d[\d.,]* ${LETTER}{1,4}${WORD_END}`;
const HYPHENATED = `${LETTER}{1,12}-${LETTER}{1,12}${WORD_END}(?!-)`;
/** Number with a short unit (`5 kW`), or two short words with a hyphen (`half-cut`). */
const WHOLE = new RegExp(`(${UNIT}|${HYPHENATED})`, 'u');

/** Parts of a name. Every second part should not be broken over lines. */
export const wholeParts = (name: string): readonly string[] => name.split(WHOLE);
