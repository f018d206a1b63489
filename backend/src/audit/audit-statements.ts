import { type AuditKind, auditKinds } from '#domain/audit/audit.values.js';
import type {
  AuditStatements as Statements,
  ErasureRegister,
  LogProof,
  SignedCheckpoint,
} from '#domain/audit/audit.views.js';
import { Clock } from '#platform/common/clock.js';
import { type RecordedEvent, withPlaceholders } from '#platform/event-log/event-log.js';
import type { Checkpoint } from '#platform/proof/record-proof.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Injectable } from '@nestjs/common';
import { Notary } from '#platform/notary/notary.js';
import { toList } from '../http/listed.js';
import { AuditFeed, type AuditReader } from './audit-feed.js';
import { AuditTotals, type Period } from './audit-totals.js';

/** Erasures on a page of the register. */
const PAGE_ERASURES = 50;

export type StatementsReader = {
  readonly reader: AuditReader;
  /** Name of the organization. */
  readonly name: string;
  /** Period of a link; undefined for members. */
  readonly period?: Period;
};

/** Facts that prove the statements an auditor asks for. */
@Injectable()
export class AuditStatements {
  constructor(
    private readonly totals: AuditTotals,
    private readonly feed: AuditFeed,
    private readonly sealing: Sealing,
    private readonly clock: Clock,
    private readonly notary: Notary,
  ) {}

  async loadStatements({ reader, period, name }: StatementsReader): Promise<Statements> {
    const { totals, isCounting } = await this.totals.load(reader);
    const kinds = totals.countByKind(period);
    const newest = period ? totals.findNewest(period) : totals.newest;
    return {
      organization: { name, timeZone: reader.timeZone },
      preparedAt: this.clock.now(),
      ...(period && { period }),
      // Until everything is counted, the oldest known event is not the first.
      ...(!isCounting && totals.oldest && { first: toEventReference(totals.oldest) }),
      ...(newest && { newest: toEventReference(newest) }),
      kinds: auditKinds.flatMap((kind: AuditKind) => {
        const events = kinds.get(kind);
        return events === undefined ? [] : [{ kind, events }];
      }),
      isCounting,
      erasures: totals.listErasures(period).length,
      proof: await this.loadProof(),
    };
  }

  /** The reason of a stop is left out, because it may name records of other organizations. */
  private async loadProof(): Promise<LogProof> {
    const [newest, keys, { stopped, checkedAt }] = await Promise.all([
      this.notary.readNewest(),
      this.notary.readVerifierKeys(),
      this.notary.readStatus(),
    ]);
    return {
      ...(newest && { newest: toSignedCheckpoint(newest) }),
      keys,
      ...(checkedAt !== undefined && { checkedAt }),
      ...(stopped && { stoppedSince: stopped.since }),
    };
  }

  async loadErasures(
    { reader, period }: StatementsReader,
    after: string | undefined,
  ): Promise<ErasureRegister> {
    const { totals, isCounting } = await this.totals.load(reader);
    const all = totals.listErasures(period);
    const start = all.findIndex(({ metadata }) => metadata.eventId === after) + 1;
    const page = all.slice(start, start + PAGE_ERASURES);
    const next = start + page.length < all.length ? page.at(-1)!.metadata.eventId : undefined;
    const people = await this.feed.loadPeople(reader);
    const items = await this.feed.present(
      reader,
      people,
      await withPlaceholders(this.sealing.open(page)),
    );
    return { ...toList(items, next), isCounting };
  }
}

const toSignedCheckpoint = ({ size, root, note, at }: Checkpoint): SignedCheckpoint => ({
  size,
  root,
  note,
  at,
});
const toEventReference = ({ metadata: { eventId, at, hash } }: RecordedEvent) => ({
  eventId,
  at,
  hash,
});
