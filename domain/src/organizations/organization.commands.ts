import { auditLinkCommands } from '../audit/audit-link.commands.js';
import { organizationName } from './organization-name.js';
import { quotationSettingsChanges } from '../quotations/quotation-settings.js';
import { industries } from './organization.values.js';
import { z } from 'zod';
import type { MessageNamed } from '../kernel/texts/message.js';
import { requiredInviteCode } from '../accounts/account.commands.js';
import { roles } from '../kernel/policy.js';
import { checkErasure, erasureRequest } from '../kernel/values/erasure.js';
import { editedPhone, phoneNumber } from '../kernel/values/phone-number.js';
import {
  type CommandDefinitions,
  type CommandsIn,
  id,
  line,
  personal,
  required,
} from '../kernel/schema.js';

/** Time zone, by any name that the runtime knows, because browsers list different aliases. */
const timeZone = z.string().refine(isTimeZone, 'Choose a time zone');

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const invitedRequired = 'Name and WhatsApp number are required';

export const organizationCommands = {
  FoundOrganization: {
    may: 'newcomer',
    data: z.strictObject({ organizationId: id, name: organizationName }),
    uniqueSenderKind: 'membership',
  },
  JoinOrganization: {
    may: 'newcomer',
    data: z.strictObject({ inviteCode: requiredInviteCode }),
    recordByClaim: { kind: 'invite-code', field: 'inviteCode', unknown: 'invite-code-unknown' },
    uniqueSenderKind: 'membership',
  },
  ChangeOrganizationDetails: {
    may: ['admin'],
    data: z.strictObject({
      name: organizationName.optional(),
      industry: z.enum(industries).nullable().optional(),
      logoFileId: id.nullable().optional(),
      contactPhone: editedPhone.nullable().optional(),
      timeZone: timeZone.optional(),
      leaderboardOpen: z.boolean().optional(),
    }),
    refersTo: { logoFileId: 'image' },
  },
  ChangeQuotationSettings: {
    may: ['admin'],
    data: z.strictObject(quotationSettingsChanges.shape),
  },
  RotateInviteCode: { may: ['admin'], data: z.strictObject({}) },
  AddLocation: {
    may: ['admin'],
    data: z.strictObject({
      locationId: id,
      name: required('Location name and city are required'),
      city: required('Location name and city are required'),
      address: line.optional(),
    }),
  },
  RemoveLocation: {
    may: ['admin'],
    data: z.strictObject({ locationId: id }),
    needsMemberAccounts: true,
  },
  InviteMember: {
    may: ['admin'],
    data: z.strictObject({
      invitationId: id,
      name: personal(required(invitedRequired)),
      phone: personal(phoneNumber(invitedRequired)),
      role: z.enum(roles).default('sales'),
      locationId: id.optional(),
    }),
    refersTo: { locationId: 'location' },
    needsMemberAccounts: true,
  },
  CancelInvitation: { may: ['admin'], data: z.strictObject({ invitationId: id }) },
  /** Erases name and number of an invitation. A pending one is cancelled. */
  EraseInvitation: {
    may: ['admin'],
    data: z.strictObject({ invitationId: id, ...erasureRequest }),
    check: checkErasure,
    recordsRefusals: true,
  },
  ChangeMemberRole: {
    may: ['admin'],
    data: z.strictObject({ memberId: id, role: z.enum(roles) }),
    refersTo: { memberId: 'member' },
    recordsRefusals: true,
  },
  RemoveMember: {
    may: ['admin'],
    data: z.strictObject({ memberId: id, leadsTo: id.optional() }),
    refersTo: { memberId: 'member', leadsTo: 'member' },
    recordsRefusals: true,
  },
  ...auditLinkCommands,
  LeaveOrganization: { may: 'member', data: z.strictObject({}), endsMembership: true },
} as const satisfies CommandDefinitions;

export type OrganizationCommand = CommandsIn<typeof organizationCommands>;
export type OrganizationCommandData<Type extends OrganizationCommand['type']> = MessageNamed<
  OrganizationCommand,
  Type
>['data'];
