/** Stored decimal places of degrees, a precision of eleven centimetres. */
const DECIMALS = 6;

// `+ 0` turns -0 into 0
export const roundedDegrees = (degrees: number): number => Number(degrees.toFixed(DECIMALS)) + 0;

export const coordinatesText = ({
  lat,
  lng,
}: {
  readonly lat: number;
  readonly lng: number;
}): string => `${lat.toFixed(DECIMALS)}, ${lng.toFixed(DECIMALS)}`;
