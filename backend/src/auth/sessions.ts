import { Clock } from '#platform/common/clock.js';
import { PushSubscriptions } from '#platform/integrations/push/push-subscriptions.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';
import { hash, randomBytes } from 'node:crypto';

/**
 * How a session began. A `sign-up` session lasts until the number is verified; `demo` is a visit to
 * the sandbox.
 */
export type BegunBy = 'sign-up' | 'code' | 'trust' | 'demo';
/** Place of a session: the browser's name and the beginning of its network address. */
export type SessionPlace = { readonly browser: string; readonly network: string | undefined };
type SessionRecord = Partial<SessionPlace> & {
  readonly owner: string;
  readonly begunBy: BegunBy;
  readonly startedAt: string;
  readonly lastSeenAt?: string;
  /**
   * Id of the browser's trust in the account, which ends with a session that is ended from another
   * browser.
   */
  readonly trustId?: string;
  /**
   * Its cookie has a name that only this host can set; one of the plain name is not its browser's,
   * from this instant on if one is named.
   */
  readonly hostOnly?: true | string;
};
export type Session = {
  readonly id: string;
  readonly accountId: string;
  readonly begunBy: BegunBy;
  readonly isHostOnly?: boolean;
};
/**
 * A session as it is listed. Its `id` stays on the server; `sessionId` is what others may call it
 * by.
 */
export type ListedSession = Session &
  Partial<SessionPlace> &
  Required<Pick<SessionRecord, 'startedAt' | 'lastSeenAt'>> & { readonly sessionId: string };
/**
 * Visitors of the sandbox share one account, so that each of their sessions has limits of its own.
 * @returns the id that limits count by
 */
export const limitedIdOf = ({ id, accountId, begunBy }: Session): string =>
  begunBy === 'demo' ? id : accountId;
type Begun = Partial<SessionPlace> & {
  readonly trust?: string | undefined;
  readonly isHostOnly?: boolean;
};
/** Account that a browser signed up. */
type SignedUp = { readonly owner: string };
/** An earlier build kept no more than the owner: such a one is not listed. */
type Trust = Partial<SessionPlace> & { readonly owner: string; readonly startedAt?: string };

const aDay = 24 * 60 * 60;
export const thirtyDays = 30 * aDay;
/** Longest life of a session, in seconds, however often it is used. Its cookie lives as long. */
export const aYear = 365 * aDay;
/**
 * To that many milliseconds it is kept when a session was last seen, so that requests write nothing
 * but seldom.
 */
const betweenSightings = 15 * 60_000;

/**
 * Sessions and trusted browsers: opaque tokens, hashed at rest. A session expires 30 days after its
 * last use, a trust 30 days after its start. Rights are never kept here, so that a role that
 * changed counts from the next request on.
 */
@Injectable()
export class Sessions {
  private readonly subscriptions: PushSubscriptions;

  constructor(
    private readonly secrets: KeyValueStore,
    private readonly clock: Clock,
  ) {
    this.subscriptions = new PushSubscriptions(secrets);
  }

  async find(token: string | undefined): Promise<Session | undefined> {
    if (!token) return undefined;
    const id = hashOf(token);
    const found = await this.secrets.get<SessionRecord>('session', id);
    if (!found) return undefined;
    const { owner, begunBy, hostOnly } = found.value;
    const isHostOnly =
      hostOnly === true || (hostOnly !== undefined && hostOnly <= this.clock.now());
    // No request waits for it, and none fails by it.
    this.see(id, found.value).catch(() => undefined);
    return { id, accountId: owner, begunBy, isHostOnly };
  }

  /**
   * A day later its cookie counts under the host-only name alone: until then the answer that sets
   * that name may be lost, or on its way.
   */
  async makeHostOnly(id: string): Promise<void> {
    const now = this.clock.now();
    await this.secrets.update<SessionRecord>('session', id, (session) => {
      if (!session || session.hostOnly !== undefined) return undefined;
      return {
        value: { ...session, lastSeenAt: now, hostOnly: after(now, aDay) },
        expiresAt: expiryOf(session, now),
      };
    });
  }

  /**
   * Answers the token, which is stored nowhere as it is. @param trust the token of the browser's
   * trust, where it has one
   */
  async begin(
    accountId: string,
    begunBy: BegunBy,
    { trust, isHostOnly, ...place }: Begun = {},
  ): Promise<string> {
    const token = newToken();
    const startedAt = this.clock.now();
    const record: SessionRecord = {
      owner: accountId,
      begunBy,
      startedAt,
      ...place,
      ...(trust !== undefined && { trustId: hashOf(trust) }),
      ...(isHostOnly && { hostOnly: true }),
    };
    await this.secrets.put('session', hashOf(token), record, {
      expected: 0,
      expiresAt: thirtyDaysAfter(startedAt),
    });
    return token;
  }

  /**
   * In no order. With the browsers that are trusted and have no session now: each comes back
   * without a code.
   */
  async ofAccount(accountId: string): Promise<readonly ListedSession[]> {
    const [sessions, trusts] = await Promise.all([
      this.secrets.findByOwner<SessionRecord>('session', accountId),
      this.secrets.findByOwner<Trust>('trust', accountId),
    ]);
    const inUse = new Set(sessions.map(({ value }) => value.trustId));
    const idle = trusts.flatMap(({ id, value: { startedAt, ...trust } }) =>
      startedAt === undefined || inUse.has(id)
        ? []
        : { id, value: { ...trust, begunBy: 'trust' as const, startedAt } },
    );
    return [...sessions, ...idle].map(
      ({ id, value }: { readonly id: string; readonly value: SessionRecord }) => {
        const { owner, begunBy, startedAt, lastSeenAt = startedAt, browser, network } = value;
        return {
          id,
          sessionId: hashOf(`listed ${id}`),
          accountId: owner,
          begunBy,
          startedAt,
          lastSeenAt,
          browser,
          network,
        };
      },
    );
  }

  /** Ids of the sessions of an account beyond so many: those that were seen longest ago. */
  async beyond(most: number, accountId: string): Promise<readonly string[]> {
    const sessions = await this.secrets.findByOwner<SessionRecord>('session', accountId);
    const seenAt = ({ startedAt, lastSeenAt = startedAt }: SessionRecord): number =>
      Date.parse(lastSeenAt);
    return [...sessions]
      .sort((one, other) => seenAt(other.value) - seenAt(one.value))
      .slice(most)
      .map(({ id }) => id);
  }

  /**
   * With the trust of its browser, which would otherwise come back without a code. @param sessionId
   * or the id of a trust without a session
   */
  async endWithTrust(sessionId: string): Promise<void> {
    const found = await this.secrets.get<SessionRecord>('session', sessionId);
    await this.secrets.remove('trust', found ? (found.value.trustId ?? '') : sessionId);
    await this.end(sessionId);
  }

  /** With what its browser is told by push. */
  async end(sessionId: string): Promise<void> {
    const found = await this.secrets.get<SessionRecord>('session', sessionId);
    await this.secrets.remove('session', sessionId);
    if (found)
      await this.subscriptions.removeBySession({ id: sessionId, owner: found.value.owner });
  }

  /** Answers the ids of the sessions that were ended. @param except the id of one that stays */
  async endAll(accountId: string, except?: string): Promise<readonly string[]> {
    const sessions = await this.secrets.findByOwner<SessionRecord>('session', accountId);
    const ids = sessions.map(({ id }) => id).filter((id) => id !== except);
    await Promise.all(ids.map((id) => this.end(id)));
    return ids;
  }

  /** This browser need not enter a code for this account, for 30 days. */
  async trust(accountId: string, place: Partial<SessionPlace> = {}): Promise<string> {
    const token = newToken();
    const startedAt = this.clock.now();
    const record: Trust = { owner: accountId, startedAt, ...place };
    await this.secrets.put('trust', hashOf(token), record, {
      expected: 0,
      expiresAt: thirtyDaysAfter(startedAt),
    });
    return token;
  }

  /** The one of these trust tokens that is for the account. */
  async trustedBy(tokens: readonly string[], accountId: string): Promise<string | undefined> {
    for (const token of tokens)
      if ((await this.secrets.get<Trust>('trust', hashOf(token)))?.value.owner === accountId)
        return token;
    return undefined;
  }

  async distrust(token: string): Promise<void> {
    await this.secrets.remove('trust', hashOf(token));
  }

  /** @param except the token of one that stays */
  async distrustAll(accountId: string, except?: string): Promise<void> {
    const stays = except === undefined ? undefined : hashOf(except);
    const trusts = await this.secrets.findByOwner<Trust>('trust', accountId);
    await Promise.all(
      trusts.filter(({ id }) => id !== stays).map(({ id }) => this.secrets.remove('trust', id)),
    );
  }

  /**
   * This browser may sign in to the account by its number before that is verified, for 30 days; no
   * other browser may.
   */
  async rememberSignUp(browserId: string, phone: string, accountId: string): Promise<void> {
    await this.secrets.update('signed-up', signUpId(browserId, phone), () => ({
      value: { owner: accountId },
      expiresAt: this.inThirtyDays(),
    }));
  }

  /**
   * The account that was signed up in this browser with that number; the latest if there are
   * several.
   */
  async signedUpHere(browserId: string, phone: string): Promise<string | undefined> {
    return (await this.secrets.get<SignedUp>('signed-up', signUpId(browserId, phone)))?.value.owner;
  }

  /**
   * Records the last use, to the quarter of an hour, and extends the session. An ended session
   * stays ended.
   */
  private async see(
    id: string,
    { startedAt, lastSeenAt = startedAt }: SessionRecord,
  ): Promise<void> {
    const now = this.clock.now();
    if (Date.parse(now) - Date.parse(lastSeenAt) < betweenSightings) return;
    await this.secrets.update<SessionRecord>(
      'session',
      id,
      (session) =>
        session && { value: { ...session, lastSeenAt: now }, expiresAt: expiryOf(session, now) },
    );
  }

  private inThirtyDays(): string {
    return thirtyDaysAfter(this.clock.now());
  }
}

const after = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString();
const thirtyDaysAfter = (instant: string): string => after(instant, thirtyDays);
const earlier = (one: string, other: string): string => (one < other ? one : other);
const expiryOf = ({ startedAt }: SessionRecord, seenAt: string): string =>
  earlier(thirtyDaysAfter(seenAt), after(startedAt, aYear));

const signUpId = (browserId: string, phone: string): string => hashOf(`${browserId} ${phone}`);
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOf = (token: string): string => hash('sha256', token, 'hex');
