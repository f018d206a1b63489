import { statfs } from 'node:fs/promises';
import { withDeadline } from '../common/deadline.js';
import { largestAppend } from '../event-log/event-log.js';
import { Unavailable } from '../common/unavailable.js';
import { LIVE_TRACK } from '../read-side/read-store/read-store.js';
import type { OpenParts } from './open-parts.js';

/** Parts that do not answer now: a reason without secrets by the part's name. */
export type Down = Readonly<Record<string, string>>;

type Watched = Partial<Pick<OpenParts, 'log' | 'keys' | 'secrets' | 'store' | 'jobs' | 'files'>> & {
  /** The data folder, where the log is a file in it. */
  readonly folder?: string | undefined;
};

/**
 * Bytes: the largest append, and as much for what is written beside it. With less free a command
 * may find the disk full.
 */
const leastFree = 2 * largestAppend;

async function checkSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastFree) throw new Unavailable('the disk of the data folder is full');
}

/**
 * By part: its name in answers, a question that costs it next to nothing, and whether requests can
 * be served without it.
 */
const checks: {
  readonly [Name in keyof Watched]-?: {
    readonly name: string;
    readonly isNeeded: boolean;
    ask(part: NonNullable<Watched[Name]>): Promise<unknown>;
  };
} = {
  log: { name: 'event log', isNeeded: true, ask: (log) => log.head() },
  keys: { name: 'keys', isNeeded: true, ask: (keys) => keys.secrets() },
  secrets: { name: 'secrets', isNeeded: true, ask: (secrets) => secrets.get('health', 'none') },
  store: { name: 'views', isNeeded: true, ask: (store) => store.checkpoint(LIVE_TRACK) },
  jobs: { name: 'jobs', isNeeded: false, ask: (jobs) => jobs.depth() },
  files: { name: 'files', isNeeded: false, ask: (files) => files.stat('none') },
  folder: { name: 'disk', isNeeded: true, ask: checkSpace },
};

const needed: ReadonlySet<string> = new Set(
  Object.values(checks).flatMap(({ name, isNeeded }) => (isNeeded ? name : [])),
);
export const canServe = (down: Down): boolean =>
  !Object.keys(down).some((name) => needed.has(name));

const patience = 1_500;
/** However many ask, the parts are asked once in that time, in milliseconds. */
const remembered = 500;

export class PartsHealth {
  private latest: { readonly at: number; readonly down: Promise<Down> } | undefined;

  constructor(private readonly parts: Watched) {}

  down(): Promise<Down> {
    if (!this.latest || performance.now() - this.latest.at > remembered)
      this.latest = { at: performance.now(), down: downOf(this.parts) };
    return this.latest.down;
  }
}

async function downOf(parts: Watched): Promise<Down> {
  const answers = Object.entries(checks).map(async ([part, { name, ask }]) => {
    const watched = parts[part as keyof Watched];
    const words = watched && (await failureOf(ask(watched as never)));
    return words === undefined ? [] : [[name, words] as const];
  });
  return Object.fromEntries((await Promise.all(answers)).flat());
}

const late = () => new Unavailable(`no answer within ${patience} ms`);

const failureOf = (answer: Promise<unknown>): Promise<string | undefined> =>
  withDeadline(answer, patience, late).then(
    () => undefined,
    (error: Error) => (error instanceof Unavailable ? error.message : `it failed (${error.name})`),
  );

/** The answer, or undefined where it fails or takes longer than a probe waits. */
export const inTime = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  withDeadline(answer, patience, late).catch(() => undefined);
