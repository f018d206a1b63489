/**
 * Where a form leads afterwards: `?redirect=` names a screen from this list, never an address, so that no link can lead
 * out of the app.
 */
const screens: Readonly<Record<string, string>> = { 'visits/new': '/visits/new', leads: '/leads', dashboard: '/dashboard', customers: '/customers' };

export function afterSaving(redirect: string | null, leadId: string): string {
  const screen = redirect !== null && Object.hasOwn(screens, redirect) ? screens[redirect] : undefined;
  return screen === undefined ? `/leads/${leadId}` : `${screen}?leadId=${leadId}`;
}
