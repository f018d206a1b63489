import type { Config } from '#platform/common/config/config.js';
import { networkPrefix, parseNetwork } from '#platform/common/networks.js';
import { describeBrowser } from './describe-browser.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../../http/session-cookie.js';
import {
  type SessionPlace,
  YEAR_SECONDS,
  hashToken,
  createToken,
  THIRTY_DAYS_SECONDS,
} from './sessions.js';

/** Prefix of cookies that only this host can set, over https. Other hosts of the domain cannot. */
const HOST_PREFIX = '__Host-';
const MAX_USER_AGENT_LENGTH = 200;
/** Binds sign-ups and codes to this browser; useless elsewhere. */
const BROWSER_COOKIE = 'fieldtrace_browser';
/** Cookie with one trust token per account that used this browser. */
const TRUST_COOKIE = 'fieldtrace_trusted';
const COOKIE_NAMES = [SESSION_COOKIE, BROWSER_COOKIE, TRUST_COOKIE];
export const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  publicUrl?.startsWith('https:') === true;
const MAX_TRUSTS = 5;

/** The browser's side of a session: its cookies, all of them HttpOnly. */
export class Browser {
  private constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    /** Whether the browser uses https; then all cookies are `Secure`. */
    private readonly secure: boolean,
  ) {}

  static from(
    request: FastifyRequest,
    reply: FastifyReply,
    { publicUrl }: Pick<Config, 'publicUrl'>,
  ): Browser {
    return new Browser(request, reply, isSecure({ publicUrl }));
  }

  static sessionToken(request: Pick<FastifyRequest, 'cookies'>): string | undefined {
    return request.cookies[SESSION_COOKIE];
  }

  /**
   * Session token in a `Cookie` header, for sockets, and whether its name is of an earlier build.
   */
  static sessionTokenIn(
    header: string | undefined,
    config: Pick<Config, 'publicUrl'>,
  ): { readonly token: string | undefined; readonly isOld: boolean } {
    const pairs = header?.split(';').map((pair) => pair.trim().split('=')) ?? [];
    const readCookie = (wanted: string) => pairs.find(([name]) => name === wanted)?.[1];
    const token = isSecure(config)
      ? readCookie(HOST_PREFIX + SESSION_COOKIE)
      : readCookie(SESSION_COOKIE);
    return token === undefined && isSecure(config)
      ? { token: readCookie(SESSION_COOKIE), isOld: true }
      : { token, isOld: false };
  }

  /**
   * With https, gives the values of `__Host-` cookies the plain names, and drops other cookies.
   * @returns whether the session has only a plain cookie, set by an earlier build or by another
   * site under the same domain; then nothing is changed
   */
  static readHostCookies(request: FastifyRequest): boolean {
    const { cookies } = request;
    if (
      cookies[HOST_PREFIX + SESSION_COOKIE] === undefined &&
      cookies[SESSION_COOKIE] !== undefined
    )
      return true;
    for (const name of COOKIE_NAMES) {
      const value = cookies[HOST_PREFIX + name];
      if (value === undefined) delete cookies[name];
      else cookies[name] = value;
    }
    return false;
  }

  /** Sets plain cookies again under `__Host-` names, for a session of an earlier build. */
  renewCookies(): void {
    for (const [name, maxAge] of [
      [SESSION_COOKIE, YEAR_SECONDS],
      [BROWSER_COOKIE, YEAR_SECONDS],
      [TRUST_COOKIE, THIRTY_DAYS_SECONDS],
    ] as const) {
      const value = this.request.cookies[name];
      if (value === undefined) continue;
      this.setCookie(name, value, maxAge);
      void this.reply.clearCookie(name, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: true,
      });
    }
  }

  static dropCookies({ cookies }: FastifyRequest): void {
    for (const name of COOKIE_NAMES) delete cookies[name];
  }

  /** Whether the cookies have `__Host-` names. */
  get isHostOnly(): boolean {
    return this.secure;
  }

  /** Hash of the browser's secret. Sets the secret if it is missing. */
  ensureId(): string {
    const existing = this.request.cookies[BROWSER_COOKIE];
    const token = existing && /^[\w-]{43}$/.test(existing) ? existing : createToken();
    if (token !== existing) {
      this.request.cookies[BROWSER_COOKIE] = token;
      this.setCookie(BROWSER_COOKIE, token, YEAR_SECONDS);
    }
    return hashToken(token);
  }

  /** User agent, shortened, by which people recognise their devices. */
  get name(): string {
    return (this.request.headers['user-agent'] ?? 'unknown').slice(0, MAX_USER_AGENT_LENGTH);
  }

  get place(): SessionPlace {
    return { browser: this.name, network: networkPrefix(parseNetwork(this.request.ip)) };
  }

  /** Device and network as events name them: neither identifies a person. */
  static senderOf({ headers, ip }: FastifyRequest): {
    readonly device: string;
    readonly network?: string;
  } {
    const network = networkPrefix(parseNetwork(ip));
    const device = describeBrowser(headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH));
    return { device, ...(network !== undefined && { network }) };
  }

  /** The server decides when the session expires; its cookie outlives it. */
  signIn(sessionToken: string): void {
    this.setCookie(SESSION_COOKIE, sessionToken, YEAR_SECONDS);
  }

  signOut(): void {
    this.dropCookie(SESSION_COOKIE);
  }

  get trusts(): readonly string[] {
    return (this.request.cookies[TRUST_COOKIE] ?? '')
      .split('.')
      .filter(Boolean)
      .slice(0, MAX_TRUSTS);
  }

  trust(token: string): void {
    this.setTrusts([token, ...this.trusts].slice(0, MAX_TRUSTS));
  }

  distrust(token: string): void {
    this.setTrusts(this.trusts.filter((trust) => trust !== token));
  }

  private setTrusts(tokens: readonly string[]): void {
    const value = tokens.join('.');
    this.request.cookies[TRUST_COOKIE] = value;
    if (value) this.setCookie(TRUST_COOKIE, value, THIRTY_DAYS_SECONDS);
    else this.dropCookie(TRUST_COOKIE);
  }

  private setCookie(name: string, value: string, maxAge: number): void {
    void this.reply.setCookie(this.cookieName(name), value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.secure,
      maxAge,
    });
  }

  private cookieName(name: string): string {
    return this.secure ? HOST_PREFIX + name : name;
  }

  private dropCookie(name: string): void {
    void this.reply.clearCookie(this.cookieName(name), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.secure,
    });
  }
}
