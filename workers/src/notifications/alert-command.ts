import type { MessageNamed } from '#domain/kernel/message.js';
import type { AlertAbout, AlertsCommand } from '#domain/notifications/alerts.commands.js';
import { typeOfAlert } from '#domain/notifications/alerts.values.js';
import { v5 as uuid } from 'uuid';

export type RaiseAlert = MessageNamed<AlertsCommand, 'RaiseAlert'>;
type Alert = {
  readonly memberId: string;
  readonly about: AlertAbout;
  /** Id from which the alert's id is made; `distinction` tells apart alerts of one source. */
  readonly source: string;
  readonly distinction?: string | undefined;
  readonly on: string;
  readonly happenedAt?: string;
};

/**
 * Makes the command. Its alert id is derived from kind, distinction and source, so a repetition
 * changes nothing.
 */
export function raiseAlert({
  memberId,
  about,
  source,
  distinction = '',
  on,
  happenedAt,
}: Alert): RaiseAlert {
  const alertId = uuid(`${about.kind} ${distinction}`, source);
  return {
    type: 'RaiseAlert',
    data: { memberId, alertId, on, type: typeOfAlert[about.kind], about, happenedAt },
  };
}

/**
 * No alerts for older events: of a history that is filled in, or of a reactor that begins at its
 * beginning again.
 */
export const newsForMilliseconds = 7 * 24 * 60 * 60_000;
