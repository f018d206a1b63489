import type { MessageNamed } from '#domain/kernel/message.js';
import type { AlertAbout, AlertsCommand } from '#domain/notifications/alerts.commands.js';
import { typeOfAlert } from '#domain/notifications/alerts.values.js';
import { v5 as uuid } from 'uuid';

export type RaiseAlert = MessageNamed<AlertsCommand, 'RaiseAlert'>;
type Alert = {
  readonly memberId: string;
  readonly about: AlertAbout;
  /** What makes it this alert and no other: an id, and words that tell apart what follows from the same one. */
  readonly source: string;
  readonly distinction?: string | undefined;
  readonly on: string;
  readonly happenedAt?: string;
};

/** The same alert has the same id, whoever raises it and however often. */
export function raiseAlert({ memberId, about, source, distinction = '', on, happenedAt }: Alert): RaiseAlert {
  const alertId = uuid(`${about.kind} ${distinction}`, source);
  return { type: 'RaiseAlert', data: { memberId, alertId, on, type: typeOfAlert[about.kind], about, happenedAt } };
}

/** No alerts for older events: of a history that is filled in, or of a reactor that begins at its beginning again. */
export const newsForMilliseconds = 7 * 24 * 60 * 60_000;
