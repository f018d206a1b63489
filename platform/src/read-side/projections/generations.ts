import type { ReadStore } from '../read-store/read-store.js';
import { ProjectionProcessor } from './projection-processor.js';
import type { Projection } from './projection.js';

/** Processors of the current generations, and of the next generation where none is current. */
export async function resolveProcessors(
  store: ReadStore,
  projections: readonly Projection[],
  { isSameLog }: { isSameLog: boolean },
) {
  const current = await store.readCurrentCollections();
  const candidates = projections.map((projection) => {
    const generation = parseGeneration(projection, current[projection.name]);
    const isCurrent = isSameLog && generation > 0;
    return {
      processor: new ProjectionProcessor(projection, isCurrent ? generation : generation + 1),
      isCurrent,
    };
  });
  return {
    current: candidates.filter(({ isCurrent }) => isCurrent).map(({ processor }) => processor),
    missing: candidates.filter(({ isCurrent }) => !isCurrent).map(({ processor }) => processor),
  };
}

/** Collections that are neither current nor being rebuilt. */
export async function findUnusedCollections(
  store: ReadStore,
  rebuilt: readonly ProjectionProcessor[] = [],
): Promise<readonly string[]> {
  const rebuiltNames = rebuilt.flatMap((processor) =>
    processor.collections().map(({ name }) => name),
  );
  const used = new Set([
    ...rebuiltNames,
    ...Object.values(await store.readCurrentCollections()).flatMap((name) => [
      name,
      `${name}/records`,
    ]),
  ]);
  return (await store.listCollections()).filter((name) => !used.has(name));
}

/** Generation number of the collection; 0 if it is of another version. */
function parseGeneration({ name, version }: Projection, collection = ''): number {
  const prefix = `${name}@${version}.`;
  return collection.startsWith(prefix) ? Number(collection.slice(prefix.length)) : 0;
}
