const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** Quotient rounded to a whole number, half away from zero. Only the numerator may be negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const rounded = (2n * absolute(numerator) + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/**
 * Spreads an amount by weight so that the shares add up to it (largest remainder); equal remainders
 * favour the first. Amount and weights are not negative; without any weight all shares are 0.
 */
export function distribute(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / sum);
  const undistributed = Number(amount - shares.reduce((total, share) => total + share, 0n));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % sum }))
    .sort((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
    .slice(0, undistributed);
  const raisedIndices = new Set(byRemainder.map(({ index }) => index));
  return shares.map((share, index) => (raisedIndices.has(index) ? share + 1n : share));
}
