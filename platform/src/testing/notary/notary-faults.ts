import { expect } from '@jest/globals';
import { join } from 'node:path';
import { BEFORE_ALL, type EventLog, type RecordedEvent } from '../../event-log/event-log.js';
import { toLeaf } from '../../notary/trees/log-tree.js';
import { forgetBeforeRestore, forgetTiles } from '../../notary/notary-state.js';
import { readCheckpoint } from '../../proof/checkpoint.js';
import { toBase64 } from '../../proof/encoding.js';
import { computeRoot } from '../../proof/tree.js';
import type { Key } from '../../sealing/key-store/key-store.js';
import { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { KeyValueStoreOnSqlite } from '../../storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '../../storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '../in-memory/clock-in-memory.js';
import { KeyStoreInMemory } from '../in-memory/key-store-in-memory.js';
import { NotarizedLog } from './notary-for-specs.js';
import { seededRandom } from './tampering.js';

const FAULTS_PER_LOG = 25;
/** Shares of the rounds in which tiles are removed, and in which a backup is restored. */
const FORGETTING_SHARE = 0.15;
const RESTORING_SHARE = 0.15;

class Killed extends Error {}

/** Port of a process that is killed after some calls, before or after the last one's effect. */
function createMortalPort<Port extends object>(
  port: Port,
  life: { calls: number; isKilledAfterEffect: boolean },
): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...parameters: unknown[]) => {
        life.calls--;
        if (life.calls < 0) throw new Killed();
        if (life.calls === 0 && !life.isKilledAfterEffect) throw new Killed();
        const result: unknown = await Reflect.apply(member, target, parameters);
        if (life.calls === 0) throw new Killed();
        return result;
      };
    },
  });
}

/** Parts that several processes share. */
class Installation {
  readonly clock = new ClockInMemory();
  readonly secrets;

  constructor(
    readonly log: EventLog,
    folder: string,
    private readonly keys = new Map<string, Key>(),
  ) {
    this.secrets = new KeyValueStoreOnSqlite(
      openSecretsFile(join(folder, 'secrets.sqlite')),
      this.clock,
    );
  }

  startProcess({ calls = Infinity, isKilledAfterEffect = false } = {}): NotarizedLog {
    const life = { calls, isKilledAfterEffect };
    return new NotarizedLog(
      createMortalPort(this.log, life),
      createMortalPort(new KeyStoreInMemory(this.keys), life),
      createMortalPort(this.secrets, life),
      { clock: this.clock },
    );
  }

  readEvents(): Promise<readonly RecordedEvent[]> {
    return this.log.readAll(BEFORE_ALL, 100_000);
  }

  /** Installation with its files from an earlier backup. */
  async restoreBackup(log: EventLog, folder: string, size: number): Promise<Installation> {
    for (const { stream, revision, type, data, metadata } of (await this.readEvents()).slice(
      0,
      size,
    ))
      await log.append(stream, revision - 1, [{ type, data, metadata }]);
    const restored = new Installation(log, folder, new Map(this.keys));
    await forgetBeforeRestore(restored.secrets);
    return restored;
  }
}

/**
 * Lets two processes sign one log, kills both at random calls, removes tiles and restores older
 * copies. Expects that no origin has two roots for one size, and that all checkpoints fit.
 */
export async function injectNotaryFaults({
  faults,
  createFolder,
  openLog,
}: {
  readonly faults: number;
  readonly createFolder: () => string;
  /** Opens an empty log. */
  readonly openLog: () => Promise<EventLog>;
}): Promise<void> {
  SqliteFile.synchronous = 'NORMAL';
  const random = seededRandom(Number(process.env['FAULTS_SEED'] ?? 41));
  const draw = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  for (let fault = 0; fault < faults;) {
    const roots = new Map<string, string>();
    let installation = new Installation(await openLog(), createFolder());
    for (let round = 0; round < FAULTS_PER_LOG && fault < faults; round++, fault++) {
      const writer = installation.startProcess();
      for (let appends = draw(1, 20); appends > 0; appends--)
        await writer.append(`count-${draw(0, 150)}`, draw(1, 3));
      const processes = [1, 2].map(() =>
        installation.startProcess({ calls: draw(1, 90), isKilledAfterEffect: random() < 0.5 }),
      );
      await Promise.allSettled(processes.map(({ notary }) => notary.coverNow()));
      const chance = random();
      if (chance < FORGETTING_SHARE) await forgetTiles(installation.secrets);
      else if (chance < FORGETTING_SHARE + RESTORING_SHARE) {
        const { length } = await installation.readEvents();
        installation = await installation.restoreBackup(
          await openLog(),
          createFolder(),
          draw(Math.floor(length / 2), length),
        );
      }
      const survivor = installation.startProcess();
      await installation.clock.pause(60_000);
      if (random() < 0.5) await survivor.notary.coverNow();
      else {
        await survivor.append('count-late', 1);
        await survivor.notary.runRound(async () => {});
        await survivor.notary.coverNow();
      }
      expect({ fault, misfits: await survivor.notary.check() }).toEqual({ fault, misfits: [] });
      expect(await survivor.notary.readStatus()).not.toHaveProperty('stopped');
      await expectOneRootEach(installation, roots);

      const events = await installation.readEvents();
      const { stream } = events.find(({ type }) => type === 'Counted')!;
      const { revision } = events.findLast((event) => event.stream === stream)!;
      expect((await survivor.notary.proveRecord(stream, revision)).heads.leaves).toBeGreaterThan(0);
    }
    await installation.secrets.close();
  }
  SqliteFile.synchronous = 'FULL';
}

/** @param roots all roots that were ever signed, by origin and size */
async function expectOneRootEach(
  installation: Installation,
  roots: Map<string, string>,
): Promise<void> {
  const events = await installation.readEvents();
  const leaves = events.map(toLeaf);
  for (const { type, data } of events) {
    if (type !== 'CheckpointSigned') continue;
    const { note, root } = data as { note: string; root: string };
    const { origin, size } = readCheckpoint(note);
    expect(roots.get(`${origin} ${size}`) ?? root).toBe(root);
    roots.set(`${origin} ${size}`, root);
    expect(toBase64(computeRoot(leaves.slice(0, size)))).toBe(root);
  }
}
