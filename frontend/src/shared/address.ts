/** What stands in an address may be anybody's: whatever is no day or no id there counts as not said. */
const day = /^\d{4}-\d{2}-\d{2}$/;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

const isDay = (text: string): boolean =>
  day.test(text) && !Number.isNaN(Date.parse(text)) && new Date(Date.parse(`${text}T00:00:00Z`)).toISOString().startsWith(text);

export const dayOrNone = (text: string | null): string => (text !== null && isDay(text) ? text : '');
export const idOrNone = (text: string | null): string | undefined => (text !== null && uuid.test(text) ? text : undefined);
