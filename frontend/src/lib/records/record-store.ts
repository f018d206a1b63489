import { hashKey } from '@tanstack/react-query';
import { viewsOf } from '../server/position.js';
import { type Device, DeviceRows } from './device-rows.js';
import { copiesOf } from './record-copies.js';
import {
  completeDetail,
  detailRef,
  idOf,
  isNewer,
  type Kind,
  kindOf,
  type Ref,
  refOf,
  refTo,
  revisionOf,
  rowRef,
  type StoredRecord,
  type Version,
} from './record.js';

/** Change of a record as screens see it. No `before`: unknown until now. No `after`: gone. */
export interface RecordChange {
  readonly ref: Ref;
  readonly before: object | undefined;
  readonly after: object | undefined;
  /** Whether the record is new on the server, not only here. */
  readonly isAdded: boolean;
}
type Listener = (changes: readonly RecordChange[]) => void;

/** Log position and time at which documents were read. */
export interface Source {
  readonly position?: string | undefined;
  /** Milliseconds; default is now. */
  readonly at?: number;
  readonly isAdded?: boolean;
}

/** Limit of stored records per kind; the newest stay. */
const MAX_PER_KIND = 2_000;
/**
 * Counts records per kind, newest first.
 * @returns whether a record is beyond the limit
 */
function createLimitCheck(): (record: StoredRecord) => boolean {
  const counts = new Map<Kind, number>();
  return ({ ref }) => {
    const count = (counts.get(kindOf(ref)) ?? 0) + 1;
    counts.set(kindOf(ref), count);
    return count > MAX_PER_KIND;
  };
}

/**
 * Every document that the server has answered or pushed, once, by kind and id. The higher revision
 * of the latest views wins, even over later arrivals; a deletion is a tombstone. The device stores
 * one row per record, and the same rule decides between tabs.
 */
export class RecordStore {
  private readonly records = new Map<Ref, StoredRecord>();
  /** Start of the latest views that a document came from, as an instant. */
  private latestViews = '';
  private readonly listeners = new Set<Listener>();
  private hidden: ReadonlySet<string> = new Set();
  private readonly completions = new WeakMap<
    object,
    { readonly row: object; readonly completed: object }
  >();
  private readonly rows: DeviceRows<StoredRecord>;

  constructor(device: Device) {
    this.rows = new DeviceRows<StoredRecord>({
      store: 'records',
      device,
      isNewer,
      isTombstone: ({ document }) => document === undefined,
      onStored: (row) => this.apply([row], { isStored: true }),
    });
  }

  /** Puts documents of a kind, except older ones than those stored. */
  put(
    kind: Kind | ((document: object) => Ref),
    documents: readonly object[],
    { position, at = Date.now(), isAdded = false }: Source = {},
  ): void {
    const records = documents.map((document): StoredRecord => {
      const ref = typeof kind === 'function' ? kind(document) : refOf(kind, document);
      return {
        ref,
        revision: revisionOf(document),
        position,
        document,
        at,
        ...(isAdded && { isAdded }),
      };
    });
    this.apply(records);
  }

  /**
   * Replaces a record's row and detail by tombstones. A lead's dependent records are removed too.
   */
  remove(kind: Kind, id: string, { revision, position }: Version): void {
    const ref = refTo(kind, id);
    const refs = [ref, detailRef(ref), rowRef(ref)].filter((each) => each !== undefined);
    this.apply(refs.map((each) => ({ ref: each, revision, position, at: Date.now() })));
    if (kind === 'lead' && this.readEvenIfHidden(ref) === undefined)
      this.forget((record) => leadOf(record.ref, record.document) === id);
  }

  /** Forgets records without a tombstone: a later answer may bring them back. */
  forget(isForgotten: (record: StoredRecord) => boolean): void {
    const forgotten = [...this.records.values()].filter(isForgotten);
    this.applyAndNotify(
      forgotten.map(({ ref }) => ref),
      () => {
        for (const { ref } of forgotten) {
          this.records.delete(ref);
          this.rows.remove(ref);
        }
      },
    );
  }

  /**
   * Forgets the oldest records beyond the limit, because a tab may stay open for weeks.
   * @param isUsed spares a record with its row or detail
   */
  prune(isUsed: (ref: Ref) => boolean): void {
    const isNeeded = ({ ref }: StoredRecord): boolean =>
      [ref, detailRef(ref), rowRef(ref)].some((each) => each !== undefined && isUsed(each));
    const newestFirst = [...this.records.values()].toSorted((one, other) => other.at - one.at);
    const recordsBeyondLimit = new Set(
      newestFirst.filter(createLimitCheck()).filter((record) => !isNeeded(record)),
    );
    if (recordsBeyondLimit.size > 0) this.forget((record) => recordsBeyondLimit.has(record));
  }

  /** Document as shown: the newer of row and detail; undefined if gone, hidden or unknown. */
  read(ref: Ref): object | undefined {
    const document = this.readEvenIfHidden(ref);
    const leadId = this.hidden.size > 0 && leadOf(ref, document);
    return leadId && this.hidden.has(leadId) ? undefined : document;
  }

  /** Document as `read` returns it, but also if hidden. */
  readEvenIfHidden(ref: Ref): object | undefined {
    const record = this.records.get(ref);
    const detail = detailRef(ref);
    if (detail) {
      const detailRecord = this.records.get(detail);
      if (!record || !detailRecord) return (record ?? detailRecord)?.document;
      return (isNewer(detailRecord, record) ? detailRecord : record).document;
    }
    const row = rowRef(ref);
    const rowRecord = row && this.records.get(row);
    const isBehind =
      rowRecord?.revision !== undefined &&
      record?.revision !== undefined &&
      rowRecord.revision > record.revision;
    if (record?.document && row && isBehind)
      return rowRecord.document && this.completeDetail(record.document, rowRecord.document, row);
    return record?.document;
  }

  /** Whether the record's row is newer than its detail. */
  isBehind(ref: Ref): boolean {
    const [detail, row] = [this.records.get(ref), this.records.get(rowRef(ref) ?? ref)];
    return (
      detail?.revision !== undefined &&
      row?.revision !== undefined &&
      row.revision > detail.revision
    );
  }

  /** Time of receipt, in milliseconds. */
  receivedAt = (ref: Ref): number | undefined => this.records.get(ref)?.at;

  /** Version of exactly this document, for instance of the detail. */
  storedVersion = (ref: Ref): Version | undefined => this.records.get(ref);

  /** Version of the newer of row and detail. */
  version = (ref: Ref): Version | undefined => {
    const [row, detail] = [this.records.get(ref), this.records.get(detailRef(ref) ?? ref)];
    if (!row || !detail) return row ?? detail;
    return isNewer(detail, row) ? detail : row;
  };

  /** Documents of a kind, each the newer of row and detail. */
  all(kind: Kind): readonly object[] {
    const refs = new Set<Ref>();
    for (const ref of this.records.keys()) {
      if (kindOf(ref) === kind) refs.add(ref);
      const row = rowRef(ref);
      if (row && kindOf(row) === kind) refs.add(row);
    }
    return [...refs].flatMap((ref) => this.read(ref) ?? []);
  }

  /** Hides leads and their dependent records while their deletion waits to be sent. */
  hide(ids: readonly string[]): void {
    const changed = [...new Set([...ids, ...this.hidden])].filter(
      (id) => !ids.includes(id) || !this.hidden.has(id),
    );
    if (changed.length === 0) return;
    const refs = [...this.records.values()]
      .filter(({ ref, document }) => changed.includes(leadOf(ref, document) ?? ''))
      .map(({ ref }) => ref);
    this.applyAndNotify(refs, () => {
      this.hidden = new Set(ids);
    });
  }

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Loads the scope's stored records. */
  async restore(): Promise<void> {
    const stored = await this.rows.load(createLimitCheck());
    this.apply(
      stored.map(({ row: { isAdded: _, ...row } }) => row),
      { isStored: true },
    );
  }

  /** Forgets everything, in memory and on the device. */
  clear(): Promise<void> {
    this.applyAndNotify([...this.records.keys()], () => this.records.clear());
    return this.rows.clear();
  }

  flush = (): Promise<void> => this.rows.flush();

  private apply(records: readonly StoredRecord[], { isStored = false } = {}): void {
    this.dropRecordsOfEarlierViews(records);
    const accepted = records.filter((record) => this.isAccepted(record));
    if (accepted.length === 0) return;
    const changed = isStored ? accepted : [...accepted, ...this.updatedCopies(accepted)];
    this.applyAndNotify(
      changed.map(({ ref }) => ref),
      () => {
        for (const record of changed) {
          this.records.set(record.ref, record);
          if (!isStored) this.rows.put(record.ref, record, record.at);
        }
      },
      accepted.some(({ isAdded }) => isAdded),
    );
  }

  /** Updated rows of other records that contain copied fields of these records. */
  private updatedCopies(sources: readonly StoredRecord[]): readonly StoredRecord[] {
    const kinds = new Set(
      sources.flatMap(({ ref }) => copiesOf(kindOf(ref)).map(({ into }) => into)),
    );
    if (kinds.size === 0) return [];
    const rows = [...this.records].filter(([ref]) => kinds.has(kindOf(ref)));
    const changed = new Map<Ref, StoredRecord>();
    for (const { ref, document: source, position = '', at } of sources) {
      const id = idOf(ref);
      for (const { into, hasCopyOf, withCopy } of copiesOf(kindOf(ref))) {
        for (const [rowKey, stored] of rows) {
          const row = changed.get(rowKey) ?? stored;
          if (kindOf(rowKey) !== into || !row.document || !hasCopyOf(row.document, id)) continue;
          const isNewerThanSource = (row.position ?? '') > position;
          if (isNewerThanSource) continue;
          const document = withCopy(row.document, source, id);
          if (hashKey([document]) !== hashKey([row.document]))
            changed.set(rowKey, { ...row, document, position, at });
        }
      }
    }
    return [...changed.values()];
  }

  /**
   * Forgets records of earlier views once a document of later views comes: the server was restored
   * from a backup, which may lack them. Their stored rows expire unread, because another tab may
   * have replaced them already.
   */
  private dropRecordsOfEarlierViews(records: readonly StoredRecord[]): void {
    const latest =
      records
        .map(({ position }) => viewsOf(position) ?? '')
        .toSorted()
        .at(-1) ?? '';
    if (latest <= this.latestViews) return;
    this.latestViews = latest;
    const droppedRecords = [...this.records.values()].filter((record) =>
      this.isOfEarlierViews(record),
    );
    this.applyAndNotify(
      droppedRecords.map(({ ref }) => ref),
      () => droppedRecords.forEach(({ ref }) => this.records.delete(ref)),
    );
  }

  private isOfEarlierViews({ position }: Version): boolean {
    return (viewsOf(position) ?? this.latestViews) < this.latestViews;
  }

  private isAccepted(record: StoredRecord): boolean {
    if (this.isOfEarlierViews(record) || this.isOfGoneLead(record)) return false;
    const stored = this.records.get(record.ref);
    return !stored || isNewer(record, stored);
  }

  /** Whether a document was read before its lead was deleted, and so disappeared with the lead. */
  private isOfGoneLead({ ref, document, position = '' }: StoredRecord): boolean {
    const leadId = leadOf(ref, document);
    if (leadId === undefined || kindOf(ref) === 'lead' || kindOf(ref) === 'lead-detail')
      return false;
    const lead = this.records.get(refTo('lead', leadId));
    return lead !== undefined && !lead.document && position < (lead.position ?? '');
  }

  /** Runs a change and notifies listeners of what screens now read differently. */
  private applyAndNotify(refs: readonly Ref[], change: () => void, isAdded = false): void {
    const affected = [
      ...new Set(
        refs.flatMap((ref) =>
          [ref, detailRef(ref), rowRef(ref)].filter((each) => each !== undefined),
        ),
      ),
    ];
    const before = affected.map((ref) => this.read(ref));
    change();
    const changes = affected
      .map((ref, index) => ({
        ref,
        before: before[index],
        after: this.read(ref),
        isAdded: isAdded && before[index] === undefined,
      }))
      .filter((each) => each.before !== each.after);
    if (changes.length > 0) for (const listener of this.listeners) listener(changes);
  }

  /** Completed detail, the same object for the same inputs, because screens compare identity. */
  private completeDetail(detail: object, row: object, ref: Ref): object {
    const lastCompletion = this.completions.get(detail);
    if (lastCompletion?.row === row) return lastCompletion.completed;
    const completed = completeDetail(detail, row, ref);
    this.completions.set(detail, { row, completed });
    return completed;
  }
}

/** Lead of a record; it disappears with the lead. A customer has none: it outlives its lead. */
export function leadOf(ref: Ref, document: object | undefined): string | undefined {
  const outlivesLead = kindOf(ref) === 'customer' || kindOf(ref) === 'customer-detail';
  return !outlivesLead && document && 'leadId' in document && typeof document.leadId === 'string'
    ? document.leadId
    : undefined;
}
