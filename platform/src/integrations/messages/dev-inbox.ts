import { mkdirSync, readFileSync } from 'node:fs';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../common/clock.js';
import type { Message, Messages } from './messages.js';

export type InboxMessage = Message & { readonly at: string };
type Entry = InboxMessage & { readonly id: string };

const kept = 300;

/**
 * Where messages appear while nothing sends them: on a page and in the log, which is why it must not exist in production.
 * The last few hundred are in a file, one a line, so that a restart keeps them.
 */
export class DevInbox implements Messages {
  private entries: Entry[];
  private lines: number;
  private writing: Promise<void> = Promise.resolve();

  /** @param print writes a line to the log. */
  constructor(
    private readonly path: string,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly print: (line: string) => void,
  ) {
    if (process.env['NODE_ENV'] === 'production') throw new Error('The dev inbox shows codes: it must not exist in production');
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const text = textIn(path);
    const all = entriesIn(text);
    this.entries = all.slice(-kept);
    this.lines = /[^\n]$/.test(text) ? 2 * kept : all.length; // After half a line the file is written anew.
  }

  async send(id: string, { to, text, code }: Message): Promise<void> {
    if (this.entries.some((entry) => entry.id === id)) return;
    const entry = { id, to, text, ...(code !== undefined && { code }), at: this.clock.now() };
    this.entries = [...this.entries, entry].slice(-kept);
    this.print(`dev inbox: to ${to}: ${text}`);
    const write = () => this.write(entry);
    await (this.writing = this.writing.then(write, write));
  }

  newestFirst(): readonly InboxMessage[] {
    return this.entries.map(({ id: _, ...message }) => message).reverse();
  }

  private async write(entry: Entry): Promise<void> {
    if (++this.lines <= 2 * kept) return appendFile(this.path, lineOf(entry), { mode: 0o600 });
    await writeFile(`${this.path}.new`, this.entries.map(lineOf).join(''), { mode: 0o600 });
    await rename(`${this.path}.new`, this.path);
    this.lines = this.entries.length;
  }
}

/** What another process has got, as it stands in the file whenever somebody looks. */
export const inboxOfOthers = (path: string): Pick<DevInbox, 'newestFirst'> => ({
  newestFirst: () =>
    entriesIn(textIn(path))
      .slice(-kept)
      .map(({ id: _, ...message }) => message)
      .reverse(),
});

const lineOf = (entry: Entry): string => `${JSON.stringify(entry)}\n`;

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}

/** A line that a killed process has left half written is left out. */
const entriesIn = (text: string): Entry[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Entry];
    } catch {
      return [];
    }
  });
