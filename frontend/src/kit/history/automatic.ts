import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { HistoryEvent } from '#domain/history/history.views.js';
import { BY_CUSTOMER, isStepByCustomer } from '#domain/quotations/by-customer.js';
import { i18n } from '../../words/i18n.js';
import type { EventType } from './event-sentences.js';

const newCustomer = msg`A converted lead becomes a customer`;
const erasedWithLead = msg`Records of an erased lead are erased with it`;
const pdf = msg`The PDF of a sent quotation is made`;

/** Rules by which Fieldtrace causes events, by the events' type. */
const rules: Partial<Record<EventType, MessageDescriptor>> = {
  CustomerCreated: newCustomer,
  PaymentRecorded: newCustomer,
  CustomerErased: erasedWithLead,
  QuotationErased: erasedWithLead,
  QuotationPdfMade: pdf,
  QuotationPdfFailed: pdf,
  AcceptedCopyMade: msg`The copy of an accepted quotation is made`,
  QuotationStepped: msg`The lead follows its quotation`,
  LeadStatusChanged: msg`A sent quotation moves its lead to Quoted`,
  QuotationReassigned: msg`A quotation goes to whom its lead is assigned`,
  QuotationClosed: msg`A quotation ends with its lead`,
  QuotationExpired: msg`A quotation expires after its last day`,
  LeadReassigned: msg`Leads of a member who is gone are passed on`,
  LocationAssigned: msg`A member who accepts an invitation gets its location`,
  LocationRevoked: msg`A deleted location is taken from its members`,
  AlertRaised: msg`Members are told of what concerns them`,
  SampleAlertsRequested: msg`A new member gets sample notifications`,
};

type CausedEvent = Pick<HistoryEvent, 'by' | 'type' | 'data' | 'damaged' | 'newer'>;

/** Whether the cause is unknown: the event cannot be read, or only by a newer version. */
const hasUnknownCause = ({ damaged, newer }: CausedEvent): boolean =>
  damaged === true || newer === true;

/** Whether Fieldtrace itself caused an event, and no person. */
export const isAutomatic = (event: CausedEvent): boolean =>
  !event.by &&
  !hasUnknownCause(event) &&
  !BY_CUSTOMER.includes(event.type) &&
  !('linkId' in event.data);

/** Whether the customer caused an event of a quotation, or its copy on the lead. */
const isByCustomer = ({ type, data }: CausedEvent): boolean =>
  BY_CUSTOMER.includes(type) ||
  (type === 'QuotationStepped' && isStepByCustomer(data as Parameters<typeof isStepByCustomer>[0]));

/** Name of the actor of an event: a member, the customer, a link's reader, or Fieldtrace. */
export function actorOf(event: CausedEvent): string {
  const { by } = event;
  if (hasUnknownCause(event)) return t`Unknown person`;
  if (by) return by.name || t`a former member`;
  if (isByCustomer(event)) return t`The customer`;
  if (isAutomatic(event)) return 'Fieldtrace';
  return t`Auditor’s link`;
}

/** Rule by which Fieldtrace caused an event; undefined for events of people. */
export function ruleOf(event: CausedEvent): string | undefined {
  const rule = event.by || hasUnknownCause(event) ? undefined : rules[event.type as EventType];
  return rule && i18n._(rule);
}
