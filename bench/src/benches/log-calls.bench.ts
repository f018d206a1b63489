import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallMeter } from '../../../test/round-trips/call-meter.js';
import { type Counts, countsOf, runCountedStory } from '../../../test/round-trips/counted-story.js';
import { keyOf, limitOf } from '../../../test/round-trips/limits.js';
import { LogInRoundTrips } from '../../../test/round-trips/log-in-round-trips.js';
import { EventStoreProcess } from '../../../test/servers/event-store-stand-in/event-store-process.js';
import { type Row, row } from '../table.js';

/** Duration of a call, similar to a real EventStoreDB. */
const CALL_MS = 1.5;
const ROUNDS = 3;

/**
 * Log calls of every command, of reactors for every event, and of every job, with their time on the
 * stand-in and on the embedded log.
 */
export async function benchLogCalls(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-log-calls-'));
  const server = await EventStoreProcess.start(join(folder, 'log'), { callMs: CALL_MS });
  const onServer = EventLogOnEventStore.open(server.url);
  const embedded = EventLogOnSqlite.open(join(folder, 'log.sqlite'));
  const countingLog = new LogInRoundTrips();
  const meter = new CallMeter(() => countingLog.roundTrips);
  const [serverTimes, embeddedTimes] = [new CallMeter(now), new CallMeter(now)];
  try {
    const runStep = (step: () => Promise<void>) => countingLog.countRoundTrips(step);
    const createFolder = (name: string) => mkdtempSync(join(folder, name));
    await runCountedStory({
      folder: createFolder('counted'),
      log: countingLog,
      meter,
      runStep,
    });
    await runCountedStory({
      folder: createFolder('server'),
      log: onServer,
      meter: serverTimes,
      rounds: ROUNDS,
    });
    await runCountedStory({
      folder: createFolder('file'),
      log: embedded,
      meter: embeddedTimes,
      rounds: ROUNDS,
    });
    const [serverMs, embeddedMs] = [serverTimes, embeddedTimes].map(
      (meter) => new Map(countsOf(meter).map((each) => [keyOf(each), each])),
    ) as [Map<string, Counts>, Map<string, Counts>];
    return countsOf(meter).map((each) => {
      const key = keyOf(each);
      const { roundTrips, reads, appends, times } = each;
      const medianText = (counts: Map<string, Counts>) => counts.get(key)!.medianMs.toFixed(1);
      return row('log-calls', `${key}: round trips in a row`, roundTrips, '', {
        atMost: limitOf(each).roundTrips,
        note:
          times === 0
            ? 'no reactor answers it'
            : `${reads} reads, ${appends} appends; ${medianText(serverMs)} ms on the server, ${medianText(embeddedMs)} embedded`,
      });
    });
  } finally {
    await onServer.close();
    await embedded.close();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

const now = () => performance.now();
