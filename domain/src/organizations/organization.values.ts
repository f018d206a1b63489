export const industries = ['Construction', 'Real Estate', 'Interior Design', 'Manufacturing', 'Retail', 'Services', 'Other'] as const;
export type Industry = (typeof industries)[number];

export type InvitationStatus = 'pending' | 'accepted' | 'cancelled' | 'expired';
