import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import type { RecordedEvent } from '../event-log/event-log.js';
import { readCheckpoint } from '../proof/checkpoint.js';
import { toBase64 } from '../proof/encoding.js';
import { rootOf } from '../proof/tree.js';
import type { Key } from '../sealing/key-store/key-store.js';
import { SqliteFile } from '../storage/embedded/sqlite-file.js';
import { KeyValueStoreOnSqlite } from '../storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '../storage/key-value-store/secrets-file.js';
import { folders } from '../testing/folders.js';
import { ClockInMemory } from '../testing/in-memory/clock-in-memory.js';
import { EventLogInMemory } from '../testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '../testing/in-memory/key-store-in-memory.js';
import { NotarizedLog } from '../testing/notary-for-specs.js';
import { seededRandom } from '../testing/tampering.js';
import { leafOf } from './log-tree.js';
import { forgetBeforeRestore, forgetTiles } from './notary-state.js';

/** Faults in all; `npm test` injects a few. */
const FAULTS = process.env['THOROUGH'] === '1' ? 500 : 15;
const FAULTS_PER_LOG = 25;

class Killed extends Error {}

/** Port of a process that is killed after some calls, before or after the last one's effect. */
function mortal<Port extends object>(port: Port, life: { calls: number; isAfter: boolean }): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...parameters: unknown[]) => {
        life.calls--;
        if (life.calls < 0) throw new Killed();
        if (life.calls === 0 && !life.isAfter) throw new Killed();
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
    folder: string,
    readonly events: RecordedEvent[] = [],
    private readonly keys = new Map<string, Key>(),
  ) {
    this.secrets = new KeyValueStoreOnSqlite(
      openSecretsFile(join(folder, 'secrets.sqlite')),
      this.clock,
    );
  }

  process(calls = Infinity, isAfter = false): NotarizedLog {
    const life = { calls, isAfter };
    return new NotarizedLog(
      mortal(new EventLogInMemory(this.events), life),
      mortal(new KeyStoreInMemory(this.keys), life),
      mortal(this.secrets, life),
      { clock: this.clock },
    );
  }

  /** Its backup of some time ago, put back. */
  async restored(folder: string, size: number): Promise<Installation> {
    const restored = new Installation(folder, this.events.slice(0, size), new Map(this.keys));
    await forgetBeforeRestore(restored.secrets);
    return restored;
  }
}

const folder = folders();

test('no origin ever has two roots for one size, whatever is killed, rebuilt or restored', async () => {
  SqliteFile.synchronous = 'NORMAL';
  const random = seededRandom(Number(process.env['FAULTS_SEED'] ?? 41));
  const between = (least: number, most: number) =>
    least + Math.floor(random() * (most - least + 1));
  for (let fault = 0; fault < FAULTS;) {
    const roots = new Map<string, string>();
    let installation = new Installation(folder());
    for (let round = 0; round < FAULTS_PER_LOG && fault < FAULTS; round++, fault++) {
      const writer = installation.process();
      for (let appends = between(1, 20); appends > 0; appends--)
        await writer.append(`count-${between(0, 150)}`, between(1, 3));
      const processes = [1, 2].map(() => installation.process(between(1, 90), random() < 0.5));
      await Promise.allSettled(processes.map(({ notary }) => notary.coverNow()));
      const chance = random();
      if (chance < 0.15) await forgetTiles(installation.secrets);
      else if (chance < 0.3)
        installation = await installation.restored(
          folder(),
          between(Math.floor(installation.events.length / 2), installation.events.length),
        );
      const survivor = installation.process();
      await installation.clock.pause(60_000);
      if (random() < 0.5) await survivor.notary.coverNow();
      else {
        await survivor.append('count-late', 1);
        await survivor.notary.round(async () => {});
        await survivor.notary.coverNow();
      }
      expect({ fault, misfits: await survivor.notary.check() }).toEqual({ fault, misfits: [] });
      expect(await survivor.notary.status()).not.toHaveProperty('stopped');

      const leaves = installation.events.map(leafOf);
      for (const { type, data } of installation.events) {
        if (type !== 'CheckpointSigned') continue;
        const { note, root } = data as { note: string; root: string };
        const { origin, size } = readCheckpoint(note);
        expect(roots.get(`${origin} ${size}`) ?? root).toBe(root);
        roots.set(`${origin} ${size}`, root);
        expect(toBase64(rootOf(leaves.slice(0, size)))).toBe(root);
      }
      const [{ stream }] = installation.events.filter(({ type }) => type === 'Counted') as [
        RecordedEvent,
      ];
      const last = installation.events.findLast((event) => event.stream === stream)!;
      const proof = await survivor.notary.proofOf(stream, last.revision);
      expect(proof.heads.leaves).toBeGreaterThan(0);
    }
    await installation.secrets.close();
  }
  SqliteFile.synchronous = 'FULL';
}, 3_600_000);
