import { type Pace, WITHOUT_PAUSES, processorMs } from '../../common/pace.js';
import { BEFORE_ALL, type EventLog, type Position } from '../../event-log/event-log.js';
import { areEqual } from '../../proof/encoding.js';
import { TILE_HEIGHT, TILE_WIDTH } from '../../proof/tiles.js';
import { MAX_MISFITS, type Misfit, uniqueMisfits } from '../misfit.js';
import {
  BATCH_EVENTS,
  type LogTree,
  findContentMisfitReason,
  eventMisfit,
  toLeaf,
} from '../trees/log-tree.js';
import { RunningRoot } from '../trees/running-root.js';
import type { TileRecords, TreeName } from '../trees/tile-records.js';
import type { ExpectedRoot } from './findings.js';
import { nameDifferences } from './name-differences.js';
import { StoredHashes } from './stored-hashes.js';

type Parts = {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly tree: LogTree;
  readonly roots: readonly ExpectedRoot[];
  /** Tiles of the heads tree. Their positions are compared too. */
  readonly heads: { readonly tiles: TileRecords; readonly streams: number };
  readonly pace: Pace;
};

/**
 * Compares the whole log with its tiles and with the roots of all checkpoints. Reads each event
 * once, and holds a few tiles.
 */
export async function findLogMisfits({
  log,
  tree,
  roots,
  heads,
  pace,
}: Parts): Promise<readonly Misfit[]> {
  const { size } = await tree.readCovered();
  const stored = new StoredHashes(tree.tiles, size);
  const running = new RunningRoot();
  const expected = roots.toSorted((one, other) => one.size - other.size);
  const misfits: Misfit[] = [];
  const wrongRoots: ExpectedRoot[] = [];
  const wrongTiles = new Map<string, Misfit>();
  let firstWrongLeaf: number | undefined;
  let hasLaterFittingRoot = false;
  const wrongPositions: Misfit[] = [];
  let [nextExpected, position, streams] = [0, BEFORE_ALL, 0];
  const comparePositions = async (
    before: Position,
    { isFirstOfStream }: { isFirstOfStream: boolean },
  ) => {
    const compare = async (tree: TreeName, tiles: TileRecords, index: number, leaves: number) => {
      if (index % TILE_WIDTH !== 0 || index >= leaves) return;
      const tile = index / TILE_WIDTH;
      if ((await tiles.find(0, tile))?.startsAfter !== before)
        wrongPositions.push({ part: 'tile', tree, level: 0, index: tile, because: 'changed' });
    };
    await compare('log', tree.tiles, running.size, size);
    if (isFirstOfStream) await compare('heads', heads.tiles, streams++, heads.streams);
  };
  const compareRoots = () => {
    for (; expected[nextExpected]?.size === running.size; nextExpected++) {
      if (!areEqual(running.root(), expected[nextExpected]!.root))
        wrongRoots.push(expected[nextExpected]!);
      else if (firstWrongLeaf !== undefined && running.size > firstWrongLeaf)
        hasLaterFittingRoot = true;
    }
  };

  compareRoots();
  for (;;) {
    let since = processorMs();
    const events = await log.readAll(position, BATCH_EVENTS);
    // After a misfit the check continues without pauses, so that its report comes soon.
    const isWrong = misfits.length + wrongTiles.size + wrongRoots.length > 0;
    const currentPace = isWrong ? WITHOUT_PAUSES : pace;
    await currentPace(processorMs() - since);
    since = processorMs();
    for (const event of events) {
      const because =
        running.size < size ? findContentMisfitReason(event) : await tree.checkNext(event);
      if (because) misfits.push(eventMisfit(event, because));
      await comparePositions(position, { isFirstOfStream: event.revision === 0 });
      position = event.position;
      for (const node of running.add(toLeaf(event))) {
        if (running.size > size || node.level % TILE_HEIGHT !== 0) continue;
        const level = node.level / TILE_HEIGHT;
        if (await stored.hasHash(level, node.index, node.hash)) continue;
        if (level === 0) firstWrongLeaf ??= node.index;
        const index = Math.floor(node.index / TILE_WIDTH);
        const tile: Misfit = { part: 'tile', tree: 'log', level, index, because: 'changed' };
        if (wrongTiles.size < MAX_MISFITS) wrongTiles.set(`${level}/${index}`, tile);
      }
      compareRoots();
    }
    if (events.length < BATCH_EVENTS) break;
    await currentPace(processorMs() - since);
  }

  const end = running.size;
  for (; nextExpected < expected.length; nextExpected++) wrongRoots.push(expected[nextExpected]!);
  const isCut = end < size;
  const areTilesWrong = firstWrongLeaf === undefined ? !isCut : hasLaterFittingRoot && !isCut;
  if (areTilesWrong) misfits.push(...wrongTiles.values(), ...wrongPositions);
  else
    misfits.push(
      ...(await nameDifferences({ log, tree }, Math.min(firstWrongLeaf ?? end, end), size)),
    );
  for (const { size: signed, isKept } of wrongRoots.slice(0, MAX_MISFITS))
    misfits.push(
      signed > end
        ? { part: 'log', index: end, because: 'cut' }
        : { part: 'checkpoint', size: signed, because: isKept ? 'forked' : 'root' },
    );
  return uniqueMisfits(misfits);
}
