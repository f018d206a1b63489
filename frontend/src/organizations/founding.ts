import { newId, sendCommand } from '../lib/api.js';
import { refreshSession } from '../lib/session.js';
import type { Me } from '#domain/accounts/account.views.js';

/** The session follows at once: the rest of the app opens with it. All throw Problem, Offline. */
export async function foundOrganization(organizationId: string, name: string): Promise<Me | null> {
  await sendCommand('FoundOrganization', { organizationId, name }, { id: newId() });
  return refreshSession();
}

export async function joinOrganization(inviteCode: string): Promise<Me | null> {
  await sendCommand('JoinOrganization', { inviteCode }, { id: newId() });
  return refreshSession();
}
