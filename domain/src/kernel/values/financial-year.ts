/** Financial year of a day, from April: `2026-27`. */
export function findFinancialYear(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const first = month >= 4 ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

/** First and last day of a financial year such as `2026-27`. */
export function daysOfFinancialYear(year: string): { readonly from: string; readonly to: string } {
  const first = Number(year.slice(0, 4));
  return { from: `${first}-04-01`, to: `${first + 1}-03-31` };
}
