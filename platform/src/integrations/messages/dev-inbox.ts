import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../common/clock.js';
import type { OutgoingMessage, Messages } from './messages.js';

export type InboxMessage = OutgoingMessage & { readonly at: string };
type Entry = InboxMessage & { readonly id: string };

const mostKept = 300;

/**
 * Where messages appear while nothing sends them: on a page and in the log, which is why it must not exist in production.
 * The last few hundred are in a file, one a line, that other processes may read too.
 */
export class DevInbox implements Messages {
  constructor(
    private readonly path: string,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly print: (line: string) => void,
  ) {
    if (process.env['NODE_ENV'] === 'production') throw new Error('The dev inbox shows codes: it must not exist in production');
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  }

  async send(id: string, { to, text, code }: OutgoingMessage): Promise<void> {
    const entries = this.entries();
    if (entries.some((entry) => entry.id === id)) return;
    const entry = { id, to, text, ...(code !== undefined && { code }), at: this.clock.now() };
    const lines = [...entries, entry].slice(-mostKept).map((each) => `${JSON.stringify(each)}\n`);
    writeFileSync(`${this.path}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${this.path}.new`, this.path);
    this.print(`dev inbox: to ${to}: ${text}`);
  }

  newestFirst(): readonly InboxMessage[] {
    return this.entries()
      .map(({ id: _, ...message }) => message)
      .reverse();
  }

  private entries(): readonly Entry[] {
    try {
      const lines = readFileSync(this.path, 'utf8').split('\n');
      // Earlier builds appended, and may have left half a line.
      return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as Entry);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
