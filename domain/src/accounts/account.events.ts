import { z } from 'zod';
import { roles } from '../kernel/policy.js';
import { type EventDefinitions, type EventsIn, id, line, personal, phone } from '../kernel/schema.js';

export const accountEvents = {
  AccountOpened: z.object({
    name: personal(line),
    phone: personal(phone),
    requestedRole: z.enum(roles).optional(),
    inviteCode: z.string().optional(),
  }),
  PhoneChanged: z.object({ phone: personal(phone) }),
  PhoneVerified: z.object({}),
  ProfileChanged: z.object({ name: personal(line), locationId: id.optional() }),
  SignedIn: z.object({ browser: personal(z.string()), newBrowser: z.boolean() }),
  SignedOut: z.object({ everywhere: z.boolean() }),
} as const satisfies EventDefinitions;

export type AccountEvent = EventsIn<typeof accountEvents>;
