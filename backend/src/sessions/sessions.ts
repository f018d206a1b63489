import type { SecretStore } from '#platform/secret-store/secret-store.js';
import { hash, randomBytes } from 'node:crypto';

/** What a session was begun by. One that a sign-up began is good only while the number is not verified. */
export type BegunBy = 'sign-up' | 'code' | 'trust';
type SessionRecord = { readonly owner: string; readonly begunBy: BegunBy; readonly startedAt: string };
export type Session = { readonly id: string; readonly accountId: string; readonly begunBy: BegunBy };
type Trust = { readonly owner: string };

export const thirtyDays = 30 * 24 * 60 * 60;

/**
 * Sessions and trusted browsers: opaque tokens of which the server keeps a hash, 30 days (decisions, "Tokens in browser storage").
 * Rights are never kept here, so that a role that changed counts from the next request on.
 */
export class Sessions {
  constructor(
    private readonly secrets: SecretStore,
    private readonly now: () => string,
  ) {}

  async find(token: string | undefined): Promise<Session | undefined> {
    if (!token) return undefined;
    const id = hashOf(token);
    const found = await this.secrets.get<SessionRecord>('session', id);
    return found && { id, accountId: found.value.owner, begunBy: found.value.begunBy };
  }

  /** Answers the token, which is told only once. */
  async begin(accountId: string, begunBy: BegunBy): Promise<string> {
    const token = newToken();
    const record: SessionRecord = { owner: accountId, begunBy, startedAt: this.now() };
    await this.secrets.put('session', hashOf(token), record, { expected: 0, expiresAt: this.inThirtyDays() });
    return token;
  }

  async end(sessionId: string): Promise<void> {
    await this.secrets.remove('session', sessionId);
  }

  /** Answers the ids of the sessions that there were. */
  async endAll(accountId: string): Promise<readonly string[]> {
    const sessions = await this.secrets.ofOwner<SessionRecord>('session', accountId);
    await Promise.all(sessions.map(({ id }) => this.end(id)));
    return sessions.map(({ id }) => id);
  }

  /** This browser need not enter a code for this account, for 30 days. */
  async trust(accountId: string): Promise<string> {
    const token = newToken();
    await this.secrets.put<Trust>('trust', hashOf(token), { owner: accountId }, { expected: 0, expiresAt: this.inThirtyDays() });
    return token;
  }

  /** The one of these trust tokens that is for the account. */
  async trustedBy(tokens: readonly string[], accountId: string): Promise<string | undefined> {
    for (const token of tokens) if ((await this.secrets.get<Trust>('trust', hashOf(token)))?.value.owner === accountId) return token;
    return undefined;
  }

  async distrust(token: string): Promise<void> {
    await this.secrets.remove('trust', hashOf(token));
  }

  async distrustAll(accountId: string): Promise<void> {
    const trusts = await this.secrets.ofOwner<Trust>('trust', accountId);
    await Promise.all(trusts.map(({ id }) => this.secrets.remove('trust', id)));
  }

  private inThirtyDays(): string {
    return new Date(Date.parse(this.now()) + thirtyDays * 1000).toISOString();
  }
}

export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOf = (token: string): string => hash('sha256', token, 'hex');
