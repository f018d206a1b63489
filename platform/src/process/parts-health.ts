import { statfs } from 'node:fs/promises';
import { withDeadline } from '../common/deadline.js';
import { MAX_APPEND_BYTES } from '../event-log/event-log.js';
import { Unavailable } from '../common/unavailable.js';
import { LIVE_TRACK } from '../read-side/read-store/read-store.js';
import type { OpenParts } from './open-parts.js';

/** Reasons without secrets, by the name of each part that does not answer. */
export type Outages = Readonly<Record<string, string>>;

type WatchedParts = Partial<
  Pick<OpenParts, 'log' | 'keys' | 'secrets' | 'stores' | 'jobs' | 'files'>
> & {
  /** Data folder, if the log is a file in it. */
  readonly folder?: string | undefined;
};

/** Free bytes below which a command may fill the disk: twice the largest append. */
const MIN_FREE_BYTES = 2 * MAX_APPEND_BYTES;

async function checkSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < MIN_FREE_BYTES) throw new Unavailable('the disk of the data folder is full');
}

/** A cheap check of each part, and whether requests can be served without it. */
const CHECKS: {
  readonly [Name in keyof WatchedParts]-?: {
    readonly name: string;
    readonly isNeeded: boolean;
    ask(part: NonNullable<WatchedParts[Name]>): Promise<unknown>;
  };
} = {
  log: { name: 'event log', isNeeded: true, ask: (log) => log.readLastPosition() },
  keys: { name: 'keys', isNeeded: true, ask: (keys) => keys.readSecrets() },
  secrets: { name: 'secrets', isNeeded: true, ask: (secrets) => secrets.get('health', 'none') },
  stores: { name: 'views', isNeeded: true, ask: ({ first }) => first.readCheckpoint(LIVE_TRACK) },
  jobs: { name: 'jobs', isNeeded: false, ask: (jobs) => jobs.readDepth() },
  files: { name: 'files', isNeeded: false, ask: (files) => files.stat('none') },
  folder: { name: 'disk', isNeeded: true, ask: checkSpace },
};

const NEEDED_PARTS: ReadonlySet<string> = new Set(
  Object.values(CHECKS).flatMap(({ name, isNeeded }) => (isNeeded ? name : [])),
);
export const canServe = (down: Outages): boolean =>
  !Object.keys(down).some((name) => NEEDED_PARTS.has(name));

const CHECK_TIMEOUT_MS = 1_500;
/** Time for which a result is reused. */
const RESULT_REUSE_MS = 500;

export class PartsHealth {
  private latest: { readonly at: number; readonly outages: Promise<Outages> } | undefined;

  constructor(private readonly parts: WatchedParts) {}

  getOutages(): Promise<Outages> {
    if (!this.latest || performance.now() - this.latest.at > RESULT_REUSE_MS)
      this.latest = { at: performance.now(), outages: checkParts(this.parts) };
    return this.latest.outages;
  }

  /** 1 for each watched part that answers, 0 for the others. */
  async readStates(): Promise<Readonly<Record<string, 0 | 1>>> {
    const outages = await this.getOutages();
    const watched = Object.entries(CHECKS).filter(
      ([part]) => this.parts[part as keyof WatchedParts] !== undefined,
    );
    return Object.fromEntries(watched.map(([, { name }]) => [name, name in outages ? 0 : 1]));
  }
}

async function checkParts(parts: WatchedParts): Promise<Outages> {
  const answers = Object.entries(CHECKS).map(async ([part, { name, ask }]) => {
    const watched = parts[part as keyof WatchedParts];
    const failure = watched && (await findFailureMessage(ask(watched as never)));
    return failure === undefined ? [] : [[name, failure] as const];
  });
  return Object.fromEntries((await Promise.all(answers)).flat());
}

const createTimeoutError = () => new Unavailable(`no answer within ${CHECK_TIMEOUT_MS} ms`);

const findFailureMessage = (answer: Promise<unknown>): Promise<string | undefined> =>
  withDeadline(answer, CHECK_TIMEOUT_MS, createTimeoutError).then(
    () => undefined,
    (error: Error) => (error instanceof Unavailable ? error.message : `it failed (${error.name})`),
  );

/** The answer; undefined if it fails or takes longer than a check may. */
export const answerInTime = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  withDeadline(answer, CHECK_TIMEOUT_MS, createTimeoutError).catch(() => undefined);
