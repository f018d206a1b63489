import { quotas } from '#domain/limits.js';
import { FileStore } from '@tus/file-store';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { Uploader } from './uploads.js';

/** How long one is kept, in milliseconds. */
const keptFor = 24 * 60 * 60_000;
/** Bytes of all in this process, as they were declared. */
const mostBytes = 10 * 1024 ** 3;
/** Least bytes that an unfinished upload counts as, because each takes two files on the disk. */
const leastBytes = 1024 ** 2;

export const idOf = (
  { organizationId, id: accountId }: Pick<Uploader, 'organizationId' | 'id'>,
  fileId: string,
): string => `${organizationId}_${accountId}_${fileId}`;
const accountOf = (id: string): string | undefined => id.split('_').at(-2);

/**
 * The folder in which uploads lie that are to go on. Of each there are two files: what has come,
 * and what was said of it.
 */
export class UnfinishedUploads extends FileStore {
  /** @param most bytes of all together */
  constructor(
    private readonly folder: string,
    private readonly most = mostBytes,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    super({ directory: folder, expirationPeriodInMilliseconds: keptFor });
  }

  /**
   * For a further one: the account's own oldest goes where it has as many as it may, and the oldest
   * of whoever holds most where the disk is full.
   */
  async makeRoom(fileId: string, declaredBytes: number, asker: Uploader): Promise<void> {
    const mostOfAccount = asker.verified
      ? quotas.unfinishedUploads
      : quotas.unfinishedUploadsOfUnverified;
    const bytes = Math.max(leastBytes, declaredBytes);
    let left = (await this.oldestFirst()).filter(({ id }) => id !== idOf(asker, fileId));
    for (;;) {
      const own = left.filter(({ account }) => account === asker.id);
      const isFull = sum(left) + bytes > this.most;
      const goes =
        own.length >= mostOfAccount ? own[0] : isFull ? oldestOfWhoeverHoldsMost(left) : undefined;
      if (!goes) return;
      await this.remove(goes.id);
      left = left.filter((one) => one !== goes);
    }
  }

  /** Also where only one of its two files is left. */
  override async remove(id: string): Promise<void> {
    for (const name of [`${id}.json`, id]) await rm(join(this.folder, name), { force: true });
  }

  /** Whatever lies there: a process that was killed may have left one file of the two. */
  override async deleteExpired(): Promise<number> {
    const expired = new Set<string>();
    for (const name of await readdir(this.folder)) {
      const found = await stat(join(this.folder, name)).catch(() => undefined);
      if (found && found.mtimeMs < Date.now() - keptFor) expired.add(parse(name).name);
    }
    for (const id of expired) await this.remove(id);
    return expired.size;
  }

  private async oldestFirst(): Promise<readonly Unfinished[]> {
    const ids = (await this.configstore.list?.()) ?? [];
    const all = await Promise.all(
      ids.map(async (id) => {
        const said = await this.configstore.get(id);
        return {
          id,
          account: accountOf(id),
          bytes: Math.max(leastBytes, said?.size ?? 0),
          begunAt: said?.creation_date ?? '',
        };
      }),
    );
    return all.toSorted((one, other) => one.begunAt.localeCompare(other.begunAt));
  }
}

type Unfinished = {
  readonly id: string;
  readonly account: string | undefined;
  readonly bytes: number;
  readonly begunAt: string;
};

const sum = (all: readonly Unfinished[]): number =>
  all.reduce((total, { bytes }) => total + bytes, 0);

/** Oldest upload of the account that holds most bytes; between equals, the oldest of all. */
function oldestOfWhoeverHoldsMost(all: readonly Unfinished[]): Unfinished | undefined {
  const held = new Map<string | undefined, number>();
  for (const { account, bytes } of all) held.set(account, (held.get(account) ?? 0) + bytes);
  const most = Math.max(...held.values());
  return all.find(({ account }) => held.get(account) === most);
}
