import { Refusal } from '#domain/kernel/refusal.js';
import { sampleAlerts } from '#domain/notifications/alerts.values.js';
import { Injectable } from '@nestjs/common';
import { v5 as uuid } from 'uuid';
import { InternalCommands } from '../internal-commands.js';
import type { JobHandler, JobOf } from '../job-handler.js';
import { createRaiseAlert } from './alert-command.js';

/** Raises three sample alerts for a new member. Idempotent. */
@Injectable()
export class RaiseSampleAlerts implements JobHandler<'sample-alerts'> {
  constructor(private readonly commands: InternalCommands) {}

  async handle({ data }: JobOf<'sample-alerts'>): Promise<void> {
    const { accountId, organizationId, on } = data;
    for (const kind of sampleAlerts) {
      const command = createRaiseAlert({
        memberId: accountId,
        about: { kind },
        source: accountId,
        on,
      });
      const id = uuid(kind, accountId);
      try {
        await this.commands.send({
          command,
          id,
          actorId: accountId,
          organizationId,
          causationId: id,
          correlationId: id,
        });
      } catch (error) {
        // The member has left meanwhile, or the alert was raised before.
        if (!(error instanceof Refusal)) throw error;
      }
    }
  }
}
