import { type FileUse, type Variant, hiddenBy, mayBeReferredTo } from '#domain/kernel/files.js';
import type { FileReference } from '#domain/kernel/schema.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { FileUsage, type Whose } from './file-usage.js';

/** Data of an uploaded file besides its bytes. */
export type FileRecord = FileUse & {
  /** The account that uploaded it. */
  readonly owner: string;
  readonly organizationId: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
  /** SHA-256 of what was uploaded, so that the same upload again is known. */
  readonly uploadedSha256: string;
  readonly createdAt: string;
  /** Image URL of a few pixels, shown until the picture has loaded. */
  readonly placeholder?: string;
  /**
   * Its bytes count against quotas, until it is removed. Files from before there were quotas do
   * not.
   */
  readonly isCounted?: boolean;
};

/** Expiry note. `owner` holds the due day (secondary index). Older notes have no `uploadOf`. */
type Note = { readonly owner: string; readonly uploadOf?: Whose };

/**
 * File of an erased record. `owner` is the same for all, so that all are found; `until` is when it
 * is due to be removed.
 */
type HeldFile = {
  readonly owner: typeof heldFiles;
  readonly until: string;
  readonly record: FileRecord;
};
const heldFiles = 'held';

/** Size for link previews. Made on the first request, because most pictures are never previewed. */
export const preview = 'preview';

export const fileKey = (organizationId: string, fileId: string): string =>
  `${organizationId}_${fileId}`;
export const variantKey = (key: string, variant: Variant | typeof preview): string =>
  `${key}.${variant}`;
/** The file's own key, of a smaller picture's as well. */
export const originalKey = (storedKey: string): string => storedKey.replace(/\.[^.]*$/, '');

const contentOf = ({ organizationId, uploadedSha256 }: FileRecord): string =>
  `${organizationId} ${uploadedSha256}`;

/** Expiry that removes a value at once, inside an update that checks the value first. */
const longAgo = new Date(0).toISOString();

/** A file that nothing refers to by then goes. */
export const daysUntilForgotten = 60;

/**
 * Asked for by the upload and by every event that speaks of the file: within a day they are one.
 */
export const photoVariantsJob = (key: string) =>
  ({ name: 'photo-variants', id: `photo-variants-${key}`, data: { key } }) as const;

/** Records of files: what a command may refer to, whose they are, and which are unreferenced. */
export class FileRecords {
  private readonly usage: FileUsage;

  constructor(private readonly secrets: KeyValueStore) {
    this.usage = new FileUsage(secrets);
  }

  async find(key: string): Promise<FileRecord | undefined> {
    return (await this.secrets.get<FileRecord>('file', key))?.value;
  }

  /** Records by their keys; who is not there is left out. */
  async findMany(keys: readonly string[]): Promise<ReadonlyMap<string, FileRecord>> {
    return new Map(
      [...(await this.secrets.getMany<FileRecord>('file', keys))].map(([key, { value }]) => [
        key,
        value,
      ]),
    );
  }

  /** Answers the record that there is: of two uploads under one id the first. */
  async add(key: string, record: FileRecord): Promise<FileRecord> {
    if (await this.secrets.put('file', key, record, { expected: 0 })) return record;
    return (await this.find(key)) ?? this.add(key, record);
  }

  /**
   * Notes what its bytes were when they were uploaded, so that the same upload under another id can
   * be found.
   */
  async noteContent(key: string): Promise<void> {
    const record = await this.find(key);
    if (record)
      await this.secrets.update<object>('file-content', key, () => ({
        value: { owner: contentOf(record) },
      }));
    // Removed meanwhile, or before this was tried again: no hash of a file stays without the file.
    if (!(await this.find(key))) await this.secrets.remove('file-content', key);
  }

  /** Noted files of the same organization with the same bytes. */
  async sameContent(key: string): Promise<readonly FileRecord[]> {
    const record = await this.find(key);
    const noted = record ? await this.secrets.ofOwner('file-content', contentOf(record)) : [];
    const found = await Promise.all(
      noted.filter(({ id }) => id !== key).map(({ id }) => this.find(id)),
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
   * Hides the file from a public page but keeps its bytes. An earlier command may refer to it and
   * not be noted yet. An unreferenced file expires in its time, counted from now.
   */
  async unpublish(key: string, stream: string, now: string): Promise<void> {
    const shown = await this.find(key);
    if (shown?.shownBy?.[stream] === undefined) return;
    // First, so that it is not forgotten to be forgotten where this ends in between.
    await this.willBeForgotten(key, shown, now);
    await this.change(key, (record) => hiddenBy(record, stream));
  }

  /**
   * Noted before bytes are reserved or kept, so that whatever ends in between is forgotten in its
   * time, counted from the last try; and again before a record ceases to show it.
   * @param now from when on its time is counted
   * @returns whether nothing was noted of it before
   */
  async willBeForgotten(
    key: string,
    { owner, organizationId }: Whose,
    now: string,
  ): Promise<boolean> {
    const on = new Date(Date.parse(now) + daysUntilForgotten * 24 * 60 * 60_000)
      .toISOString()
      .slice(0, 10);
    let known: Note | undefined;
    await this.secrets.update<Note>('unreferred-file', key, (before) => {
      known = before;
      return { value: { owner: on, uploadOf: { owner, organizationId } } };
    });
    return known === undefined;
  }

  /** Keys of what was to be forgotten on that day, referred to meanwhile or not. */
  async toBeForgotten(on: string): Promise<readonly string[]> {
    return (await this.secrets.ofOwner('unreferred-file', on)).map(({ id }) => id);
  }

  /**
   * Settles an expiry note: confirms the usage of a kept file, or releases its reservation, then
   * removes the note.
   * @param on day of the note; a note that was postponed stays
   */
  async isForgotten(key: string, on?: string): Promise<void> {
    const note = (await this.secrets.get<Note>('unreferred-file', key))?.value;
    if (!note || (on !== undefined && note.owner !== on)) return;
    const { uploadOf } = note;
    const isKept = (await this.find(key)) !== undefined || (await this.isHeld(key));
    if (uploadOf && isKept) await this.usage.confirm(key, uploadOf);
    else if (uploadOf) await this.usage.unreserve(key, uploadOf);
    await this.secrets.update<Note>('unreferred-file', key, (left) =>
      left?.owner === note.owner ? { value: left, expiresAt: longAgo } : undefined,
    );
  }

  /** The day up to which nothing is left to be forgotten. */
  async forgottenUntil(): Promise<string | undefined> {
    return (await this.secrets.get<string>('files-forgotten', 'until'))?.value;
  }

  async allForgotten(on: string): Promise<void> {
    await this.secrets.update<string>('files-forgotten', 'until', (before = '') =>
      before < on ? { value: on } : undefined,
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
    await this.hide(key);
  }

  /**
   * Hides a file of an erased lead from everybody and keeps its bytes, which count against quotas
   * until `removeHeld`.
   */
  async hold(key: string, leadId: string, until: string): Promise<void> {
    const record = await this.find(key);
    const held: HeldFile | undefined = record && {
      owner: heldFiles,
      until,
      record: { ...record, leadId },
    };
    if (held)
      await this.secrets.update<HeldFile>('held-file', key, (before) =>
        before ? undefined : { value: held },
      );
    await this.hide(key);
  }

  async isHeld(key: string): Promise<boolean> {
    return (await this.secrets.get('held-file', key)) !== undefined;
  }

  async held(): Promise<readonly (Omit<HeldFile, 'owner'> & { readonly key: string })[]> {
    return (await this.secrets.ofOwner<HeldFile>('held-file', heldFiles)).map(
      ({ id, value: { until, record } }) => ({ key: id, until, record }),
    );
  }

  /** Called when its bytes are gone. Of concurrent calls one releases them. */
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

  private async hide(key: string): Promise<void> {
    await this.secrets.remove('file', key);
    await this.secrets.remove('file-content', key);
  }

  /**
   * Those of the ids that the record of the stream may refer to so, that are of the type that is
   * said, of that organization, and were uploaded by that account.
   */
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
    const isOfType = (record: FileRecord) =>
      mayBeReferredTo(record, kind, stream) && (fileType === undefined || record.kind === fileType);
    return new Set(
      found
        .filter(([, record]) => record && record.owner === actorId && isOfType(record))
        .map(([id]) => id),
    );
  }

  /**
   * Records that an accepted command is about to put the file into the record of that stream. A
   * command that fails after that leaves the claim, which keeps no file from being forgotten.
   * @returns false where another record has been quicker
   */
  async claim(kind: FileReference, key: string, stream: string): Promise<boolean> {
    let isFree = false;
    await this.secrets.update<FileRecord>('file', key, (record) => {
      isFree = record !== undefined && mayBeReferredTo(record, kind, stream);
      return record && isFree && record.claimedBy === undefined
        ? { value: { ...record, claimedBy: stream } }
        : undefined;
    });
    return isFree;
  }
}
