import { states } from '#domain/quotations/states.values.js';
import { exactPercent } from '../../ui/display/format.js';
import { i18n, type Names, translated } from '../../words/i18n.js';
import { typeNames } from '../leads/lead-names.js';
import { roleNames } from '../team/role-badge.js';
import { fileTypeNames } from './file-type-names.js';
import {
  documentLanguageNames,
  registrationNames,
  upiKindNames,
} from './quotation-settings-names.js';
import { visitOutcomeText } from './outcome-names.js';
import { lostReasonText, rejectionText } from './reasons.js';
import { quotationUnitNames } from './unit-names.js';

/** Names of choices that differ from their stored values, by field. */
const namesOfChoices: Readonly<Record<string, Partial<Names<string>>>> = {
  type: typeNames,
  unit: quotationUnitNames,
  gstRegistration: registrationNames,
  upiKind: upiKindNames,
  language: documentLanguageNames,
  fileType: fileTypeNames,
  role: roleNames,
};

/** Fields whose stored choices are English texts. */
const translatedFields: ReadonlySet<string> = new Set([
  'activity',
  'from',
  'industry',
  'method',
  'outcome',
  'stage',
  'status',
  'to',
  'type',
]);

const stateFields: ReadonlySet<string> = new Set(['state', 'placeOfSupply']);

/**
 * Name of a choice as screens show it, in the current language; other texts stay.
 * @param isOfVisit whether an outcome is that of a visit, and not of a call
 */
export function choiceText(value: string, field: string, isOfVisit = false): string {
  const name = namesOfChoices[field]?.[value];
  if (name) return i18n._(name);
  if (stateFields.has(field) && value in states)
    return translated(states[value as keyof typeof states]);
  if (field === 'gstRateBasisPoints' && /^\d+$/.test(value)) return exactPercent(Number(value));
  if (field === 'lostReason') return lostReasonText(value);
  if (field === 'reason') return rejectionText(value);
  if (field === 'outcome' && isOfVisit) return visitOutcomeText(value);
  return translatedFields.has(field) ? translated(value) : value;
}
