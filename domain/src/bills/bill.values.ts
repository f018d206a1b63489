export const billTypes = ['Fuel', 'Food', 'Travel', 'Stay', 'Others'] as const;
export type BillType = (typeof billTypes)[number];
export const billStatuses = ['Pending', 'Approved', 'Rejected'] as const;
export type BillStatus = (typeof billStatuses)[number];
/**
 * Usual reasons of a rejection, stored in this wording. Any other text is a reason of the member's
 * own.
 */
export const rejectionReasons = [
  'The picture cannot be read.',
  'The amount differs from the picture.',
  'The bill has no number.',
  'This was not for work.',
] as const;
/** Date ranges that end today: a week has 7 days, a month 30. */
export const billRanges = ['today', 'week', 'month'] as const;
export type BillRange = (typeof billRanges)[number];
export const daysOfRange: Readonly<Record<BillRange, number>> = { today: 1, week: 7, month: 30 };
