/** Longest side of a photo as it is sent, in pixels: enough for a meter's digits. */
const longest = 2_560;

/** The size that fits, with the same proportions; never larger than it was. */
export function fitting(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
