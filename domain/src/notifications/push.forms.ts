import { z } from 'zod';
import { alertTypes } from './alerts.values.js';

const endpoint = z.url({ protocol: /^https?$/ }).max(2_000);
/** Base64url text of `count` bytes. */
const bytes = (count: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}={0,2}$`));

/** Subscription of a browser, with the types of alerts that it wants. */
export const pushForm = z.strictObject({
  endpoint,
  keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }),
  types: z.array(z.enum(alertTypes)).max(alertTypes.length),
});
export type PushForm = z.output<typeof pushForm>;
export const unsubscribeForm = z.strictObject({ endpoint });
