import { z } from 'zod';
import {
  type CommandDefinitions,
  type CommandsIn,
  type EventDefinitions,
  type EventsIn,
  day,
  id,
} from '../kernel/schema.js';
import { auditExports, auditKinds, auditOutcomes, auditScreens } from './audit.values.js';

/** Filters of the feed, as its address and the access log hold them. */
const auditFilters = z.strictObject({
  kind: z.enum(auditKinds).optional(),
  /** Id of a record. */
  record: id.optional(),
  /** Member who caused the event. */
  member: id.optional(),
  /** Type of event. */
  type: z
    .string()
    .max(60)
    .regex(/^[A-Z][A-Za-z]{2,59}$/)
    .optional(),
  /** Days of recording, inclusive. */
  from: day.optional(),
  to: day.optional(),
  outcome: z.enum(auditOutcomes).optional(),
});
export type AuditFilters = z.output<typeof auditFilters>;

const filters = auditFilters.optional();
const recordReference = { kind: z.enum(auditKinds), recordId: id.optional() };

/** Names of commands and refusals, in the code's spelling. */
const command = z.string().regex(/^[A-Z][A-Za-z]{2,59}$/);
const reason = z.string().regex(/^[a-z][a-z-]{2,59}$/);
const refusedDecision = {
  command,
  ...recordReference,
  /** Member whom the command is about. */
  memberId: id.optional(),
  reason,
};

/** Commands that endpoints send before they answer, so that no access is left unrecorded. */
export const accessCommands = {
  OpenAuditScreen: {
    may: 'internal',
    data: z.strictObject({
      screen: z.enum(auditScreens),
      filters,
      about: z.strictObject(recordReference).optional(),
    }),
  },
  ExportAudit: {
    may: 'internal',
    data: z.strictObject({ export: z.enum(auditExports), filters }),
  },
  /** Proof of a record that a member downloads. */
  OpenProof: { may: 'internal', data: z.strictObject({ about: z.strictObject(recordReference) }) },
  UseAuditLink: {
    may: 'internal',
    data: z.strictObject({
      linkId: id,
      screen: z.enum(auditScreens).optional(),
      export: z.enum(auditExports).optional(),
      filters,
      about: z.strictObject(recordReference).optional(),
    }),
  },
  RecordRefusal: { may: 'internal', data: z.strictObject(refusedDecision) },
} as const satisfies CommandDefinitions;
export type AccessCommand = CommandsIn<typeof accessCommands>;

export const accessEvents = {
  AccessRecorded: z.object({
    screen: z.enum(auditScreens).optional(),
    export: z.enum(auditExports).optional(),
    /** Set if the reader had an auditor's link and no account. */
    linkId: id.optional(),
    filters,
    about: z.object(recordReference).optional(),
  }),
  DecisionRefused: z.object({
    ...refusedDecision,
    /** Set on the last refusal of a member that is recorded in the month. */
    last: z.literal(true).optional(),
  }),
} as const satisfies EventDefinitions;
/** Type of the event by which a refused decision is recorded. */
export const REFUSED_TYPE = 'DecisionRefused' satisfies keyof typeof accessEvents;
export type AccessEvent = EventsIn<typeof accessEvents>;
