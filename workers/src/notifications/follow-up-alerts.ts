import { Refusal } from '#domain/kernel/refusal.js';
import { openStatuses } from '#domain/leads/lead.values.js';
import { Clock } from '#platform/common/clock.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ReactorsHealth } from '#platform/jobs/reactors/reactors-health.js';
import { ReadSide } from '#platform/live/read-side.js';
import { ViewNotReady, Views } from '#platform/read-side/read-store/views.js';
import { Logger } from '#platform/process/logger.js';
import { followUps } from '#projections/leads/follow-ups.projection.js';
import { organizationZones } from '#projections/organizations/organization-zones.projection.js';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { v5 as uuid } from 'uuid';
import { InternalCommands } from '../internal-commands.js';
import { type DueFollowUp, findDayFromMorning, createDueAlert, dueDaysOn } from './due-alert.js';

/** Document of the view `organizationZones`. */
type Zone = { readonly id: string; readonly timeZone: string };
/** Organization in which it is eight o'clock or later on a day that is not completed. */
type Morning = { readonly id: string; readonly today: string };

/** Name under which readiness reports a failure. */
const HEALTH_NAME = 'follow-up-alerts';
const ROUND_INTERVAL_MS = 60_000;
const VIEW_TIMEOUT_MS = 10_000;
const PAGE_SIZE = 500;

/**
 * Raises alerts for follow-ups that are due today or overdue for up to a week, from eight in the
 * morning of their organization.
 * Reads due follow-ups from the view, so no timer can be lost. Alert ids derive from follow-up and
 * day, so repetitions after a crash are harmless. A reactor raises what becomes due later in the
 * day.
 */
@Injectable()
export class FollowUpAlerts {
  /**
   * Last completed day of each organization. Not stored: after a restart, the day is checked once
   * more.
   */
  private readonly doneDays = new Map<string, string>();
  private lastRoundAt = '';

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
      await this.raiseDue().catch((error) => {
        // Views are rebuilt at a first start and after an upgrade; the next round reads them.
        if (!(error instanceof ViewNotReady)) this.logFailure(error);
      });
      await this.clock.pause(ROUND_INTERVAL_MS, signal);
    }
  }

  /**
   * Does one round.
   * @throws Unavailable if the round is to be retried
   */
  async raiseDue(): Promise<void> {
    const { log, readSide, clock, health } = this;
    const now = clock.now();
    // After a clock was set back, follow-ups scheduled until the next eight o'clock are due too.
    if (now < this.lastRoundAt) this.doneDays.clear();
    this.lastRoundAt = now;
    let areAllNotified = true;
    const mornings: Morning[] = [];
    for (const zone of await this.readOrganizations()) {
      const isRead = await this.runIsolated(zone, () =>
        mornings.push(...this.findMorning(zone, now)),
      );
      areAllNotified &&= isRead;
    }
    // The view has to contain the follow-ups that were scheduled just before this round.
    const hasNewestView =
      mornings.length > 0
        ? await readSide.waitForEach(await log.readLastPosition(), VIEW_TIMEOUT_MS)
        : () => true;
    for (const morning of mornings.filter(({ id }) => hasNewestView(id))) {
      const isNotified = await this.runIsolated(morning, () => this.raiseForOrganization(morning));
      areAllNotified &&= isNotified;
    }
    if (!mornings.every(({ id }) => hasNewestView(id)))
      throw new Unavailable('The view of follow-ups has not reached the end of the log yet');
    if (areAllNotified) health.recordRecovery(HEALTH_NAME);
  }

  /**
   * Runs work for one organization, so that its failure does not stop the others. Resolves to
   * whether the work succeeded.
   * @throws Unavailable, which would fail every organization
   */
  private async runIsolated(
    { id }: { readonly id: string },
    work: () => unknown,
  ): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      this.health.recordFailure(HEALTH_NAME, this.clock.now(), error);
      this.logFailure(error, id);
      return false;
    }
  }

  /**
   * The organization's morning; empty before eight o'clock, or if the day is completed.
   * @throws RangeError if Node does not know the time zone
   */
  private findMorning({ id, timeZone }: Zone, now: string): readonly Morning[] {
    const today = findDayFromMorning(timeZone, now);
    return today !== undefined && this.doneDays.get(id) !== today ? [{ id, today }] : [];
  }

  private async readOrganizations(): Promise<readonly Zone[]> {
    const zones: Zone[] = [];
    for await (const { documents } of this.views.readPages<Zone>(organizationZones, '', {
      sort: ['id'],
      limit: PAGE_SIZE,
    }))
      zones.push(...documents);
    return zones;
  }

  /** Notifies all members, then throws the first error. */
  private async raiseForOrganization({ id, today }: Morning): Promise<void> {
    const errors: unknown[] = [];
    const roundId = randomUUID();
    const filter = { status: { in: openStatuses }, dueOn: dueDaysOn(today) };
    for await (const { documents } of this.views.readPages<DueFollowUp>(followUps, id, {
      filter,
      sort: ['dueOn'],
      limit: PAGE_SIZE,
    }))
      for (const followUp of documents)
        await this.raiseAlert(id, followUp, { today, roundId }).catch((error: unknown) =>
          errors.push(error),
        );
    if (errors.length > 0) throw errors[0];
    this.doneDays.set(id, today);
  }

  private async raiseAlert(
    organizationId: string,
    followUp: DueFollowUp,
    { today, roundId }: { readonly today: string; readonly roundId: string },
  ): Promise<void> {
    const { assignedTo: actorId } = followUp;
    const command = createDueAlert(followUp, today);
    const id = uuid(`${organizationId} ${actorId}`, command.data.alertId);
    try {
      await this.commands.send({
        command,
        id,
        actorId,
        organizationId,
        causationId: id,
        // Alerts of a round are one push.
        correlationId: roundId,
      });
    } catch (error) {
      // A refusal means that the alert does not apply any more.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Logs a failure of the whole round or of one organization; the next round retries. */
  private logFailure(err: unknown, organizationId?: string): void {
    this.logger.warn({ err, organizationId }, 'members cannot be notified of due follow-ups now');
  }
}
