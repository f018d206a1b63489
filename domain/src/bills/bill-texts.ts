import { valueTexts } from '../kernel/texts/texts.js';
import { billStatuses, billTypes, rejectionReasons } from './bill.values.js';

export const billTypeText = valueTexts(billTypes);
export const billStatusText = valueTexts(billStatuses);
/** Translates a usual reason of a rejection. A reason that a member typed is unchanged. */
export const rejectionText = valueTexts(rejectionReasons);
