import { Clock } from '#platform/common/clock.js';
import { PushSubscriptions } from '#platform/integrations/push/push-subscriptions.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';
import { hash, randomBytes } from 'node:crypto';

/**
 * Start of a session. A `sign-up` session lasts until the number is verified; `demo` is a visit to
 * the sandbox.
 */
export type SessionOrigin = 'sign-up' | 'code' | 'trust' | 'demo';
/** Place of a session: the browser's name and its network prefix. */
export type SessionPlace = { readonly browser: string; readonly network: string | undefined };
type SessionRecord = Partial<SessionPlace> & {
  readonly owner: string;
  readonly begunBy: SessionOrigin;
  readonly startedAt: string;
  readonly lastSeenAt?: string;
  /** Id of the browser's trust. Ending the session from another browser ends the trust, too. */
  readonly trustId?: string;
  /**
   * Its cookie has a `__Host-` name, always or from this instant on. After that, a cookie with a
   * plain name does not belong to the browser.
   */
  readonly hostOnly?: true | string;
};
export type Session = {
  readonly id: string;
  readonly accountId: string;
  readonly begunBy: SessionOrigin;
  readonly isHostOnly?: boolean;
};
/** Session in a list. `id` stays on the server; clients get `sessionId`. */
export type ListedSession = Session &
  Partial<SessionPlace> &
  Required<Pick<SessionRecord, 'startedAt' | 'lastSeenAt'>> & { readonly sessionId: string };
/**
 * Id that rate limits count by. Visitors of the sandbox share an account, so each session counts
 * for itself.
 */
export const rateLimitId = ({ id, accountId, begunBy }: Session): string =>
  begunBy === 'demo' ? id : accountId;
type StartOptions = Partial<SessionPlace> & {
  readonly trust?: string | undefined;
  readonly isHostOnly?: boolean;
};
/** Account that signed up in a browser. */
type SignUpRecord = { readonly owner: string };
/** Early builds stored only the owner; such trusts are not listed. */
type TrustRecord = Partial<SessionPlace> & { readonly owner: string; readonly startedAt?: string };

const DAY_SECONDS = 24 * 60 * 60;
export const THIRTY_DAYS_SECONDS = 30 * DAY_SECONDS;
/** Longest life of a session and its cookie, however often it is used. */
export const YEAR_SECONDS = 365 * DAY_SECONDS;
/** Precision of `lastSeenAt`, so that few requests write. */
const LAST_SEEN_PRECISION_MS = 15 * 60_000;

/**
 * Sessions and trusted browsers: opaque tokens, stored as hashes. A session expires 30 days after
 * its last use, a trust 30 days after its start. Rights are never stored here, so a changed role
 * counts from the next request.
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
    const id = hashToken(token);
    const found = await this.secrets.get<SessionRecord>('session', id);
    if (!found) return undefined;
    const { owner, begunBy, hostOnly } = found.value;
    const isHostOnly =
      hostOnly === true || (hostOnly !== undefined && hostOnly <= this.clock.now());
    // Not awaited; a failure is ignored.
    this.recordUse(id, found.value).catch(() => undefined);
    return { id, accountId: owner, begunBy, isHostOnly };
  }

  /**
   * Marks the session as host-only from tomorrow on, because the answer that sets the new cookie
   * may be lost or late.
   */
  async makeHostOnly(id: string): Promise<void> {
    const now = this.clock.now();
    await this.secrets.update<SessionRecord>('session', id, (session) => {
      if (!session || session.hostOnly !== undefined) return undefined;
      return {
        value: { ...session, lastSeenAt: now, hostOnly: addSeconds(now, DAY_SECONDS) },
        expiresAt: sessionExpiry(session, now),
      };
    });
  }

  /**
   * Starts a session and returns its token, of which only the hash is stored.
   * @param trust token of the browser's trust, if any
   */
  async start(
    accountId: string,
    begunBy: SessionOrigin,
    { trust, isHostOnly, ...place }: StartOptions = {},
  ): Promise<string> {
    const token = createToken();
    const startedAt = this.clock.now();
    const record: SessionRecord = {
      owner: accountId,
      begunBy,
      startedAt,
      ...place,
      ...(trust !== undefined && { trustId: hashToken(trust) }),
      ...(isHostOnly && { hostOnly: true }),
    };
    await this.secrets.put('session', hashToken(token), record, {
      expected: 0,
      expiresAt: thirtyDaysAfter(startedAt),
    });
    return token;
  }

  /**
   * Sessions of an account, unordered. Trusted browsers without a session are included, because
   * they can sign in without a code.
   */
  async listByAccount(accountId: string): Promise<readonly ListedSession[]> {
    const [sessions, trusts] = await Promise.all([
      this.secrets.findByOwner<SessionRecord>('session', accountId),
      this.secrets.findByOwner<TrustRecord>('trust', accountId),
    ]);
    const trustIdsInUse = new Set(sessions.map(({ value }) => value.trustId));
    const trustsWithoutSession = trusts.flatMap(({ id, value: { startedAt, ...trust } }) =>
      startedAt === undefined || trustIdsInUse.has(id)
        ? []
        : { id, value: { ...trust, begunBy: 'trust' as const, startedAt } },
    );
    return [...sessions, ...trustsWithoutSession].map(
      ({ id, value }: { readonly id: string; readonly value: SessionRecord }) => {
        const { owner, begunBy, startedAt, lastSeenAt = startedAt, browser, network } = value;
        return {
          id,
          sessionId: hashToken(`listed ${id}`),
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

  /** Ids of the sessions of an account that exceed a limit; the least recently used ones. */
  async findExcess(limit: number, accountId: string): Promise<readonly string[]> {
    const sessions = await this.secrets.findByOwner<SessionRecord>('session', accountId);
    const seenAt = ({ startedAt, lastSeenAt = startedAt }: SessionRecord): number =>
      Date.parse(lastSeenAt);
    return [...sessions]
      .sort((one, other) => seenAt(other.value) - seenAt(one.value))
      .slice(limit)
      .map(({ id }) => id);
  }

  /**
   * Ends a session with its browser's trust, which would let it come back without a code.
   * @param sessionId id of a session, or of a trust without one
   */
  async endWithTrust(sessionId: string): Promise<void> {
    const found = await this.secrets.get<SessionRecord>('session', sessionId);
    await this.secrets.remove('trust', found ? (found.value.trustId ?? '') : sessionId);
    await this.end(sessionId);
  }

  /** Ends a session with its push subscriptions. */
  async end(sessionId: string): Promise<void> {
    const found = await this.secrets.get<SessionRecord>('session', sessionId);
    await this.secrets.remove('session', sessionId);
    if (found)
      await this.subscriptions.removeBySession({ id: sessionId, owner: found.value.owner });
  }

  /**
   * Ends sessions of an account and returns their ids.
   * @param except id of a session that is kept
   */
  async endAll(accountId: string, except?: string): Promise<readonly string[]> {
    const sessions = await this.secrets.findByOwner<SessionRecord>('session', accountId);
    const ids = sessions.map(({ id }) => id).filter((id) => id !== except);
    await Promise.all(ids.map((id) => this.end(id)));
    return ids;
  }

  /** Trusts this browser for 30 days: it needs no code for this account. */
  async addTrust(accountId: string, place: Partial<SessionPlace> = {}): Promise<string> {
    const token = createToken();
    const startedAt = this.clock.now();
    const record: TrustRecord = { owner: accountId, startedAt, ...place };
    await this.secrets.put('trust', hashToken(token), record, {
      expected: 0,
      expiresAt: thirtyDaysAfter(startedAt),
    });
    return token;
  }

  /** The trust token of this account among the given ones. */
  async findTrust(tokens: readonly string[], accountId: string): Promise<string | undefined> {
    for (const token of tokens)
      if (
        (await this.secrets.get<TrustRecord>('trust', hashToken(token)))?.value.owner === accountId
      )
        return token;
    return undefined;
  }

  async removeTrust(token: string): Promise<void> {
    await this.secrets.remove('trust', hashToken(token));
  }

  /** @param except token of a trust that is kept */
  async removeAllTrusts(accountId: string, except?: string): Promise<void> {
    const exceptId = except === undefined ? undefined : hashToken(except);
    const trusts = await this.secrets.findByOwner<TrustRecord>('trust', accountId);
    await Promise.all(
      trusts.filter(({ id }) => id !== exceptId).map(({ id }) => this.secrets.remove('trust', id)),
    );
  }

  /** Lets this browser sign in by an unverified number for 30 days; no other browser may. */
  async rememberSignUp(browserId: string, phone: string, accountId: string): Promise<void> {
    await this.secrets.update('signed-up', signUpId(browserId, phone), () => ({
      value: { owner: accountId },
      expiresAt: this.inThirtyDays(),
    }));
  }

  /** Account that signed up in this browser with this number, the latest if there are several. */
  async findSignUp(browserId: string, phone: string): Promise<string | undefined> {
    return (await this.secrets.get<SignUpRecord>('signed-up', signUpId(browserId, phone)))?.value
      .owner;
  }

  /**
   * Records the last use, to the quarter of an hour, and extends the session. An ended session
   * stays ended.
   */
  private async recordUse(
    id: string,
    { startedAt, lastSeenAt = startedAt }: SessionRecord,
  ): Promise<void> {
    const now = this.clock.now();
    if (Date.parse(now) - Date.parse(lastSeenAt) < LAST_SEEN_PRECISION_MS) return;
    await this.secrets.update<SessionRecord>(
      'session',
      id,
      (session) =>
        session && {
          value: { ...session, lastSeenAt: now },
          expiresAt: sessionExpiry(session, now),
        },
    );
  }

  private inThirtyDays(): string {
    return thirtyDaysAfter(this.clock.now());
  }
}

const addSeconds = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString();
const thirtyDaysAfter = (instant: string): string => addSeconds(instant, THIRTY_DAYS_SECONDS);
const pickEarlier = (one: string, other: string): string => (one < other ? one : other);
const sessionExpiry = ({ startedAt }: SessionRecord, seenAt: string): string =>
  pickEarlier(thirtyDaysAfter(seenAt), addSeconds(startedAt, YEAR_SECONDS));

const signUpId = (browserId: string, phone: string): string => hashToken(`${browserId} ${phone}`);
export const createToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): string => hash('sha256', token, 'hex');
