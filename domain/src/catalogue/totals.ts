export type PricedItem = {
  readonly quantity: number;
  readonly mrpPaise: number;
  readonly livePricePaise: number;
};
export type PackageTotals = {
  readonly totalMrpPaise: number;
  readonly totalPricePaise: number;
  readonly savingsPaise: number;
  /** Rounded to one decimal. */
  readonly discountPercent: number;
};

/** Sums of a package at current prices. */
export function packageTotals(items: readonly PricedItem[]): PackageTotals {
  const sum = (price: (item: PricedItem) => number) =>
    items.reduce((total, item) => total + price(item) * item.quantity, 0);
  const totalMrpPaise = sum(({ mrpPaise }) => mrpPaise);
  const totalPricePaise = sum(({ livePricePaise }) => livePricePaise);
  const savingsPaise = totalMrpPaise - totalPricePaise;
  return {
    totalMrpPaise,
    totalPricePaise,
    savingsPaise,
    discountPercent: computePercent(savingsPaise, totalMrpPaise),
  };
}

/**
 * Percentage with one decimal, a half rounded up; 0 unless `whole` is positive. BigInt keeps large
 * amounts exact.
 */
export function computePercent(part: number, whole: number): number {
  if (whole <= 0) return 0;
  return Number((BigInt(part) * 2_000n + BigInt(whole)) / (BigInt(whole) * 2n)) / 10;
}
