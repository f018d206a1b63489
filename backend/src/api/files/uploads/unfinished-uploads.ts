import { quotas } from '#domain/limits.js';
import { FileStore } from '@tus/file-store';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { Uploader } from './uploads.js';

/** Time for which an unfinished upload is kept. */
const RETENTION_MS = 24 * 60 * 60_000;
/** Limit of declared bytes of all unfinished uploads in this process. */
const MAX_TOTAL_BYTES = 10 * 1024 ** 3;
/** Smallest size that is counted for an upload, because each consists of two files. */
const MIN_COUNTED_BYTES = 1024 ** 2;

export const uploadId = (
  { organizationId, id: accountId }: Pick<Uploader, 'organizationId' | 'id'>,
  fileId: string,
): string => `${organizationId}_${accountId}_${fileId}`;
const accountInId = (id: string): string | undefined => id.split('_').at(-2);

/** Folder of unfinished resumable uploads, with two files each: content and metadata. */
export class UnfinishedUploads extends FileStore {
  /** @param maxBytes limit of all uploads together */
  constructor(
    private readonly folder: string,
    private readonly maxBytes = MAX_TOTAL_BYTES,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    super({ directory: folder, expirationPeriodInMilliseconds: RETENTION_MS });
  }

  /**
   * Makes room for another upload: removes the account's oldest above its limit, or, if the folder
   * is full, the oldest of the account with most bytes.
   */
  async makeRoom(fileId: string, declaredBytes: number, uploader: Uploader): Promise<void> {
    const accountLimit = uploader.verified
      ? quotas.unfinishedUploads
      : quotas.unfinishedUploadsOfUnverified;
    const bytes = Math.max(MIN_COUNTED_BYTES, declaredBytes);
    let remaining = (await this.listOldestFirst()).filter(
      ({ id }) => id !== uploadId(uploader, fileId),
    );
    for (;;) {
      const ownUploads = remaining.filter(({ account }) => account === uploader.id);
      const isFull = totalBytes(remaining) + bytes > this.maxBytes;
      const toRemove =
        ownUploads.length >= accountLimit
          ? ownUploads[0]
          : isFull
            ? oldestOfLargestAccount(remaining)
            : undefined;
      if (!toRemove) return;
      await this.remove(toRemove.id);
      remaining = remaining.filter((one) => one !== toRemove);
    }
  }

  /** Removes both files; one may be missing. */
  override async remove(id: string): Promise<void> {
    for (const name of [`${id}.json`, id]) await rm(join(this.folder, name), { force: true });
  }

  /** Removes expired files, also single ones that a killed process left. */
  override async deleteExpired(): Promise<number> {
    const expired = new Set<string>();
    for (const name of await readdir(this.folder)) {
      const found = await stat(join(this.folder, name)).catch(() => undefined);
      if (found && found.mtimeMs < Date.now() - RETENTION_MS) expired.add(parse(name).name);
    }
    for (const id of expired) await this.remove(id);
    return expired.size;
  }

  private async listOldestFirst(): Promise<readonly Unfinished[]> {
    const ids = (await this.configstore.list?.()) ?? [];
    const all = await Promise.all(
      ids.map(async (id) => {
        const metadata = await this.configstore.get(id);
        return {
          id,
          account: accountInId(id),
          bytes: Math.max(MIN_COUNTED_BYTES, metadata?.size ?? 0),
          startedAt: metadata?.creation_date ?? '',
        };
      }),
    );
    return all.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
  }
}

type Unfinished = {
  readonly id: string;
  readonly account: string | undefined;
  readonly bytes: number;
  readonly startedAt: string;
};

const totalBytes = (all: readonly Unfinished[]): number =>
  all.reduce((total, { bytes }) => total + bytes, 0);

/** Oldest upload of the account with most bytes; of equal ones, the oldest of all. */
function oldestOfLargestAccount(all: readonly Unfinished[]): Unfinished | undefined {
  const bytesByAccount = new Map<string | undefined, number>();
  for (const { account, bytes } of all)
    bytesByAccount.set(account, (bytesByAccount.get(account) ?? 0) + bytes);
  const max = Math.max(...bytesByAccount.values());
  return all.find(({ account }) => bytesByAccount.get(account) === max);
}
