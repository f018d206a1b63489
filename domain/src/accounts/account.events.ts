import { languages, signedOutElsewhere } from './account.values.js';
import { z } from 'zod';
import { roles } from '../kernel/policy.js';
import { erasureRequest } from '../kernel/values/erasure.js';
import { phone } from '../kernel/values/phone-number.js';
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
   * `choosesLocation`: the member chose a location or none, perhaps the same. Older events show
   * only changes.
   */
  ProfileChanged: z.object({
    name: personal(line),
    locationId: id.optional(),
    choosesLocation: z.literal(true).optional(),
  }),
  /** Settles an accepted invitation; without a location if the member has chosen one since. */
  LocationAssigned: z.object({ invitationId: id, locationId: id.optional() }),
  /** The location was deleted while it was assigned. */
  LocationRevoked: z.object({ locationId: id }),
  LanguageChanged: z.object({ language: z.enum(languages) }),
  PasswordSet: z.object({}),
  PasswordRemoved: z.object({}),
  /** At most once per account, whatever organizations it joins. */
  SampleAlertsRequested: z.object({ organizationId: id }),
  SignedIn: z.object({ browser: personal(z.string()), newBrowser: z.boolean() }),
  /** `elsewhere`: one other browser, or all others, were signed out, and not the member's own. */
  SignedOut: z.object({
    everywhere: z.boolean(),
    elsewhere: z.enum(signedOutElsewhere).optional(),
  }),
  /** `organization`: the organization that requested it, of which the person was a member. */
  AccountErased: z.object({ organization: id, ...erasureRequest }),
} as const satisfies EventDefinitions;

export type AccountEvent = EventsIn<typeof accountEvents>;
