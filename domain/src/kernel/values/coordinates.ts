/** Stored decimal places of degrees, a precision of eleven centimetres. */
const decimals = 6;

// `+ 0` turns -0 into 0
export const roundedDegrees = (degrees: number): number => Number(degrees.toFixed(decimals)) + 0;

export const coordinatesText = ({
  lat,
  lng,
}: {
  readonly lat: number;
  readonly lng: number;
}): string => `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`;
