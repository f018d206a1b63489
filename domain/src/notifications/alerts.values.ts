/** Types of alerts for filters and push settings. `team` is labelled "Notification". */
export const alertTypes = ['lead', 'followup', 'offer', 'bill', 'team'] as const;
export type AlertType = (typeof alertTypes)[number];

/** Highest exact count of alerts of a type. A higher count is answered as 100, shown as `99+`. */
export const MAX_ALERTS_COUNTED = 99;

/** Type of each kind of alert. The samples show a new member how alerts look. */
export const typeOfAlert = {
  'lead-assigned': 'lead',
  'quote-requested': 'lead',
  'quotation-viewed': 'lead',
  'quotation-question': 'lead',
  'quotation-accepted': 'lead',
  'quotation-declined': 'lead',
  'follow-up-due': 'followup',
  'follow-up-overdue': 'followup',
  'offer-added': 'offer',
  'bill-submitted': 'bill',
  'bill-approved': 'bill',
  'bill-rejected': 'bill',
  'member-joined': 'team',
  'role-requested': 'team',
  'proof-broken': 'team',
  'sample-lead': 'lead',
  'sample-followup': 'followup',
  'sample-offer': 'offer',
} as const satisfies Record<string, AlertType>;
export type AlertKind = keyof typeof typeOfAlert;
export const alertKinds = Object.keys(typeOfAlert) as [AlertKind, ...AlertKind[]];

export const sampleAlerts = [
  'sample-lead',
  'sample-followup',
  'sample-offer',
] as const satisfies readonly AlertKind[];
/** Whether an alert is about a follow-up. Such alerts of one day are pushed as one message. */
export const isFollowUpAlert = (kind: AlertKind): boolean =>
  kind === 'follow-up-due' || kind === 'follow-up-overdue';
export const isSample = (kind: AlertKind): boolean => kind.startsWith('sample-');

export const alertStates = ['unread', 'read'] as const;
export type AlertState = (typeof alertStates)[number];
