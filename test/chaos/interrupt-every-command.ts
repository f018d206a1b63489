import { commandDefinitions } from '#domain/aggregates.js';
import { systemClock } from '#platform/common/clock.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import type { Position, RecordedEvent } from '#platform/event-log/event-log.js';
import {
  armFailpoints,
  disarmFailpoints,
  INJECTED_FAILURE_PREFIX,
} from '#platform/testing/failpoints.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { isClosedClaim, isFence } from '#platform/sealing/platform-events.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SeededRandom } from '../faults/seeded-random.js';
import { CommandFuzzer } from './command-fuzzer.js';
import type { CommandRequest, WriteSideStores } from './write-side-process.js';

/** Points at which a command may be interrupted, each with the failpoint of a command. */
export const failureBoundaries = {
  'before append': (command: string) => `before-append(${command}):throw`,
  'after the claim, before the lead': () => 'after-claim:throw',
  'after append, before the answer': (command: string) => `after-append(${command}):throw`,
  'committed, and the log timed out': () => 'log-append:timeout-after-commit',
} as const;
type FailureBoundary = keyof typeof failureBoundaries;

export type CommandResult = {
  readonly command: string;
  readonly boundary: FailureBoundary;
  /** `not passed`: the command never reaches the point, for instance because it claims nothing. */
  readonly outcome: 'kept' | 'not passed' | 'broken';
  readonly violation?: string;
};

/** Commands that change only what an earlier build has recorded. */
const legacyCommands = ['FoldCategory'];

/** Maximum number of tries to find accepted data. */
const MAX_ATTEMPTS = 9_600;
/**
 * Accepted commands that did not reach the point, after which it counts as not passed. Most
 * commands make claims only with some data, so each is tried several times.
 */
const MAX_NOT_PASSED = 3;
/** Tries after which a new organization begins, because one without members accepts nothing. */
const TRIES_PER_ORGANIZATION = 80;
/**
 * First tries in an organization, with the command alone, because others may remove records that it
 * needs.
 */
const TRIES_ALONE = 20;

/**
 * Interrupts every command at every point and repeats it in a process without caches: one effect,
 * one answer.
 */
export async function interruptEveryCommand(
  random: SeededRandom,
): Promise<readonly CommandResult[]> {
  // Folder in memory if possible, because this test interrupts processes, not disks.
  const folder = mkdtempSync(
    join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'fieldtrace-commands-'),
  );
  const log = EventLogOnSqlite.open(join(folder, 'log.sqlite'));
  const keys = KeyStoreOnSqlite.open(join(folder, 'keys.sqlite'));
  const file = openSecretsFile(join(folder, 'secrets.sqlite'));
  const stores: WriteSideStores = {
    log,
    keys,
    secrets: new KeyValueStoreOnSqlite(file, systemClock),
  };
  const results: CommandResult[] = [];
  try {
    for (const boundary of Object.keys(failureBoundaries) as FailureBoundary[])
      for (const command of Object.keys(commandDefinitions).filter(
        (name) => !legacyCommands.includes(name),
      ))
        results.push(await interruptAt(stores, random, command, boundary));
  } finally {
    disarmFailpoints();
    for (const part of [file, keys, log]) await part.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

async function interruptAt(
  stores: WriteSideStores,
  random: SeededRandom,
  command: string,
  boundary: FailureBoundary,
): Promise<CommandResult> {
  // Wraps the log in one that can fail.
  armFailpoints('');
  let fuzzer = await CommandFuzzer.create(stores, random);
  const preparingCommands = relatedCommands(command);
  const isTimeout = boundary === 'committed, and the log timed out';
  const initialPosition = await stores.log.readLastPosition();
  let acceptedCount = 0;
  for (let tries = 0; tries < MAX_ATTEMPTS && acceptedCount < MAX_NOT_PASSED; tries++) {
    armFailpoints(failureBoundaries[boundary](command));
    const head = await stores.log.readLastPosition();
    const { request, answer, failure } = await fuzzer.attempt(command);
    armFailpoints('');
    if (failure instanceof Unavailable && failure.message.startsWith(INJECTED_FAILURE_PREFIX)) {
      // The record of a refused decision was appended, and nothing of the command itself.
      if (isTimeout && !(await readEventsOf(stores, request, initialPosition)).length) continue;
      // After a timeout of the log the process is still alive, so the repetition goes to it or to
      // another process.
      if (!isTimeout || random.percent(50)) await fuzzer.restart();
      const violation = await findViolationAfter(stores, fuzzer, request, initialPosition);
      return { command, boundary, outcome: violation ? 'broken' : 'kept', violation };
    }
    if (failure) {
      const violation = `${request.id}: ${String(failure)}`;
      return { command, boundary, outcome: 'broken', violation };
    }
    if (answer && (await stores.log.readLastPosition()) !== head) acceptedCount++;
    const triesWithOrganization = tries % TRIES_PER_ORGANIZATION;
    if (triesWithOrganization === TRIES_PER_ORGANIZATION - 1)
      fuzzer = await CommandFuzzer.create(stores, random);
    else if (triesWithOrganization >= TRIES_ALONE && random.percent(60))
      await attemptUntilAccepted(fuzzer, random.pick(preparingCommands));
  }
  // Only claims are optional: every accepted command passes the other points.
  const mustPass = acceptedCount === 0 || boundary !== 'after the claim, before the lead';
  return mustPass
    ? {
        command,
        boundary,
        outcome: 'broken',
        violation: `no accepted command reached this point (${acceptedCount} accepted)`,
      }
    : { command, boundary, outcome: 'not passed' };
}

/** Tries random senders and data until the command is accepted, or the limit is reached. */
async function attemptUntilAccepted(fuzzer: CommandFuzzer, command: string): Promise<void> {
  for (let tries = 0; tries < 8 && !(await fuzzer.attempt(command)).answer; tries++);
}

/**
 * Commands that prepare the given one, each as often as its weight, so that random draws prefer
 * those with the same ids, those that create the needed ids, and those that move people.
 */
const relatedCommands = (command: string): readonly string[] => {
  const fields = new Set(idsOf(command));
  const sharing = Object.keys(commandDefinitions).filter((other) =>
    idsOf(other).some((field) => fields.has(field)),
  );
  const neededIds = new Set(sharing.flatMap(idsOf));
  return Object.entries(commandDefinitions)
    .filter(([other]) => other !== command)
    .flatMap(([other, { refersTo = {}, endsMembership }]) => {
      const sharedCount = idsOf(other).filter((field) => fields.has(field)).length;
      const isNeeded = idsOf(other).some((field) => neededIds.has(field));
      const movesPeople = endsMembership || Object.values(refersTo).includes('member');
      const weight = 2 + 20 * sharedCount ** 2 + (isNeeded ? 10 : 0) + (movesPeople ? 6 : 0);
      return Array<string>(weight).fill(other);
    });
};

/** Id fields of a command, by the names that creating commands use. */
const idsOf = (command: string): readonly string[] => {
  const { data, refersTo = {} } = commandDefinitions[command]!;
  return [
    ...Object.keys(data.shape).filter((field) => field.endsWith('Id') && !refersTo[field]),
    ...Object.values(refersTo).map((kind) => `${kind}Id`),
  ];
};

/**
 * Repeats the command twice.
 * @returns the violation, if any
 */
async function findViolationAfter(
  stores: WriteSideStores,
  fuzzer: CommandFuzzer,
  request: CommandRequest,
  initialPosition: Position,
): Promise<string | undefined> {
  const [second, third] = [await fuzzer.send(request), await fuzzer.send(request)];
  if (!second.answer || !third.answer)
    return `${request.id}: sent again it was answered ${second.refused ?? third.refused ?? String(second.failure ?? third.failure)}`;
  if (JSON.stringify(second.answer) !== JSON.stringify(third.answer))
    return `${request.id}: answered twice, and differently`;
  const events = await readEventsOf(stores, request, initialPosition);
  const last = events.at(-1);
  const types = events.map(({ type }) => type);
  if (!last) return `${request.id}: acknowledged, and not in the log`;
  if (new Set(types).size < types.length || new Set(events.map(({ stream }) => stream)).size > 1)
    return `${request.id}: done more than once (${types.join()})`;
  if (last.revision !== second.answer.revision || last.position !== second.answer.position)
    return `${request.id}: is not where its answer says`;
  return undefined;
}

/** Events of the command itself, without claims. */
const readEventsOf = async (
  stores: WriteSideStores,
  { id }: CommandRequest,
  initialPosition: Position,
) =>
  (await readEventsAfter(stores, initialPosition)).filter(
    (event) =>
      event.metadata.commandId === id &&
      event.type !== 'Reserved' &&
      !isFence(event) &&
      !isClosedClaim(event),
  );

async function readEventsAfter(
  { log }: WriteSideStores,
  position: Position,
): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const batch = await log.readAll(events.at(-1)?.position ?? position, 5_000);
    if (batch.length === 0) return events;
    events.push(...batch);
  }
}
