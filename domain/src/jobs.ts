import type { AlertAbout } from './notifications/alerts.commands.js';

/** Every job with its payload: ids only, because operators read the queue. */
export type JobPayloads = {
  readonly 'send-code': { readonly challengeId: string };
  readonly 'send-invitation': { readonly organizationId: string; readonly invitationId: string; readonly by: string };
  readonly 'photo-variants': { readonly key: string };
  readonly 'sample-alerts': { readonly accountId: string; readonly organizationId: string; readonly on: string };
  readonly 'push-alert': { readonly browserId: string; readonly alertId: string } & AlertAbout;
};
export type JobName = keyof JobPayloads;
