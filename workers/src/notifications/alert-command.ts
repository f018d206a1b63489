import type { MessageNamed } from '#domain/kernel/texts/message.js';
import type { AlertAbout, AlertsCommand } from '#domain/notifications/alerts.commands.js';
import { typeOfAlert } from '#domain/notifications/alerts.values.js';
import { v5 as uuid } from 'uuid';

export type RaiseAlert = MessageNamed<AlertsCommand, 'RaiseAlert'>;
type AlertInput = {
  readonly memberId: string;
  readonly about: AlertAbout;
  /** Id from which the alert's id derives; `distinction` separates alerts of one source. */
  readonly source: string;
  readonly distinction?: string | undefined;
  readonly on: string;
  readonly happenedAt?: string;
};

/**
 * Creates the command. The alert id derives from kind, distinction and source, so that sending it
 * again changes nothing.
 */
export function createRaiseAlert({
  memberId,
  about,
  source,
  distinction = '',
  on,
  happenedAt,
}: AlertInput): RaiseAlert {
  const alertId = uuid(`${about.kind} ${distinction}`, source);
  return {
    type: 'RaiseAlert',
    data: { memberId, alertId, on, type: typeOfAlert[about.kind], about, happenedAt },
  };
}

/**
 * Age of an event above which it raises no alert, e.g. in imported history or after a reactor's
 * restart.
 */
export const MAX_EVENT_AGE_MS = 7 * 24 * 60 * 60_000;
