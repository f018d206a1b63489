/** Longest side of a sent photo: enough to read a meter's digits. */
const MAX_SIDE_PX = 2_560;

/** Size with the same proportions whose sides are at most `MAX_SIDE_PX`; never enlarges. */
export function sizeToSend(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
