import type { ReadStore } from '../read-store/read-store.js';
import { ProjectionProcessor } from './projection-processor.js';
import type { Projection } from './projection.js';

/**
 * Current generations of these projections in the store, and the next one of each without a current
 * one.
 */
export async function processorsFor(
  store: ReadStore,
  projections: readonly Projection[],
  isSameLog: boolean,
) {
  const current = await store.current();
  const found = projections.map((projection) => {
    const generation = generationOf(projection, current[projection.name]);
    const isCurrent = isSameLog && generation > 0;
    return {
      processor: new ProjectionProcessor(projection, isCurrent ? generation : generation + 1),
      isCurrent,
    };
  });
  return {
    current: found.filter(({ isCurrent }) => isCurrent).map(({ processor }) => processor),
    missing: found.filter(({ isCurrent }) => !isCurrent).map(({ processor }) => processor),
  };
}

/** Collections that are neither current nor among these. */
export async function unusedIn(
  store: ReadStore,
  rebuilt: readonly ProjectionProcessor[] = [],
): Promise<readonly string[]> {
  const kept = rebuilt.flatMap((processor) => processor.collections().map(({ name }) => name));
  const used = new Set([
    ...kept,
    ...Object.values(await store.current()).flatMap((name) => [name, `${name}/records`]),
  ]);
  return (await store.collections()).filter((name) => !used.has(name));
}

/** 0: none of this version. */
function generationOf({ name, version }: Projection, collection = ''): number {
  const begin = `${name}@${version}.`;
  return collection.startsWith(begin) ? Number(collection.slice(begin.length)) : 0;
}
