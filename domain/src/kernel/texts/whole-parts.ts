/** Number with a short unit (`5 kW`), or two short words with a hyphen (`half-cut`). */
const WHOLE = /(\d[\d.,]* \p{L}{1,4}(?!\p{L})|\p{L}{1,12}-\p{L}{1,12}(?![\p{L}-]))/u;

/** Parts of a name. Every second part should not be broken over lines. */
export const wholeParts = (name: string): readonly string[] => name.split(WHOLE);
