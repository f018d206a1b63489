/**
 * Screens that `?redirect=` may name. Only these names are accepted, never an address, so that no
 * link leads out of the app.
 */
const screens: readonly string[] = [
  'visits/new',
  'quotations/new',
  'leads',
  'dashboard',
  'customers',
];

export const pathAfterSaving = (redirect: string | null, leadId: string): string =>
  redirect !== null && screens.includes(redirect)
    ? `/${redirect}?leadId=${leadId}`
    : `/leads/${leadId}`;
