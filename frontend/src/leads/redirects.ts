/**
 * Where a form leads afterwards: `?redirect=` names a screen from this list, never an address, so that no link can lead
 * out of the app.
 */
const screens: readonly string[] = ['visits/new', 'leads', 'dashboard', 'customers'];

export const afterSaving = (redirect: string | null, leadId: string): string =>
  redirect !== null && screens.includes(redirect) ? `/${redirect}?leadId=${leadId}` : `/leads/${leadId}`;
