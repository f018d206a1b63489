import type { AlertAbout } from './notifications/alerts.commands.js';

/** Jobs with their payloads: ids only, because operators read the queue. */
export type JobPayloads = {
  readonly 'send-code': { readonly challengeId: string };
  readonly 'send-invitation': {
    readonly organizationId: string;
    readonly invitationId: string;
    readonly by: string;
  };
  readonly 'photo-variants': { readonly key: string };
  readonly 'quotation-pdf': {
    readonly organizationId: string;
    readonly quotationId: string;
    readonly version: number;
    /** Makes the accepted copy in place of the version's PDF. */
    readonly accepted?: true;
  };
  readonly 'sample-alerts': {
    readonly accountId: string;
    readonly organizationId: string;
    readonly on: string;
  };
  /**
   * Sent only while member and organization use the browser. Jobs of earlier builds lack both and
   * are dropped.
   */
  readonly 'push-alert': {
    readonly browserId: string;
    readonly memberId?: string;
    readonly organizationId?: string;
    readonly alertId: string;
    readonly on?: string;
    readonly happenedAt?: string;
  } & AlertAbout;
};
export type JobName = keyof JobPayloads;

/** Added by the upload and by each event that refers to the file; within a day they are one job. */
export const photoVariantsJob = (key: string) =>
  ({ name: 'photo-variants', id: `photo-variants-${key}`, data: { key } }) as const;
