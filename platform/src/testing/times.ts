/**
 * How often a spec tries what chance, or an order of steps, may break: all of it in `npm run
 * test:all`, a twentieth in `npm test`.
 */
export const times = (all: number): number =>
  process.env['THOROUGH'] === '1' ? all : Math.ceil(all / 20);
