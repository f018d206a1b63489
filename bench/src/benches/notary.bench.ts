import { domain } from '#domain/aggregates.js';
import { asha } from '#domain/leads/lead.examples.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { ashaJoins, founded, meeraFounds } from '#domain/organizations/organization.examples.js';
import { pause, systemClock } from '#platform/common/clock.js';
import { PacedWorker } from '#platform/common/paced-worker.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import type { Findings, SearchMisfits } from '#platform/notary/checks/findings.js';
import type { FilesSearch } from '#platform/notary/checks/search-files.js';
import { Notary } from '#platform/notary/notary.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { SqliteFile } from '#platform/storage/embedded/sqlite-file.js';
import { commandSender } from '#platform/testing/send-command.js';
import { createEventReading, createWriteSide } from '#platform/write-side/write-side.js';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runOpenLoop } from '../load.js';
import { createAppender } from '../large-log.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, median, percentile, row } from '../table.js';

const organizationId = randomUUID();
const EVENTS_PER_LEAD = 4;
const EVENTS_OF_LONG_LEAD = 500;
const CONCURRENT_LEADS = 250;
const COMMANDS_PER_SECOND = 50;
const SLICE_SECONDS = 4;
const PROOF_COUNT = 10;
const HOUR_SECONDS = 3_600;
/** Events without personal data, with the size of sealed ones. */
const LARGE_EVENTS = Array.from({ length: EVENTS_PER_LEAD }, (): Message => ({
  type: 'Reserved',
  data: { holder: 'x'.repeat(500) },
}));
/** Pause after a batch, as a multiple of its duration, as in the workers' rounds. */
const PAUSE_FACTOR = 9;

/**
 * Measures the notary on a generated log: disk, memory, the time of a proof, and commands in this
 * process while rounds run continuously beside them.
 */
export async function benchNotary({
  events,
  seconds,
  print,
}: {
  readonly events: number;
  readonly seconds: number;
  readonly print: (line: string) => void;
}): Promise<readonly Row[]> {
  SqliteFile.synchronous = 'NORMAL';
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-notary-'));
  const pathOf = (name: string) => join(folder, name);
  const log = EventLogOnSqlite.open(pathOf('log.sqlite'));
  const keys = KeyStoreOnSqlite.open(pathOf('keys.sqlite'));
  const secretsFile = openSecretsFile(pathOf('secrets.sqlite'));
  const secrets = new KeyValueStoreOnSqlite(secretsFile, systemClock);
  const reading = createEventReading({ domain, log, keys });
  const { sealing } = reading;
  const appendAt = createAppender({ log, sealing, organizationId });
  const append: Append = (stream, messages) => appendAt(stream, systemClock.now(), messages);
  try {
    await append(`organization-${organizationId}`, [founded, meeraFounds, ashaJoins]);
    await append(`account-${asha.id}`, [
      { type: 'AccountOpened', data: { name: 'Asha Patil', phone: '+919812345678' } },
    ]);
    const longLead = randomUUID();
    await append(`lead-${organizationId}_${longLead}`, eventsOf(0, EVENTS_OF_LONG_LEAD));
    await writeLeads(append, events, print);

    const clock = systemClock;
    const notary = new Notary({ log, keys, secrets, clock, host: 'crm.example.com' });
    const files = {
      log: pathOf('log.sqlite'),
      keys: pathOf('keys.sqlite'),
      secrets: pathOf('secrets.sqlite'),
    };
    const { size, checkCpuSeconds, rows } = await measureCovering(notary, files, () =>
      secretsFile.checkpoint(),
    );
    print(`covered and checked ${size} events`);

    const { commands } = await createWriteSide({ domain, clock, reading, log, keys, secrets });
    const send = commandSender(domain, commands);
    const addNote: AddNote = async (leadId) => {
      await send({
        id: randomUUID(),
        actorId: asha.id,
        organizationId,
        internal: true,
        command: {
          type: 'AddNote',
          data: { leadId, noteId: randomUUID(), note: 'Wants 12 kW on the terrace' },
        },
      });
    };
    const proofRow = await measureProofs(notary, longLead, addNote, size);

    SqliteFile.synchronous = 'FULL';
    const noteLeads = Array.from({ length: 200 }, () => randomUUID());
    for (const id of noteLeads) await append(`lead-${organizationId}_${id}`, eventsOf(0, 2));
    const commandRows = await measureCommands(notary, files, {
      addNote,
      noteLeads,
      seconds,
      checkCpuSeconds,
    });
    return [...rows, proofRow, ...commandRows];
  } finally {
    await keys.close();
    await log.close();
    await secrets.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Append = (stream: string, messages: readonly Message[]) => Promise<void>;
type AddNote = (leadId: string) => Promise<void>;
/** Paths of an installation's files. */
type Files = { readonly log: string; readonly keys: string; readonly secrets: string };

/**
 * Writes leads that are as large as sealed ones, but written faster. Each reserves its phone number
 * in a stream of its own.
 */
async function writeLeads(
  append: Append,
  events: number,
  print: (line: string) => void,
): Promise<void> {
  const leads = Math.round(events / (EVENTS_PER_LEAD + 1));
  for (let number = 1; number <= leads; number += CONCURRENT_LEADS) {
    await Promise.all(
      Array.from({ length: Math.min(CONCURRENT_LEADS, leads - number + 1) }, async () => {
        const id = `${organizationId}_${randomUUID()}`;
        await append(`claim-${randomUUID()}`, [
          { type: 'Reserved', data: { holder: `lead-${id}` } },
        ]);
        await append(`lead-${id}`, LARGE_EVENTS);
      }),
    );
    if (number % 25_000 === 1) print(`${number * (EVENTS_PER_LEAD + 1)} events written`);
  }
}

/** Measures the first checkpoint and a check of the whole log, and the memory of both. */
async function measureCovering(
  notary: Notary,
  files: Files,
  flushSecrets: () => void,
): Promise<{
  /** Number of covered events. */
  readonly size: number;
  readonly checkCpuSeconds: number;
  readonly rows: readonly Row[];
}> {
  const [rssBefore, logBytes] = [process.memoryUsage().rss, statSync(files.log).size];
  let rss = 0;
  const sampling = setInterval(() => (rss = Math.max(rss, process.memoryUsage().rss)), 50);
  const [{ size }, coverSeconds, coverCpuSeconds] = await measureTime(() => notary.coverNow());
  flushSecrets();
  const tileBytes = statSync(files.secrets).size / size;
  const [misfits, checkSeconds, checkCpuSeconds] = await measureTime(() => notary.check());
  clearInterval(sampling);
  if (misfits.length > 0) throw new Error(`The check found ${JSON.stringify(misfits)}`);
  const rows = [
    row('notary', `${size} events: tiles, state and index on disk`, tileBytes, 'bytes an event', {
      atMost: 64,
      note: `the log has ${Math.round(logBytes / size)} bytes an event`,
    }),
    row('notary', `${size} events: first checkpoint and heads, without pauses`, coverSeconds, 's', {
      note: `${coverCpuSeconds.toFixed(1)} s of a processor`,
    }),
    row('notary', `${size} events: check of the whole log, without pauses`, checkSeconds, 's', {
      note: `${checkCpuSeconds.toFixed(1)} s of a processor`,
    }),
    row('notary', 'memory of covering and checking', (rss - rssBefore) / 1e6, 'MB'),
  ];
  return { size, checkCpuSeconds, rows };
}

/** Measures the proof of a record, each after a further note. */
async function measureProofs(
  notary: Notary,
  longLead: string,
  addNote: AddNote,
  size: number,
): Promise<Row> {
  const proofTimes: number[] = [];
  let revision = EVENTS_OF_LONG_LEAD - 1;
  for (let proof = 0; proof < PROOF_COUNT; proof++) {
    await addNote(longLead);
    const since = performance.now();
    await notary.proveRecord(`lead-${organizationId}_${longLead}`, ++revision);
    proofTimes.push(performance.now() - since);
  }
  return row(
    'notary',
    `proof of a lead with ${EVENTS_OF_LONG_LEAD} events in ${size}, p50`,
    median(proofTimes),
    'ms',
    { atMost: 1_000, note: `slowest ${Math.max(...proofTimes).toFixed()} ms` },
  );
}

/** Milliseconds of commands: their p99 in each slice, and the time of each command. */
type Slices = { readonly p99s: number[]; readonly times: number[] };
const createSlices = (): Slices => ({ p99s: [], times: [] });

/** Measures commands alone, and while rounds of a check run in this thread or in a worker. */
async function measureCommands(
  notary: Notary,
  files: Files,
  {
    addNote,
    noteLeads,
    seconds,
    checkCpuSeconds,
  }: {
    readonly addNote: AddNote;
    readonly noteLeads: readonly string[];
    readonly seconds: number;
    readonly checkCpuSeconds: number;
  },
): Promise<readonly Row[]> {
  const measureSlice = async (slices: Slices): Promise<void> => {
    const times: number[] = [];
    let nextLead = 0;
    await runOpenLoop({
      perSecond: COMMANDS_PER_SECOND,
      seconds: SLICE_SECONDS,
      send: async (dueAt) => {
        await addNote(noteLeads[nextLead++ % noteLeads.length]!);
        times.push(performance.now() - dueAt);
      },
    });
    slices.p99s.push(percentile(times, 99));
    slices.times.push(...times);
  };
  // Measures short slices of each kind in turn, so that other load affects all kinds alike.
  const [alone, besideInThread, besideWorker] = [createSlices(), createSlices(), createSlices()];
  await measureSlice(createSlices()); // Warms up.
  const [inThread, inWorker] = [new PausableGate(), new PausableGate()];
  const thread = new PacedWorker<FilesSearch, Findings>(
    () => new URL(import.meta.resolve('#workers/log-check-worker.js')),
  );
  const searchInWorker: SearchMisfits = (input, pace) =>
    thread.run({ files, input, now: systemClock.now() }, pace);
  const stopping = new AbortController();
  for (const gate of [inThread, inWorker]) gate.close();
  const rounds = [
    runRounds(notary, inThread, stopping.signal),
    runRounds(notary, inWorker, stopping.signal, searchInWorker),
  ];
  for (let slice = 0; slice < seconds / SLICE_SECONDS; slice++) {
    await measureSlice(alone);
    inThread.open();
    await measureSlice(besideInThread);
    inThread.close();
    inWorker.open();
    await measureSlice(besideWorker);
    inWorker.close();
  }
  stopping.abort();
  for (const gate of [inThread, inWorker]) gate.open();
  await Promise.all(rounds);
  const [medianAlone, medianInThread, medianBesideWorker] = [
    median(alone.p99s),
    median(besideInThread.p99s),
    median(besideWorker.p99s),
  ];
  const checkShare = Math.min(1, (checkCpuSeconds * (1 + PAUSE_FACTOR)) / HOUR_SECONDS);
  const hourlyP99 = mixedPercentile(alone.times, besideWorker.times, checkShare, 99);
  return [
    row(
      'notary',
      `p99 of ${COMMANDS_PER_SECOND} commands/s in an hour with a check, ratio to none`,
      hourlyP99 / percentile(alone.times, 99),
      '',
      { atMost: 1.05, note: `the check takes ${(checkShare * 100).toFixed(1)} % of the hour` },
    ),
    row(
      'notary',
      'the same while the check runs, in a worker thread',
      medianBesideWorker / medianAlone,
      '',
      {
        atMost: 1.05,
        note: `medians of slices: ${medianBesideWorker.toFixed(1)} and ${medianAlone.toFixed(1)} ms`,
      },
    ),
    row('notary', 'the same, in the thread of commands', medianInThread / medianAlone, '', {
      note: `median of slices: ${medianInThread.toFixed(1)} ms`,
    }),
    row(
      'notary',
      'batch of a round in the thread of commands, p50',
      median(inThread.batches),
      'ms',
      {
        note: `p99 ${percentile(inThread.batches, 99).toFixed(1)} ms; ${PAUSE_FACTOR} times as long a pause after each`,
      },
    ),
  ];
}

/**
 * Gate for the rounds of a check. They pause after each batch as in the workers, and while the gate
 * is closed.
 */
class PausableGate {
  readonly batches: number[] = [];
  private opened = Promise.resolve();
  open: () => void = () => {};

  close(): void {
    this.opened = new Promise((resolve) => (this.open = resolve));
  }

  async pace(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.batches.push(milliseconds);
    await pause(milliseconds * PAUSE_FACTOR, signal);
    await this.opened;
    signal.throwIfAborted();
  }
}

/** Runs checks one after the other, as slowly as the workers' rounds. */
async function runRounds(
  notary: Notary,
  gate: PausableGate,
  signal: AbortSignal,
  search?: SearchMisfits,
): Promise<void> {
  while (!signal.aborted)
    try {
      await notary.check((milliseconds) => gate.pace(milliseconds, signal), [], search);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
}

/** Percentile over both lists, where the values of the second have the weight `share` in all. */
function mixedPercentile(
  first: readonly number[],
  second: readonly number[],
  share: number,
  percent: number,
): number {
  const weighted = [
    ...first.map((time) => [time, (1 - share) / first.length] as const),
    ...second.map((time) => [time, share / second.length] as const),
  ].toSorted(([one], [other]) => one - other);
  let sum = 0;
  return weighted.find(([, weight]) => (sum += weight) >= percent / 100)?.[0] ?? NaN;
}

async function measureTime<Result>(
  work: () => Promise<Result>,
): Promise<[result: Result, seconds: number, cpuSeconds: number]> {
  const [since, cpuBefore] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return [result, (performance.now() - since) / 1_000, (user + system) / 1e6];
}

function eventsOf(number: number, count: number): readonly LeadEvent[] {
  return [
    { type: 'LeadCreated', data: { ...sampleLead(number), assignedTo: asha.id } },
    ...Array.from({ length: count - 1 }, (_, index): LeadEvent =>
      index % 2 === 0
        ? { type: 'NoteAdded', data: { noteId: randomUUID(), note: `Called ${index}` } }
        : { type: 'LeadStatusChanged', data: { from: 'New', to: 'Contacted' } },
    ),
  ];
}
