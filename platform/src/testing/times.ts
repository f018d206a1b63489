/** Number of runs of a randomized spec: all in `npm run test:all`, a twentieth in `npm test`. */
export const countRuns = (all: number): number =>
  process.env['THOROUGH'] === '1' ? all : Math.ceil(all / 20);
