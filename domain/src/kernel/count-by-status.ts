/** Counts by status from daily sums, of one type or of all. */
export function countByStatus(
  days: Iterable<Readonly<Record<string, number>>>,
  type: string | undefined,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const amounts of days)
    for (const [name, amount] of Object.entries(amounts)) {
      const [status = '', leadType] = name.split('/');
      if (type === undefined || leadType === type) counts[status] = (counts[status] ?? 0) + amount;
    }
  return counts;
}
