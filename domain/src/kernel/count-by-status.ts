/** Counts by status from daily sums with keys `<status>/<type>`, of one type or of all. */
export function countByStatus(
  days: Iterable<Readonly<Record<string, number>>>,
  type: string | undefined,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const amounts of days)
    for (const [name, amount] of Object.entries(amounts)) {
      const [status = '', keyType] = name.split('/');
      if (type === undefined || keyType === type) counts[status] = (counts[status] ?? 0) + amount;
    }
  return counts;
}
