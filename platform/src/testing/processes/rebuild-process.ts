import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import { type Metadata, NO_STREAM } from '../../event-log/event-log.js';
import { rebuildInWorker } from '../../read-side/rebuild/rebuild-in-worker.js';
import { KeyStoreOnSqlite } from '../../sealing/key-store/key-store-on-sqlite.js';
import type { ProjectionHostOptions } from '../../read-side/projections/projection-host.js';
import { ProjectingProcess } from './projecting-process.js';
import { ReadStoreOnSqlite } from '../../read-side/read-store/read-store-on-sqlite.js';
import { diary, createLamps } from '../lamps.js';

/**
 * Program for specs that rebuilds the views of a folder in a worker. LAMPS_VERSION is the
 * version of `lamps`. ENDS names the moment at which the program is killed or stopped: `building`
 * (the third batch), `before` or `after` the take-over, `stopped`. With LATE, an event is
 * appended before the take-over, and the unchanged `diary` has to show it.
 */
const { LAMPS_VERSION, ENDS, LATE } = process.env;
const folder = process.argv[2]!;
const killAt = (moment: string) => ENDS === moment && process.kill(process.pid, 'SIGKILL');
const log = EventLogOnSqlite.open(join(folder, 'log.sqlite'));
const keys = KeyStoreOnSqlite.open(join(folder, 'keys.sqlite'));
const store = new ReadStoreOnSqlite(join(folder, 'views.sqlite'));
const rebuildTarget = {
  path: store.rebuildTarget.path,
  takeOver: async () => {
    killAt('before');
    await store.rebuildTarget.takeOver();
    killAt('after');
  },
};
const parts = {
  entry: new URL('../lamps-worker.js', import.meta.url),
  files: { log: join(folder, 'log.sqlite'), keys: join(folder, 'keys.sqlite') },
  erase: async () => {},
  rebuildTarget,
};
const startWorkerRebuild: ProjectionHostOptions['startWorkerRebuild'] = (...parameters) => {
  const next = rebuildInWorker(parts, ...parameters);
  return {
    async build() {
      const reached = await next.build();
      if (LATE) await appendLate();
      return reached;
    },
    takeOver: (...place) => next.takeOver(...place),
    end: () => next.end(),
  };
};
const onTrouble = (error: Error) => void writeSync(2, `${error.stack}\n`);
const host = new ProjectingProcess({
  log,
  store,
  projections: [createLamps(Number(LAMPS_VERSION)), diary],
  startWorkerRebuild,
  onTrouble,
});

async function appendLate(): Promise<void> {
  const metadata = {
    eventId: 'late',
    organizationId: 'org',
    actorId: 'asha',
    at: '2026-11-21T09:30:00.000Z',
  } as Metadata;
  const { position } = await log.append('lamp-org_late', NO_STREAM, [
    { type: 'Made', data: { name: 'Late' }, metadata },
  ]);
  if (await host.waitFor(position, 10_000))
    writeSync(1, `meanwhile ${await host.views.getJson(diary, 'org', 'late_0')}\n`);
}

let batches = 0;
let stopped: Promise<void> | undefined;
await host.start(() => {
  if (++batches < 3) return;
  killAt('building');
  if (ENDS === 'stopped') stopped ??= host.stop();
});
await stopped;
await host.stop();
await store.close();
await keys.close();
await log.close();
