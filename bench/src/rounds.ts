/** The machine drifts by up to twice: floor and ours in turn, so that each ratio is of two that ran side by side. */
export const leastRounds = 5;

export type Rounds<Result> = { readonly floor: readonly Result[]; readonly ours: readonly Result[] };

/** First one of each that nobody counts: what is compiled while it runs is not what is measured. */
export async function inTurn<Result>(rounds: number, floor: () => Promise<Result>, ours: () => Promise<Result>): Promise<Rounds<Result>> {
  await floor();
  await ours();
  const measured: { floor: Result[]; ours: Result[] } = { floor: [], ours: [] };
  for (let round = 0; round < rounds; round++) {
    measured.floor.push(await floor());
    measured.ours.push(await ours());
  }
  return measured;
}

export type Ratio = { readonly median: number; readonly least: number; readonly most: number };

/** Ours to the floor's, round by round: the median and the spread. */
export function ratioOf<Result>({ floor, ours }: Rounds<Result>, of: (result: Result) => number): Ratio {
  const ratios = ours.map((result, round) => of(result) / of(floor[round]!));
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const medianOf = <Result>(results: readonly Result[], of: (result: Result) => number): number => median(results.map(of));
