import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { EventLogOnSqlite } from '../event-log/event-log-on-sqlite.js';
import { type EventLog, type Metadata, type Position, noStream } from '../event-log/event-log.js';
import { textOfAll } from '../event-log/recorded-in-text.js';
import { FillingOnThread } from '../filling-apart/filling-on-thread.js';
import { NoRoom } from '../filling-apart/no-room.js';
import { ProjectionHost } from '../projection-running/projection-host.js';
import { ReadStoreOnSqlite } from '../read-store/read-store-on-sqlite.js';
import { diary, lampsOf } from './lamps.js';

/**
 * A process for specs: it fills the views of a folder on a thread, with version LAMPS of one of them. KILLED says when it is
 * killed, if it is: at the third question of the thread, or just before or after what was filled takes over. LATE says that the
 * thread is kept waiting until a view that has not changed has shown what came meanwhile. Within MEMORY megabytes; says when they
 * were too few, and ends where they always will be.
 */
const { LAMPS, KILLED, LATE } = process.env;
const folder = process.argv[2]!;
const killedAt = (moment: string) => KILLED === moment && process.kill(process.pid, 'SIGKILL');
const whole = EventLogOnSqlite.open(join(folder, 'log.sqlite'));
const store = new ReadStoreOnSqlite(join(folder, 'views.sqlite'));

let [asked, mayGoOn] = [0, () => {}];
const meanwhile = LATE ? new Promise<void>((resolve) => (mayGoOn = resolve)) : Promise.resolve();
const log = new Proxy<EventLog>(whole, {
  get(target, name) {
    if (name === 'textOfAll')
      return async (after: Position, max: number) => {
        if (++asked === 3) {
          killedAt('filling');
          await meanwhile;
        }
        return textOfAll(target, after, max);
      };
    return (Reflect.get(target, name) as () => unknown).bind(target);
  },
});
const { path } = store.beside;
const takeOver = () => {
  killedAt('before');
  store.beside.takeOver();
  killedAt('after');
};
const noKeys = { get: async () => new Map(), destroy: async () => {} };
const projections = [lampsOf(Number(LAMPS)), diary];
const entry = new URL('./lamps-thread.js', import.meta.url);
const apart = new FillingOnThread({
  ...{ entry, log, keys: noKeys, beside: { path, takeOver }, memory: Number(process.env['MEMORY'] ?? 4_000) },
  onNoRoom: ({ message }) => writeSync(1, `${message}\n`),
});
const onTrouble = (error: Error) => {
  writeSync(error instanceof NoRoom ? 1 : 2, `${error instanceof NoRoom ? error.message : error.stack}\n`);
  if (error instanceof NoRoom) process.exit(1);
};
const host = new ProjectionHost({ log, store, projections, apart, onTrouble });
const started = host.start();

if (LATE) {
  while (asked < 3) await new Promise(setImmediate);
  const at = '2026-11-21T09:30:00.000Z';
  const metadata = { eventId: 'late', organizationId: 'org', actorId: 'asha', at } as Metadata;
  const { position } = await log.append('lamp-org_late', noStream, [{ type: 'Made', data: { name: 'Late' }, metadata }]);
  if (await host.waitFor(position, 10_000)) writeSync(1, `meanwhile ${await host.views.json(diary, 'org', 'late_0')}\n`);
  mayGoOn();
}
await started;
await host.stop();
await store.close();
await whole.close();
