/** Screens that `?redirect=` may name. Never an address, so that no link leads out of the app. */
const screens: readonly string[] = [
  'visits/new',
  'quotations/new',
  'leads',
  'dashboard',
  'customers',
];

export const afterSaving = (redirect: string | null, leadId: string): string =>
  redirect !== null && screens.includes(redirect)
    ? `/${redirect}?leadId=${leadId}`
    : `/leads/${leadId}`;
