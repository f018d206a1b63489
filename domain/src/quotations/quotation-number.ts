/** Financial year of a day, from April: `2026-27`. */
export function financialYearOf(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const first = month >= 4 ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

const MOST_CHARACTERS = 16;
const CENTURY_DIGITS = 2;

/**
 * Number of a quotation, at most 16 characters: `Q/2026-27/0042`. A longer one leaves out the
 * century: `ABC/26-27/10000`.
 */
export function quotationNumber(prefix: string, financialYear: string, count: number): string {
  const numberIn = (year: string) => `${prefix}/${year}/${String(count).padStart(4, '0')}`;
  const number = numberIn(financialYear);
  return number.length > MOST_CHARACTERS ? numberIn(financialYear.slice(CENTURY_DIGITS)) : number;
}
