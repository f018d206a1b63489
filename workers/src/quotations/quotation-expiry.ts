import { Refusal } from '#domain/kernel/refusal.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { Clock } from '#platform/common/clock.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ReactorsHealth } from '#platform/jobs/reactors/reactors-health.js';
import { ReadSide } from '#platform/live/read-side.js';
import { Logger } from '#platform/process/logger.js';
import { ViewNotReady, Views } from '#platform/read-side/read-store/views.js';
import {
  type OrganizationZone,
  organizationZones,
} from '#projections/organizations/organization-zones.projection.js';
import {
  QUOTATION_EXPIRY_ORDER,
  type QuotationDocument,
  quotationList,
} from '#projections/quotations/quotation-list.projection.js';
import { Injectable } from '@nestjs/common';
import { v5 as uuid } from 'uuid';
import { InternalCommands } from '../internal-commands.js';

/** Name under which readiness reports a failure. */
const HEALTH_NAME = 'quotation-expiry';
const ROUND_INTERVAL_MS = 60_000;
const VIEW_TIMEOUT_MS = 10_000;
const PAGE_SIZE = 500;
/** Namespace for command ids, which derive from quotation and version. */
const EXPIRY_ID_NAMESPACE = '2c6a1f0e-1c62-4f3c-8a53-6d1e6a1f9d27';

/**
 * Expires quotations after their last valid day, by the day of their organization. Reads them from
 * the view, so no timer can be lost. Customers are refused from midnight on, even before a round
 * has run.
 */
@Injectable()
export class QuotationExpiry {
  /**
   * Last completed day of each organization. Not stored: after a restart, the day is checked once
   * more.
   */
  private readonly doneDays = new Map<string, string>();

  constructor(
    private readonly log: EventLog,
    private readonly readSide: ReadSide,
    private readonly views: Views,
    private readonly commands: InternalCommands,
    private readonly clock: Clock,
    private readonly health: ReactorsHealth,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.expireDue().catch((err: unknown) => {
        // Views are rebuilt at a first start and after an upgrade; the next round reads them.
        if (!(err instanceof ViewNotReady))
          this.logger.warn({ err }, 'quotations cannot be expired now');
      });
      await this.clock.pause(ROUND_INTERVAL_MS, signal);
    }
  }

  /**
   * Does one round.
   * @throws Unavailable if the round is to be retried
   */
  async expireDue(): Promise<void> {
    const now = this.clock.now();
    const dueOrganizations = await this.findDueOrganizations(now);
    if (dueOrganizations.length === 0) return;
    const hasNewestView = await this.readSide.waitForEach(
      await this.log.readLastPosition(),
      VIEW_TIMEOUT_MS,
    );
    let areAllDone = true;
    for (const { id, today } of dueOrganizations.filter((each) => hasNewestView(each.id)))
      try {
        await this.expireIn(id, today);
        this.doneDays.set(id, today);
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        areAllDone = false;
        this.health.recordFailure(HEALTH_NAME, now, error);
        this.logger.warn({ err: error, organizationId: id }, 'quotations cannot be expired now');
      }
    if (!dueOrganizations.every(({ id }) => hasNewestView(id)))
      throw new Unavailable('The view of quotations has not reached the end of the log yet');
    if (areAllDone) this.health.recordRecovery(HEALTH_NAME);
  }

  /** Organizations in which a day has begun that is not checked yet. */
  private async findDueOrganizations(
    now: string,
  ): Promise<readonly { readonly id: string; readonly today: string }[]> {
    const dueOrganizations: { readonly id: string; readonly today: string }[] = [];
    for await (const { documents } of this.views.readPages<OrganizationZone>(
      organizationZones,
      '',
      { sort: ['id'], limit: PAGE_SIZE },
    ))
      for (const { id, timeZone } of documents) {
        const today = dayIn(timeZone, now);
        if (this.doneDays.get(id) !== today) dueOrganizations.push({ id, today });
      }
    return dueOrganizations;
  }

  private async expireIn(organizationId: string, today: string): Promise<void> {
    const yesterday = dayAfter(today, -1);
    const filter = { status: { in: ['Sent', 'Viewed'] }, validUntilOn: { to: yesterday } };
    for await (const { documents } of this.views.readPages<QuotationDocument>(
      quotationList,
      organizationId,
      { filter, sort: QUOTATION_EXPIRY_ORDER, limit: PAGE_SIZE },
    ))
      for (const quotation of documents)
        if (quotation.isBuilt) await this.expire(organizationId, quotation);
  }

  private async expire(
    organizationId: string,
    { quotationId, version, assignedTo: actorId }: QuotationDocument,
  ): Promise<void> {
    const id = uuid(`${quotationId} ${version}`, EXPIRY_ID_NAMESPACE);
    try {
      await this.commands.send({
        command: { type: 'ExpireQuotation', data: { quotationId, version } },
        id,
        actorId,
        organizationId,
        causationId: id,
        correlationId: id,
      });
    } catch (error) {
      // The quotation was accepted meanwhile, or no longer exists.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
