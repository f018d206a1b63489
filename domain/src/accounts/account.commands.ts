import { z } from 'zod';
import { languages, signedOutElsewhere } from './account.values.js';
import { roles } from '../kernel/policy.js';
import { phone } from '../kernel/phone-number.js';
import { plainCode } from '../kernel/text-folding.js';
import {
  type CommandDefinitions,
  type CommandsIn,
  id,
  personal,
  required,
} from '../kernel/schema.js';

const wrongCode = 'Invalid invite code. Please check and try again.';
const noCode = 'Please enter an invite code';
/** Longest text that is read as a code. */
const limit = [60, { error: wrongCode, abort: true }] as const;
export const inviteCode = z
  .string(wrongCode)
  .max(...limit)
  .overwrite(plainCode)
  .toUpperCase()
  .regex(/^[A-Z0-9]{8}$/, wrongCode);
/** Invite code that a form requires. A missing or blank code has its own message. */
export const neededInviteCode = z
  .string(noCode)
  .max(...limit)
  .overwrite(plainCode)
  .min(1, { error: noCode, abort: true })
  .pipe(inviteCode);

export const accountCommands = {
  OpenAccount: {
    may: 'internal',
    data: z.strictObject({
      accountId: id,
      name: personal(required('Name is required')),
      phone: personal(phone),
      requestedRole: z.enum(roles).optional(),
      inviteCode: inviteCode.optional(),
      language: z.enum(languages).optional(),
    }),
  },
  /** Another number for an account that has not verified the one it gave. */
  ChangePhone: { may: 'internal', data: z.strictObject({ accountId: id, phone: personal(phone) }) },
  /**
   * Sent when the code that went to `phone` was entered: no other number of the account is verified
   * by it. Every session and trust of the account that was not begun by that code ends with it.
   */
  VerifyPhone: { may: 'internal', data: z.strictObject({ accountId: id, phone: personal(phone) }) },
  ChangeProfile: {
    may: 'account',
    data: z.strictObject({
      name: required('Name is required'),
      locationId: id.nullable().optional(),
    }),
    refersTo: { locationId: 'location' },
    ofOnePerson: true,
  },
  ChangeLanguage: {
    may: 'account',
    data: z.strictObject({ language: z.enum(languages) }),
    ofOnePerson: true,
  },
  /** Sent by the endpoint that keeps the password's hash: no password ever stands in a command. */
  SetPassword: { may: 'internal', data: z.strictObject({ accountId: id }) },
  RemovePassword: { may: 'internal', data: z.strictObject({ accountId: id }) },
  /**
   * Settles the location that an accepted invitation promised. `choices`: how often the member had
   * chosen one by the acceptance.
   */
  AssignLocation: {
    may: 'internal',
    data: z.strictObject({
      accountId: id,
      invitationId: id,
      locationId: id,
      choices: z.int().min(0),
    }),
    refersTo: { locationId: 'location' },
  },
  /**
   * Takes a removed location away, unless the member has chosen again since. `choices`: how often
   * they had by then.
   */
  RevokeLocation: {
    may: 'internal',
    data: z.strictObject({ accountId: id, locationId: id, choices: z.int().min(0) }),
  },
  /** The first load of the alerts by somebody who has none. */
  RequestSampleAlerts: {
    may: 'internal',
    data: z.strictObject({ accountId: id, organizationId: id }),
  },
  RecordSignIn: {
    may: 'internal',
    data: z.strictObject({ accountId: id, browser: z.string().max(200), newBrowser: z.boolean() }),
  },
  RecordSignOut: {
    may: 'internal',
    data: z.strictObject({
      accountId: id,
      everywhere: z.boolean(),
      elsewhere: z.enum(signedOutElsewhere).optional(),
    }),
  },
} as const satisfies CommandDefinitions;

export type AccountCommand = CommandsIn<typeof accountCommands>;
