/** For sorting texts by their characters: ids, positions, days and times that are written alike. */
export const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
