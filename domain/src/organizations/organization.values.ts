export const industries = [
  'Construction',
  'Real Estate',
  'Interior Design',
  'Manufacturing',
  'Retail',
  'Services',
  'Other',
] as const;
export type Industry = (typeof industries)[number];

export const invitationStatuses = ['pending', 'accepted', 'cancelled', 'expired'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];
