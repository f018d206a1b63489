import type { ProofKind } from '#domain/audit/audit.values.js';
import { pickShownData } from '#domain/history/shown-event.js';
import type { Role } from '#domain/kernel/policy.js';
import { type RefusalCode, refuse } from '#domain/kernel/refusal.js';
import { parseId } from '#domain/kernel/schema.js';
import { dayIn } from '#domain/kernel/values/days.js';
import {
  DamagedStream,
  EventLog,
  type RecordedEvent,
  withPlaceholders,
} from '#platform/event-log/event-log.js';
import { streamName } from '#platform/event-log/subject.js';
import { DoesNotFit } from '#platform/notary/misfit.js';
import type { PastCheckpoint } from '#platform/notary/checkpoints.js';
import { Notary } from '#platform/notary/notary.js';
import { HeadMoved } from '#platform/notary/proving.js';
import { NotaryStopped } from '#platform/notary/stop-switch.js';
import { openWithAnyKey, readCheckpoint, formatShortRoot } from '#platform/proof/checkpoint.js';
import {
  type ProofParts,
  createProofFile,
  formatProofFile,
  revisionsBeforeWithheld,
} from '#platform/proof/proof-file.js';
import type { Checkpoint } from '#platform/proof/record-proof.js';
import { formatVerifierKey, parseVerifierKey } from '#platform/proof/signed-note.js';
import { isRecord } from '#platform/sealing/personal-fields.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Injectable } from '@nestjs/common';
import type { Period } from './audit-totals.js';

/** Refusal for a missing record of each kind. */
const NOT_FOUND: Readonly<Record<ProofKind, RefusalCode>> = {
  lead: 'lead-not-found',
  customer: 'customer-not-found',
  quotation: 'quotation-not-found',
  bill: 'bill-not-found',
  product: 'product-not-found',
  package: 'package-not-found',
  offer: 'offer-not-found',
  organization: 'organization-not-found',
};
/** Attempts for a record that changes while its proof is made. */
const MAX_TRIES = 5;

/** Record for which a proof is requested, and what its reader may see of it. */
export type ProvenRecord = {
  readonly kind: ProofKind;
  readonly id: string;
  readonly organizationId: string;
  readonly timeZone: string;
  /** Undefined for the reader of a link. */
  readonly role: Role | undefined;
  /** Days of recording that a link shows; undefined for members. */
  readonly period?: Period;
};

/** Makes proofs of records. */
@Injectable()
export class Proofs {
  constructor(
    private readonly log: EventLog,
    private readonly sealing: Sealing,
    private readonly notary: Notary,
  ) {}

  /**
   * Text of a proof file. Signs a new checkpoint if the newest does not cover the record.
   * @param kept size of a checkpoint that the reader kept, or the beginning of its root
   * @throws Refusal if no such record existed within the period, or there is no such checkpoint, or
   * the notary has stopped
   */
  async create(record: ProvenRecord, kept?: string): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.tryCreate(record, kept);
      } catch (error) {
        if (isMisfit(error)) return refuse('proofs-stopped');
        if (!(error instanceof HeadMoved) || attempt === MAX_TRIES) throw error;
      }
    }
  }

  private async tryCreate(record: ProvenRecord, kept?: string): Promise<string> {
    const { kind, role } = record;
    const events = await this.read(record);
    const isInPeriod = createPeriodTest(record);
    if (!events.some(isInPeriod)) return refuse(NOT_FOUND[kind]);
    const opened = new Map(
      (await withPlaceholders(this.sealing.open(events))).map((event) => [event.revision, event]),
    );
    const isWithheld = (event: RecordedEvent): boolean =>
      !isInPeriod(event) ||
      // This build cannot tell which fields of an event of a newer one are secret.
      opened.get(event.revision)!.isNewer === true ||
      hasHiddenField(event.type, fieldsWithoutEnvelope(event), role) ||
      isEmptiedByErasure(event, opened.get(event.revision)!);
    const isShown = ({ revision }: RecordedEvent): boolean => {
      const { type, data } = opened.get(revision)!;
      return !hasHiddenField(type, data, role);
    };
    const proof = await this.notary.proveRecord(
      events[0]!.stream,
      events.at(-1)!.revision,
      revisionsBeforeWithheld(events, isWithheld),
    );
    const openings = await this.sealing.readOpenings(
      events,
      (event) => !isWithheld(event) && isShown(event),
    );
    const keys = await this.notary.readVerifierKeys();
    const signed = openWithAnyKey(keys.map(parseVerifierKey), proof.checkpoint.note);
    if (!signed) throw new Error('No known key has signed the checkpoint');
    const key = formatVerifierKey(signed.key);
    const rotations = await this.notary.origins.findRotationsTo(key);
    const earlier = kept === undefined ? [] : await this.findEarlier(proof.checkpoint, kept);
    return formatProofFile(
      createProofFile({ events, openings, isWithheld, proof, key, rotations, earlier }),
    );
  }

  /** @throws Refusal if the log never had the checkpoint */
  private async findEarlier(
    newest: Checkpoint,
    kept: string,
  ): Promise<NonNullable<ProofParts['earlier']>> {
    const isWanted = isKeptCheckpoint(kept);
    const earlier = await this.notary.checkpoints.findEarlier(newest, isWanted);
    return earlier.length > 0 || isWanted(newest) ? earlier : refuse('checkpoint-not-found');
  }

  private async read({
    kind,
    id,
    organizationId,
  }: ProvenRecord): Promise<readonly RecordedEvent[]> {
    const recordId = parseId(id);
    if (recordId === undefined) return [];
    if (kind !== 'organization') return this.log.read(streamName(kind, organizationId, recordId));
    return recordId === organizationId ? this.log.read(`organization-${recordId}`) : [];
  }
}

/** Whether the log contradicts what was signed. Only operators are told which events. */
const isMisfit = (error: unknown): boolean =>
  error instanceof NotaryStopped ||
  error instanceof DoesNotFit ||
  (error instanceof DamagedStream && !error.isTemporary);

const isKeptCheckpoint =
  (kept: string) =>
  ({ size, note }: PastCheckpoint): boolean =>
    String(size) === kept || formatShortRoot(readCheckpoint(note)) === kept;

const createPeriodTest =
  ({ period, timeZone }: ProvenRecord) =>
  ({ metadata: { at } }: RecordedEvent): boolean => {
    const day = dayIn(timeZone, at);
    return period === undefined || (day >= period.from && day <= period.to);
  };

/** Stored fields without the envelope. */
const fieldsWithoutEnvelope = ({ data }: RecordedEvent): Readonly<Record<string, unknown>> => {
  const { sealed: _, ...plain } = data as Readonly<Record<string, unknown>>;
  return plain;
};

/**
 * Whether data have a field that the role may not see. The salt of a document is no secret beside
 * the document itself.
 */
function hasHiddenField(type: string, data: object, role: Role | undefined): boolean {
  const shown = pickShownData(type, data, role);
  return Object.keys(data).some((field) => field !== 'salt' && !Object.hasOwn(shown, field));
}

/** Whether an erasure empties a field that an earlier build stored in plain text. */
const isEmptiedByErasure = (event: RecordedEvent, { data, erased }: RecordedEvent): boolean =>
  erased === true && !hasAllMembersOf(fieldsWithoutEnvelope(event), data);

/** Whether an opened value has all members of a stored one, with equal values. */
function hasAllMembersOf(stored: unknown, opened: unknown): boolean {
  if (!isRecord(stored) || !isRecord(opened))
    return JSON.stringify(stored) === JSON.stringify(opened);
  return Object.entries(stored).every(([name, value]) =>
    hasAllMembersOf(value, (opened as Readonly<Record<string, unknown>>)[name]),
  );
}
