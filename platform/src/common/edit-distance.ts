/** Levenshtein distance: the fewest letters to insert, remove or replace. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++)
      next.push(
        Math.min(
          next[column - 1]! + 1,
          row[column]! + 1,
          row[column - 1]! + Number(from[line - 1] !== to[column - 1]),
        ),
      );
    row = next;
  }
  return row[to.length]!;
}
