import { languages, signedOutElsewhere } from './account.values.js';
import { z } from 'zod';
import { roles } from '../kernel/policy.js';
import { phone } from '../kernel/phone-number.js';
import { type EventDefinitions, type EventsIn, id, line, personal } from '../kernel/schema.js';

export const accountEvents = {
  AccountOpened: z.object({
    name: personal(line),
    phone: personal(phone),
    requestedRole: z.enum(roles).optional(),
    inviteCode: z.string().optional(),
    language: z.enum(languages).optional(),
  }),
  PhoneChanged: z.object({ phone: personal(phone) }),
  PhoneVerified: z.object({}),
  /**
   * `choosesLocation`: the member named one, or none, also where it is the same. Older events say
   * it by a change alone.
   */
  ProfileChanged: z.object({
    name: personal(line),
    locationId: id.optional(),
    choosesLocation: z.literal(true).optional(),
  }),
  /**
   * Settles the promise of an accepted invitation; without a location where the member had chosen
   * one since.
   */
  LocationAssigned: z.object({ invitationId: id, locationId: id.optional() }),
  /** The location was removed at the moment at which the member came to have it. */
  LocationRevoked: z.object({ locationId: id }),
  LanguageChanged: z.object({ language: z.enum(languages) }),
  PasswordSet: z.object({}),
  PasswordRemoved: z.object({}),
  /** Once for an account, whatever organizations it joins later. */
  SampleAlertsRequested: z.object({ organizationId: id }),
  SignedIn: z.object({ browser: personal(z.string()), newBrowser: z.boolean() }),
  /**
   * `elsewhere`: the browser that asked stays signed in; one other browser does not, or all others.
   */
  SignedOut: z.object({
    everywhere: z.boolean(),
    elsewhere: z.enum(signedOutElsewhere).optional(),
  }),
} as const satisfies EventDefinitions;

export type AccountEvent = EventsIn<typeof accountEvents>;
