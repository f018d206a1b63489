import { type Pace, WITHOUT_PAUSES, processorMs } from '../../common/pace.js';
import {
  BEFORE_ALL,
  type EventLog,
  type Position,
  type RecordedEvent,
} from '../../event-log/event-log.js';
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
import { type CompletedNode, RunningRoot } from '../trees/running-root.js';
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
export async function findLogMisfits(parts: Parts): Promise<readonly Misfit[]> {
  const { size } = await parts.tree.readCovered();
  const comparison = new LogComparison(parts, size);
  let position = BEFORE_ALL;
  for (;;) {
    let processorMsBefore = processorMs();
    const events = await parts.log.readAll(position, BATCH_EVENTS);
    // After a misfit the check continues without pauses, so that its report comes soon.
    const pace = comparison.hasMisfits ? WITHOUT_PAUSES : parts.pace;
    await pace(processorMs() - processorMsBefore);
    processorMsBefore = processorMs();
    for (const event of events) {
      await comparison.add(event, position);
      position = event.position;
    }
    if (events.length < BATCH_EVENTS) return comparison.listMisfits();
    await pace(processorMs() - processorMsBefore);
  }
}

/** Compares a log with its tiles and with expected roots, event by event. */
class LogComparison {
  private readonly running = new RunningRoot();
  private readonly stored: StoredHashes;
  private readonly expectedRoots: readonly ExpectedRoot[];
  private nextExpected = 0;
  private streamCount = 0;
  private readonly misfits: Misfit[] = [];
  private readonly wrongRoots: ExpectedRoot[] = [];
  private readonly wrongTiles = new Map<string, Misfit>();
  private readonly wrongPositions: Misfit[] = [];
  private firstWrongLeaf: number | undefined;
  private hasLaterFittingRoot = false;

  /** @param size events that the tiles cover */
  constructor(
    private readonly parts: Parts,
    private readonly size: number,
  ) {
    this.stored = new StoredHashes(parts.tree.tiles, size);
    this.expectedRoots = parts.roots.toSorted((one, other) => one.size - other.size);
    this.compareRoots();
  }

  get hasMisfits(): boolean {
    return this.misfits.length + this.wrongTiles.size + this.wrongRoots.length > 0;
  }

  /** @param before position of the preceding event */
  async add(event: RecordedEvent, before: Position): Promise<void> {
    const { running, size, parts } = this;
    const because =
      running.size < size ? findContentMisfitReason(event) : await parts.tree.checkNext(event);
    if (because) this.misfits.push(eventMisfit(event, because));
    await this.comparePositions(event, before);
    for (const node of running.add(toLeaf(event)))
      if (running.size <= size) await this.compareHash(node);
    this.compareRoots();
  }

  async listMisfits(): Promise<readonly Misfit[]> {
    const { misfits, parts, size, firstWrongLeaf } = this;
    const end = this.running.size;
    const missedRoots = this.expectedRoots.slice(this.nextExpected);
    // A fitting root behind the first wrong tile shows that the tiles are wrong, not the log.
    const areTilesWrong = end >= size && (firstWrongLeaf === undefined || this.hasLaterFittingRoot);
    if (areTilesWrong) misfits.push(...this.wrongTiles.values(), ...this.wrongPositions);
    else
      misfits.push(...(await nameDifferences(parts, Math.min(firstWrongLeaf ?? end, end), size)));
    for (const { size: signed, isKept } of [...this.wrongRoots, ...missedRoots].slice(
      0,
      MAX_MISFITS,
    ))
      misfits.push(
        signed > end
          ? { part: 'log', index: end, because: 'cut' }
          : { part: 'checkpoint', size: signed, because: isKept ? 'forked' : 'root' },
      );
    return uniqueMisfits(misfits);
  }

  /** Compares the recorded positions of the tiles that begin with an event or its stream. */
  private async comparePositions({ revision }: RecordedEvent, before: Position): Promise<void> {
    const { tree, heads } = this.parts;
    const compare = async (name: TreeName, tiles: TileRecords, leaf: number, leaves: number) => {
      if (leaf % TILE_WIDTH !== 0 || leaf >= leaves) return;
      const index = leaf / TILE_WIDTH;
      if ((await tiles.find(0, index))?.startsAfter !== before)
        this.wrongPositions.push({ part: 'tile', tree: name, level: 0, index, because: 'changed' });
    };
    await compare('log', tree.tiles, this.running.size, this.size);
    if (revision === 0) await compare('heads', heads.tiles, this.streamCount++, heads.streams);
  }

  /** Compares a computed hash with its tile, if tiles hold hashes of its level. */
  private async compareHash({ level: treeLevel, index: nodeIndex, hash }: CompletedNode) {
    if (treeLevel % TILE_HEIGHT !== 0) return;
    const level = treeLevel / TILE_HEIGHT;
    if (await this.stored.hasHash(level, nodeIndex, hash)) return;
    if (level === 0) this.firstWrongLeaf ??= nodeIndex;
    const index = Math.floor(nodeIndex / TILE_WIDTH);
    const tile: Misfit = { part: 'tile', tree: 'log', level, index, because: 'changed' };
    if (this.wrongTiles.size < MAX_MISFITS) this.wrongTiles.set(`${level}/${index}`, tile);
  }

  private compareRoots(): void {
    const { running, expectedRoots, firstWrongLeaf } = this;
    for (; expectedRoots[this.nextExpected]?.size === running.size; this.nextExpected++) {
      const expected = expectedRoots[this.nextExpected]!;
      if (!areEqual(running.root(), expected.root)) this.wrongRoots.push(expected);
      else if (firstWrongLeaf !== undefined && running.size > firstWrongLeaf)
        this.hasLaterFittingRoot = true;
    }
  }
}
