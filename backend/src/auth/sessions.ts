import { Clock } from '#platform/common/clock.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';
import { hash, randomBytes } from 'node:crypto';

/** What a session was begun by. One that a sign-up began is good only while the number is not verified; `demo` is a visit to the sandbox. */
export type BegunBy = 'sign-up' | 'code' | 'trust' | 'demo';
type SessionRecord = { readonly owner: string; readonly begunBy: BegunBy; readonly startedAt: string };
export type Session = { readonly id: string; readonly accountId: string; readonly begunBy: BegunBy };
/** Visitors of the sandbox share one account, so that each of their sessions has limits of its own. @returns the id that limits count by */
export const limitedIdOf = ({ id, accountId, begunBy }: Session): string => (begunBy === 'demo' ? id : accountId);
/** Whose it is: a browser's trust, or what it signed up. */
type Trust = { readonly owner: string };

export const thirtyDays = 30 * 24 * 60 * 60;

/**
 * Sessions and trusted browsers: opaque tokens of which the server keeps a hash, 30 days.
 * Rights are never kept here, so that a role that changed counts from the next request on.
 */
@Injectable()
export class Sessions {
  constructor(
    private readonly secrets: KeyValueStore,
    private readonly clock: Clock,
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
    const record: SessionRecord = { owner: accountId, begunBy, startedAt: this.clock.now() };
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

  /** This browser may sign in to the account by its number before that is verified, for 30 days; no other browser may. */
  async rememberSignUp(browserId: string, phone: string, accountId: string): Promise<void> {
    await this.secrets.update('signed-up', signUpId(browserId, phone), () => ({ value: { owner: accountId }, expiresAt: this.inThirtyDays() }));
  }

  /** The account that was signed up in this browser with that number; the latest if there are several. */
  async signedUpHere(browserId: string, phone: string): Promise<string | undefined> {
    return (await this.secrets.get<Trust>('signed-up', signUpId(browserId, phone)))?.value.owner;
  }

  private inThirtyDays(): string {
    return new Date(Date.parse(this.clock.now()) + thirtyDays * 1000).toISOString();
  }
}

const signUpId = (browserId: string, phone: string): string => hashOf(`${browserId} ${phone}`);
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOf = (token: string): string => hash('sha256', token, 'hex');
