const WIDTH = 600;
const HEIGHT = 200;

/** Drawn signature as SVG. Points outside the box are left out. */
export function signatureSvg(strokes: string): string | undefined {
  const paths = strokes.split(';').flatMap((stroke) => {
    const points = stroke.split(' ').flatMap((point) => {
      const [x, y] = point.split(',').map(Number);
      return isWithin(x, WIDTH) && isWithin(y, HEIGHT) ? [`${x} ${y}`] : [];
    });
    return points.length === 0
      ? []
      : [`M${points[0]}${points.map((point) => `L${point}`).join('')}`];
  });
  return paths.length === 0
    ? undefined
    : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><path d="${paths.join('')}" fill="none" stroke="#000" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

const isWithin = (value: number | undefined, max: number): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= max;
