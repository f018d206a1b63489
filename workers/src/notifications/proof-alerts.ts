import { answersRequests } from '#domain/kernel/policy.js';
import { Refusal } from '#domain/kernel/refusal.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { Clock } from '#platform/common/clock.js';
import { findOrganizationOfStream } from '#platform/event-log/subject.js';
import { Notary } from '#platform/notary/notary.js';
import { Logger } from '#platform/process/logger.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import { Organizations } from '#platform/write-side/permission.js';
import { Injectable } from '@nestjs/common';
import { v5 as uuid } from 'uuid';
import { InternalCommands } from '../internal-commands.js';
import { createRaiseAlert } from './alert-command.js';

const ROUND_INTERVAL_MS = 10 * 60_000;
/** Namespace of the ids of alerts and commands, which derive from the stop and its organization. */
const PROOF_ALERT_ID_NAMESPACE = '3f5f2d0e-7a6e-5f0b-9a53-4f4f0c7d2b11';

/** Alerts the admins of an organization if its events or views were changed by hand. */
@Injectable()
export class ProofAlerts {
  constructor(
    private readonly notary: Notary,
    private readonly views: ReadStores,
    private readonly organizations: Organizations,
    private readonly commands: InternalCommands,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.raiseAll().catch((err: unknown) =>
        this.logger.warn({ err }, 'admins cannot be told of a broken proof now'),
      );
      await this.clock.pause(ROUND_INTERVAL_MS, signal);
    }
  }

  /** Raises one alert for each admin and finding, however often it is called. */
  async raiseAll(): Promise<void> {
    const { stopped } = await this.notary.readStatus();
    const { wrong } = (await this.views.first.readViewsStatus()) ?? {};
    for (const { since, streams = [] } of [stopped, wrong].flatMap((found) => found ?? []))
      await this.raiseEach(since, streams);
  }

  private async raiseEach(since: string, streams: readonly string[]): Promise<void> {
    const organizationIds = new Set(streams.flatMap((stream) => findOrganization(stream) ?? []));
    for (const organizationId of organizationIds) {
      const organization = await this.organizations.get(organizationId);
      if (!organization) continue;
      for (const [memberId, role] of organization.members)
        if (answersRequests(role))
          await this.raise({ organizationId, memberId, since, zone: organization.timeZone });
    }
  }

  private async raise({
    organizationId,
    memberId,
    since,
    zone,
  }: {
    readonly organizationId: string;
    readonly memberId: string;
    readonly since: string;
    readonly zone: string;
  }): Promise<void> {
    const source = uuid(`${organizationId} ${since}`, PROOF_ALERT_ID_NAMESPACE);
    const id = uuid(memberId, source);
    const command = createRaiseAlert({
      memberId,
      about: { kind: 'proof-broken' },
      source,
      on: dayIn(zone, since),
      happenedAt: since,
    });
    try {
      await this.commands.send({
        command,
        id,
        actorId: memberId,
        organizationId,
        causationId: id,
        correlationId: id,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error; // The member has left meanwhile.
    }
  }
}

/** Organization of a stream, whose name may have been changed too. */
function findOrganization(stream: string): string | undefined {
  try {
    return findOrganizationOfStream(stream);
  } catch {
    return undefined;
  }
}
