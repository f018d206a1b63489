const MAX_CHARACTERS = 16;
const CENTURY_DIGITS = 2;

/**
 * Number of a quotation, at most 16 characters: `Q/2026-27/0042`. A longer one leaves out the
 * century: `ABC/26-27/10000`.
 */
export function quotationNumber(prefix: string, financialYear: string, count: number): string {
  const numberIn = (year: string) => `${prefix}/${year}/${String(count).padStart(4, '0')}`;
  const number = numberIn(financialYear);
  return number.length > MAX_CHARACTERS ? numberIn(financialYear.slice(CENTURY_DIGITS)) : number;
}
