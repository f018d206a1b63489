/** Counts by status from daily sums, of one type or of all. */
export function statusesOf(
  days: Iterable<Readonly<Record<string, number>>>,
  type: string | undefined,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const amounts of days)
    for (const [name, amount] of Object.entries(amounts)) {
      const [status = '', of] = name.split('/');
      if (type === undefined || of === type) counts[status] = (counts[status] ?? 0) + amount;
    }
  return counts;
}
