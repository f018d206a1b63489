/** Decimals of degrees that are stored and shown: eleven centimetres, and what is more is noise. */
const decimals = 6;

// never -0
export const roundedDegrees = (degrees: number): number => Number(degrees.toFixed(decimals)) + 0;

export const coordinatesText = ({
  lat,
  lng,
}: {
  readonly lat: number;
  readonly lng: number;
}): string => `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`;
