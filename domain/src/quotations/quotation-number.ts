/** Financial year of a day, from April: `2026-27`. */
export function financialYearOf(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const first = month >= 4 ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

/** Number of a quotation, at most 16 characters: `Q/2026-27/0042`. */
export const quotationNumber = (prefix: string, financialYear: string, count: number): string =>
  `${prefix}/${financialYear}/${String(count).padStart(4, '0')}`;
