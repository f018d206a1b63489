import { valueTexts } from '../kernel/texts/texts.js';
import { billStatuses, billTypes, rejectionReasons } from './bill.values.js';

export const billTypeText = valueTexts(billTypes);
export const billStatusText = valueTexts(billStatuses);
/** Reason of a rejection; a member's own words stay. */
export const rejectionText = valueTexts(rejectionReasons);
