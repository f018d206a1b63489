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
import { v5 as uuid } from 'uuid';
import { InternalCommands } from '../internal-commands.js';
import { type DueFollowUp, dayFromMorning, dueAlert, dueDaysOn } from './due-alert.js';

/** Organization in the view `organizationZones`. */
type Zone = { readonly id: string; readonly timeZone: string };
type Morning = { readonly id: string; readonly today: string };

/** Under which name readiness shows that some cannot be notified. */
const nameInHealth = 'follow-up-alerts';
const betweenRounds = 60_000;
const viewTimeoutMilliseconds = 10_000;
const page = 500;

/**
 * From eight in the morning of an organization: who has a follow-up to make that day, and who has
 * not made yesterday's. What is due is read in the view of follow-ups and nowhere else, so that
 * there is no timer to be lost; an alert's id follows from the follow-up and its day, so that what
 * is raised again after a crash, by another worker, or after the clock was set back, is there once.
 * What becomes due later in the day is raised by the reactor on changes of leads.
 */
@Injectable()
export class FollowUpAlerts {
  /**
   * Organizations, and their day that is done. Lost with the process: then the day is looked
   * through once more.
   */
  private readonly done = new Map<string, string>();
  private before = '';

  constructor(
    private readonly log: EventLog,
    private readonly readSide: ReadSide,
    private readonly views: Views,
    private readonly commands: InternalCommands,
    private readonly clock: Clock,
    private readonly health: ReactorsHealth,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.raiseDue().catch((error) => {
        // At a first start, and after an upgrade, views are made before they can be read: the next
        // round reads them.
        if (!(error instanceof ViewNotReady)) this.troubled(error);
      });
      await this.clock.pause(betweenRounds, signal);
    }
  }

  /** Does one round. @throws Unavailable if the round is to be tried again */
  async raiseDue(): Promise<void> {
    const { log, readSide, clock, health } = this;
    const now = clock.now();
    // The clock was set back: follow-ups scheduled until it is eight again are due too.
    if (now < this.before) this.done.clear();
    this.before = now;
    let areAllNotified = true;
    const mornings: Morning[] = [];
    for (const zone of await this.organizations())
      areAllNotified =
        (await this.apart(zone, () => mornings.push(...this.morningOf(zone, now)))) &&
        areAllNotified;
    // The view must contain the follow-ups that were scheduled just before this round.
    if (mornings.length > 0 && !(await readSide.waitFor(await log.head(), viewTimeoutMilliseconds)))
      throw new Unavailable('The follow-ups have not come that far yet');
    for (const morning of mornings)
      areAllNotified = (await this.apart(morning, () => this.raiseIn(morning))) && areAllNotified;
    if (areAllNotified) health.recordRecovery(nameInHealth);
  }

  /**
   * Runs work for one organization; its failure keeps no other waiting.
   * @throws Unavailable, which would fail every organization
   */
  private async apart({ id }: { readonly id: string }, work: () => unknown): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      this.health.recordFailure(nameInHealth, this.clock.now(), error);
      this.troubled(error, id);
      return false;
    }
  }

  /**
   * Returns one morning at most: none before eight, none once today is done.
   * @throws RangeError if this Node does not know the time zone
   */
  private morningOf({ id, timeZone }: Zone, now: string): readonly Morning[] {
    const today = dayFromMorning(timeZone, now);
    return today !== undefined && this.done.get(id) !== today ? [{ id, today }] : [];
  }

  private async organizations(): Promise<readonly Zone[]> {
    const zones: Zone[] = [];
    for await (const { documents } of this.views.pages<Zone>(organizationZones, '', {
      sort: ['id'],
      limit: page,
    }))
      zones.push(...documents);
    return zones;
  }

  /** @throws the first that went wrong, when all the others are notified */
  private async raiseIn({ id, today }: Morning): Promise<void> {
    const troubles: unknown[] = [];
    const filter = { status: { in: openStatuses }, dueOn: dueDaysOn(today) };
    for await (const { documents } of this.views.pages<DueFollowUp>(followUps, id, {
      filter,
      sort: ['dueOn'],
      limit: page,
    }))
      for (const followUp of documents)
        await this.raise(id, followUp, today).catch((error: unknown) => troubles.push(error));
    if (troubles.length > 0) throw troubles[0];
    this.done.set(id, today);
  }

  private async raise(organizationId: string, followUp: DueFollowUp, today: string): Promise<void> {
    const { assignedTo: actorId } = followUp;
    const command = dueAlert(followUp, today);
    const id = uuid(`${organizationId} ${actorId}`, command.data.alertId);
    try {
      await this.commands.send({
        command,
        id,
        actorId,
        organizationId,
        causationId: id,
        correlationId: id,
      });
    } catch (error) {
      // A rule says that it does not hold: nothing is left to do.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Logs a failure of the whole round, or of one organization. The next round tries again. */
  private troubled(err: unknown, organizationId?: string): void {
    this.logger.warn(
      { err, organizationId },
      'of follow-ups that are due nobody can be notified now',
    );
  }
}
