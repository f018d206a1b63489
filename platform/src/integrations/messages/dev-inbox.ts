import { appendFileSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../common/clock.js';
import type { OutgoingMessage, Messages } from './messages.js';

export type InboxMessage = OutgoingMessage & { readonly at: string };
type Entry = InboxMessage & { readonly id: string };

const MAX_MESSAGES = 300;

/**
 * Shows messages on a page and in the log while no service sends them; refused in production.
 * Messages are lines that several processes append to one file. A full file is set aside, so
 * nothing is rewritten.
 */
export class DevInbox implements Messages {
  constructor(
    private readonly path: string,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly print: (line: string) => void,
  ) {
    if (process.env['NODE_ENV'] === 'production')
      throw new Error('The dev inbox shows codes: it must not exist in production');
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  }

  async send(id: string, { to, text, code }: OutgoingMessage): Promise<void> {
    if (this.entries().some((entry) => entry.id === id)) return;
    if (readLines(this.path).length >= MAX_MESSAGES) renameSync(this.path, this.previousPath);
    const entry = { id, to, text, ...(code !== undefined && { code }), at: this.clock.now() };
    // The leading line break ends a partial line that a crash may have left.
    appendFileSync(this.path, `\n${JSON.stringify(entry)}\n`, { mode: 0o600 });
    this.print(`dev inbox: to ${to}: ${text}`);
  }

  newestFirst(): readonly InboxMessage[] {
    return this.entries()
      .map(({ id: _, ...message }) => message)
      .reverse();
  }

  private get previousPath(): string {
    return `${this.path}.earlier`;
  }

  /** Removes duplicates: two processes may append a message at the same moment. */
  private entries(): readonly Entry[] {
    const entries = [this.previousPath, this.path]
      .flatMap(readLines)
      .map((line) => JSON.parse(line) as Entry);
    return [...new Map(entries.map((entry) => [entry.id, entry])).values()].slice(-MAX_MESSAGES);
  }
}

/** Complete lines of a file. */
function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
