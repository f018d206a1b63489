import { z } from 'zod';
import { roles } from '../kernel/policy.js';
import { type CommandDefinitions, type CommandsIn, id, personal, phone, required } from '../kernel/schema.js';

const wrongCode = 'Invalid invite code. Please check and try again.';
export const inviteCode = z
  .string(wrongCode)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{8}$/, wrongCode);

export const accountCommands = {
  OpenAccount: {
    may: 'internal',
    data: z.strictObject({
      accountId: id,
      name: personal(required('Name is required')),
      phone: personal(phone),
      requestedRole: z.enum(roles).optional(),
      inviteCode: inviteCode.optional(),
    }),
  },
  /** Sent by the code door. Every session and trust that was not begun by that code ends with it. */
  VerifyPhone: { may: 'internal', data: z.strictObject({ accountId: id }) },
  ChangeProfile: {
    may: 'account',
    data: z.strictObject({ name: required('Name is required'), locationId: id.nullable().optional() }),
    refersTo: { locationId: 'location' },
  },
  RecordSignIn: { may: 'internal', data: z.strictObject({ accountId: id, browser: z.string().max(200), newBrowser: z.boolean() }) },
  RecordSignOut: { may: 'internal', data: z.strictObject({ accountId: id, everywhere: z.boolean() }) },
} as const satisfies CommandDefinitions;

export type AccountCommand = CommandsIn<typeof accountCommands>;
