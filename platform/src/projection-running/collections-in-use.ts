import type { ReadStore } from '../read-store/read-store.js';
import { Folding } from './folding.js';
import { parkedStreams } from './parked-streams.js';
import type { Projection } from './projection.js';

/** What a store has for these projections: the generations that are live, and for each projection without one the next. */
export async function foldingsIn(store: ReadStore, projections: readonly Projection[], isSameLog: boolean) {
  const there = await store.live();
  const found = projections.map((projection) => {
    const generation = generationOf(projection, there[projection.name]);
    const isLive = isSameLog && generation > 0;
    return { folding: isLive ? new Folding(projection, generation) : new Folding(projection, generation + 1, 'filling'), isLive };
  });
  return {
    live: found.filter(({ isLive }) => isLive).map(({ folding }) => folding),
    missing: found.filter(({ isLive }) => !isLive).map(({ folding }) => folding),
  };
}

/** Collections that are neither live nor among these. */
export async function unusedIn(store: ReadStore, filling: readonly Folding[] = []): Promise<readonly string[]> {
  const kept = filling.flatMap((folding) => folding.collections().map(({ name }) => name));
  const used = new Set([parkedStreams.name, ...kept, ...Object.values(await store.live()).flatMap((name) => [name, `${name}/records`])]);
  return (await store.collections()).filter((name) => !used.has(name));
}

/** 0: none of this version. */
function generationOf({ name, version }: Projection, collection = ''): number {
  const begin = `${name}@${version}.`;
  return collection.startsWith(begin) ? Number(collection.slice(begin.length)) : 0;
}
