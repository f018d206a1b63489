import { statfs } from 'node:fs/promises';
import { withDeadline } from '../common/deadline.js';
import { largestAppend } from '../event-log/event-log.js';
import { Unavailable } from '../common/unavailable.js';
import type { OpenParts } from './open-parts.js';

/** What does not answer now, by the part's name, in words without secrets. */
export type Down = Readonly<Record<string, string>>;

type Watched = Partial<Pick<OpenParts, 'log' | 'keys' | 'secrets' | 'store' | 'jobs' | 'files'>> & {
  /** The data folder, where the log is a file in it. */
  readonly folder?: string | undefined;
};

/** Bytes: the largest append, and as much for what is written beside it. With less free a command may find the disk full. */
const leastFree = 2 * largestAppend;

/** @throws Unavailable if the folder's disk is full */
async function checkSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastFree) throw new Unavailable('the disk of the data folder is full');
}

/** A question to each part that costs it next to nothing. */
const questions: { readonly [Name in keyof Watched]-?: (part: NonNullable<Watched[Name]>) => Promise<unknown> } = {
  log: (log) => log.head(),
  keys: (keys) => keys.secrets(),
  secrets: (secrets) => secrets.get('health', 'nobody'),
  store: (store) => store.checkpoint('live'),
  jobs: (jobs) => jobs.depth(),
  files: (files) => files.stat('nobody_nothing'),
  folder: (folder) => checkSpace(folder),
};
/** As people call them. */
const names: { readonly [Name in keyof Watched]-?: string } = {
  log: 'event log',
  keys: 'keys',
  secrets: 'secrets',
  store: 'views',
  jobs: 'jobs',
  files: 'files',
  folder: 'disk',
};

/** Without these nobody can be answered; without the others most things go on. */
const needed: ReadonlySet<string> = new Set([names.log, names.keys, names.secrets, names.store, names.folder]);
export const canServe = (down: Down): boolean => !Object.keys(down).some((name) => needed.has(name));

const patience = 1_500;
/** However many ask, the parts are asked once in that time. */
const remembered = 500;

/** Which parts do not answer now. They are all asked at once, when somebody wants to know. */
export class PartsHealth {
  private latest: { readonly at: number; readonly down: Promise<Down> } | undefined;

  constructor(private readonly parts: Watched) {}

  down(): Promise<Down> {
    if (!this.latest || performance.now() - this.latest.at > remembered) this.latest = { at: performance.now(), down: ask(this.parts) };
    return this.latest.down;
  }
}

async function ask(parts: Watched): Promise<Down> {
  const asked = (Object.keys(questions) as (keyof Watched)[]).filter((name) => parts[name]);
  const answers = await Promise.all(
    asked.map(async (name) => {
      const question = questions[name] as (part: unknown) => Promise<unknown>;
      const words = await within(question(parts[name]));
      return words === undefined ? [] : [[names[name], words] as const];
    }),
  );
  return Object.fromEntries(answers.flat());
}

/** Why there was no answer; nothing where there was one. */
async function within(answer: Promise<unknown>): Promise<string | undefined> {
  try {
    return (await inTime(answer.then(() => true))) ? undefined : `no answer within ${patience} ms`;
  } catch (error) {
    return error instanceof Unavailable ? error.message : `it failed (${(error as Error).name})`;
  }
}

/** An answer that whoever looks after a process can wait for; undefined where it takes longer. */
export async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  const late = new Error(`no answer within ${patience} ms`);
  return withDeadline(answer, patience, () => late).catch((error: unknown) => {
    if (error === late) return undefined;
    throw error;
  });
}
