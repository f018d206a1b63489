import {
  type FileUse,
  type Variant,
  removePublication,
  mayUseFile,
} from '#domain/kernel/files/files.js';
import type { FileReference } from '#domain/kernel/schema.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { FileUsage, type FileOwner } from './file-usage.js';

/** Data of an uploaded file besides its bytes. */
export type FileRecord = FileUse & {
  /** The account that uploaded it. */
  readonly owner: string;
  readonly organizationId: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
  /** SHA-256 of the uploaded bytes, to recognise a repeated upload. */
  readonly uploadedSha256: string;
  readonly createdAt: string;
  /** Data URL of a tiny picture, shown while the picture loads. */
  readonly placeholder?: string;
  /** Whether the bytes count against quotas. False for files older than quotas. */
  readonly isCounted?: boolean;
};

/** Expiry note. `owner` holds the due day (secondary index). Old notes have no `uploadOf`. */
type ExpiryNote = { readonly owner: string; readonly uploadOf?: FileOwner };

/** File of an erased record, kept until `until`. `owner` is a constant, to find all at once. */
type HeldFile = {
  readonly owner: typeof HELD_FILES;
  readonly until: string;
  readonly record: FileRecord;
};
const HELD_FILES = 'held';

/**
 * Variant for link previews, made on the first request, because most pictures are never previewed.
 */
export const PREVIEW = 'preview';

export const fileKey = (organizationId: string, fileId: string): string =>
  `${organizationId}_${fileId}`;
export const variantKey = (key: string, variant: Variant | typeof PREVIEW): string =>
  `${key}.${variant}`;
/** Key of the original, for the key of any variant. */
export const originalKey = (storedKey: string): string => storedKey.replace(/\.[^.]*$/, '');

const contentKey = ({ organizationId, uploadedSha256 }: FileRecord): string =>
  `${organizationId} ${uploadedSha256}`;

/** Expiry in the past: deletes the record, inside an update that checks its value first. */
const EXPIRED = new Date(0).toISOString();

/** Days after which an unreferenced file is removed. */
export const FILE_EXPIRY_DAYS = 60;

/** Stores the records of uploaded files: owner, referring records, expiry. */
export class FileRecords {
  private readonly usage: FileUsage;

  constructor(private readonly secrets: KeyValueStore) {
    this.usage = new FileUsage(secrets);
  }

  async find(key: string): Promise<FileRecord | undefined> {
    return (await this.secrets.get<FileRecord>('file', key))?.value;
  }

  /** Records by key, without those that do not exist. */
  async findMany(keys: readonly string[]): Promise<ReadonlyMap<string, FileRecord>> {
    return new Map(
      [...(await this.secrets.getMany<FileRecord>('file', keys))].map(([key, { value }]) => [
        key,
        value,
      ]),
    );
  }

  async findKeys(organizationId: string): Promise<readonly string[]> {
    const keys: string[] = [];
    for await (const { kind, id } of this.secrets.readNames())
      if (kind === 'file' && id.startsWith(fileKey(organizationId, ''))) keys.push(id);
    return keys;
  }

  /** Adds a record. Returns the existing one if two uploads use the same id. */
  async add(key: string, record: FileRecord): Promise<FileRecord> {
    if (await this.secrets.put('file', key, record, { expected: 0 })) return record;
    return (await this.find(key)) ?? this.add(key, record);
  }

  /** Records the hash of the uploaded bytes, so that the same upload under another id is found. */
  async recordContentHash(key: string): Promise<void> {
    const record = await this.find(key);
    if (record)
      await this.secrets.update<object>('file-content', key, () => ({
        value: { owner: contentKey(record) },
      }));
    // The file was removed meanwhile: its hash must not outlive it.
    if (!(await this.find(key))) await this.secrets.remove('file-content', key);
  }

  /** Files of the same organization with the same bytes. */
  async findSameContent(key: string): Promise<readonly FileRecord[]> {
    const record = await this.find(key);
    const sameHash = record
      ? await this.secrets.findByOwner('file-content', contentKey(record))
      : [];
    const found = await Promise.all(
      sameHash.filter(({ id }) => id !== key).map(({ id }) => this.find(id)),
    );
    return found.filter((other) => other !== undefined);
  }

  /**
   * Changes the record of a file, if it exists.
   * @param change returns undefined to leave the record unchanged
   */
  async change(key: string, change: (record: FileRecord) => FileRecord | undefined): Promise<void> {
    await this.secrets.update<FileRecord>('file', key, (record) => {
      const value = record && change(record);
      return value && { value };
    });
  }

  /**
   * Hides the file from a public page, and restarts its expiry. The bytes stay, because a command
   * that refers to them may not be recorded yet.
   */
  async unpublish(key: string, stream: string, now: string): Promise<void> {
    const record = await this.find(key);
    if (record?.shownBy?.[stream] === undefined) return;
    // Schedule expiry first, so a crash cannot leave the file unscheduled.
    await this.scheduleExpiry(key, record, now);
    await this.change(key, (current) => removePublication(current, stream));
  }

  /**
   * Schedules the expiry of a file. Called before bytes are reserved or stored, so a crash leaves
   * nothing unscheduled, and before a record stops showing the file.
   * @param now start of the expiry period
   * @returns whether the file had no expiry note
   */
  async scheduleExpiry(
    key: string,
    { owner, organizationId }: FileOwner,
    now: string,
  ): Promise<boolean> {
    const dueDay = new Date(Date.parse(now) + FILE_EXPIRY_DAYS * 24 * 60 * 60_000)
      .toISOString()
      .slice(0, 10);
    let previous: ExpiryNote | undefined;
    await this.secrets.update<ExpiryNote>('unreferred-file', key, (before) => {
      previous = before;
      return { value: { owner: dueDay, uploadOf: { owner, organizationId } } };
    });
    return previous === undefined;
  }

  /** Keys of files whose expiry is due on that day, even if something refers to them now. */
  async findDue(day: string): Promise<readonly string[]> {
    return (await this.secrets.findByOwner('unreferred-file', day)).map(({ id }) => id);
  }

  /**
   * Settles an expiry note: confirms the usage of a stored file, or releases its reservation, then
   * removes the note.
   * @param day day of the note; a postponed note stays
   */
  async settleExpiry(key: string, day?: string): Promise<void> {
    const note = (await this.secrets.get<ExpiryNote>('unreferred-file', key))?.value;
    if (!note || (day !== undefined && note.owner !== day)) return;
    const { uploadOf } = note;
    const isStored = (await this.find(key)) !== undefined || (await this.isHeld(key));
    if (uploadOf && isStored) await this.usage.confirm(key, uploadOf);
    else if (uploadOf) await this.usage.unreserve(key, uploadOf);
    await this.secrets.update<ExpiryNote>('unreferred-file', key, (current) =>
      current?.owner === note.owner ? { value: current, expiresAt: EXPIRED } : undefined,
    );
  }

  /** Last day whose expiries are all settled. */
  async readSweepCursor(): Promise<string | undefined> {
    return (await this.secrets.get<string>('files-forgotten', 'until'))?.value;
  }

  async saveSweepCursor(day: string): Promise<void> {
    await this.secrets.update<string>('files-forgotten', 'until', (before = '') =>
      before < day ? { value: day } : undefined,
    );
  }

  /** Removes the record. Only one of concurrent removals releases the bytes. */
  async remove(key: string): Promise<void> {
    let wasCounted = false;
    const record = await this.secrets.update<FileRecord>('file', key, (before) => {
      wasCounted = before?.isCounted ?? false;
      return before && wasCounted ? { value: { ...before, isCounted: false } } : undefined;
    });
    if (record && wasCounted) await this.usage.release(key, record);
    await this.removeRecord(key);
  }

  /**
   * Hides a file of an erased record. Its bytes stay, and count against quotas, until `removeHeld`.
   * @param use record that refers to the file, where the file's own record does not name it
   */
  async hold(key: string, use: Partial<FileUse>, until: string): Promise<void> {
    const record = await this.find(key);
    const held: HeldFile | undefined = record && {
      owner: HELD_FILES,
      until,
      record: { ...record, ...use },
    };
    if (held)
      await this.secrets.update<HeldFile>('held-file', key, (before) =>
        before ? undefined : { value: held },
      );
    await this.removeRecord(key);
  }

  async isHeld(key: string): Promise<boolean> {
    return (await this.secrets.get('held-file', key)) !== undefined;
  }

  async findHeld(): Promise<readonly (Omit<HeldFile, 'owner'> & { readonly key: string })[]> {
    return (await this.secrets.findByOwner<HeldFile>('held-file', HELD_FILES)).map(
      ({ id, value: { until, record } }) => ({ key: id, until, record }),
    );
  }

  /** Removes a held file whose bytes are deleted. Concurrent calls release the quota once. */
  async removeHeld(key: string): Promise<void> {
    let wasCounted = false;
    const held = await this.secrets.update<HeldFile>('held-file', key, (before) => {
      wasCounted = before?.record.isCounted ?? false;
      return before && wasCounted
        ? { value: { ...before, record: { ...before.record, isCounted: false } } }
        : undefined;
    });
    if (held && wasCounted) await this.usage.release(key, held.record);
    await this.secrets.remove('held-file', key);
  }

  private async removeRecord(key: string): Promise<void> {
    await this.secrets.remove('file', key);
    await this.secrets.remove('file-content', key);
  }

  /** Ids that the stream's record may refer to: of this organization, type and uploader. */
  async resolve(
    kind: FileReference,
    ids: readonly string[],
    {
      organizationId,
      actorId,
      stream,
      fileType,
    }: {
      readonly organizationId: string;
      readonly actorId: string;
      readonly stream: string;
      readonly fileType?: string | undefined;
    },
  ): Promise<ReadonlySet<string>> {
    const records = await this.findMany(ids.map((id) => fileKey(organizationId, id)));
    const found = ids.map((id) => [id, records.get(fileKey(organizationId, id))] as const);
    const isAllowed = (record: FileRecord) =>
      mayUseFile(record, kind, stream) && (fileType === undefined || record.kind === fileType);
    return new Set(
      found
        .filter(([, record]) => record && record.owner === actorId && isAllowed(record))
        .map(([id]) => id),
    );
  }

  /**
   * Claims the file for the record of an accepted command. If the command fails, the claim stays,
   * but the file still expires.
   * @returns false if another record has claimed it
   */
  async claim(kind: FileReference, key: string, stream: string): Promise<boolean> {
    let isFree = false;
    await this.secrets.update<FileRecord>('file', key, (record) => {
      isFree = record !== undefined && mayUseFile(record, kind, stream);
      return record && isFree && record.claimedBy === undefined
        ? { value: { ...record, claimedBy: stream } }
        : undefined;
    });
    return isFree;
  }
}
