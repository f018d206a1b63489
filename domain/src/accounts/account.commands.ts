import { z } from 'zod';
import { languages, signedOutElsewhere } from './account.values.js';
import { roles } from '../kernel/policy.js';
import { checkErasure, erasureRequest } from '../kernel/values/erasure.js';
import { phone } from '../kernel/values/phone-number.js';
import { plainCode } from '../kernel/texts/text-folding.js';
import {
  type CommandDefinitions,
  type CommandsIn,
  id,
  personal,
  required,
} from '../kernel/schema.js';

const wrongCode = 'Invalid invite code. Please check and try again.';
const noCode = 'Please enter an invite code';
/** Maximum length of a text that is parsed as a code, with its message. */
const MAX_TYPED_CODE = [60, { error: wrongCode, abort: true }] as const;
export const inviteCode = z
  .string(wrongCode)
  .max(...MAX_TYPED_CODE)
  .overwrite(plainCode)
  .toUpperCase()
  .regex(/^[A-Z0-9]{8}$/, wrongCode);
/** Invite code that a form requires. A missing or blank code has its own message. */
export const requiredInviteCode = z
  .string(noCode)
  .max(...MAX_TYPED_CODE)
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
  /** Changes the number of an unverified account. */
  ChangePhone: { may: 'internal', data: z.strictObject({ accountId: id, phone: personal(phone) }) },
  /**
   * Sent after the code for `phone` was entered; verifies no other number. Ends all sessions and
   * trusted browsers that this code did not begin.
   */
  VerifyPhone: {
    may: 'internal',
    data: z.strictObject({ accountId: id, phone: personal(phone) }),
    uniqueFields: { phone: 'account-phone' },
  },
  ChangeProfile: {
    may: 'account',
    data: z.strictObject({
      name: required('Name is required'),
      locationId: id.nullable().optional(),
    }),
    refersTo: { locationId: 'location' },
    concernsPersonOnly: true,
  },
  ChangeLanguage: {
    may: 'account',
    data: z.strictObject({ language: z.enum(languages) }),
    concernsPersonOnly: true,
  },
  /** Sent by the endpoint that stores the hash. A command never contains a password. */
  SetPassword: { may: 'internal', data: z.strictObject({ accountId: id }) },
  RemovePassword: { may: 'internal', data: z.strictObject({ accountId: id }) },
  /**
   * Gives the member the location of an accepted invitation, unless they have chosen one since.
   * `choicesBefore` is the number of their choices before the acceptance.
   */
  AssignLocation: {
    may: 'internal',
    data: z.strictObject({
      accountId: id,
      invitationId: id,
      locationId: id,
      choicesBefore: z.int().min(0),
    }),
    refersTo: { locationId: 'location' },
  },
  /**
   * Removes a deleted location, unless the member has chosen again. `choicesBefore` is the number
   * of location choices before the deletion.
   */
  RevokeLocation: {
    may: 'internal',
    data: z.strictObject({ accountId: id, locationId: id, choicesBefore: z.int().min(0) }),
  },
  /** Sent when a member who never had an alert opens the list of alerts. */
  RequestSampleAlerts: {
    may: 'internal',
    data: z.strictObject({ accountId: id, organizationId: id }),
  },
  /** Erases a former member of the sender's organization who is a member of no other one. */
  EraseMember: {
    may: ['admin'],
    data: z.strictObject({ memberId: id, ...erasureRequest }),
    check: checkErasure,
    recordsRefusals: true,
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
