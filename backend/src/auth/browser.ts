import type { Config } from '#platform/common/config/config.js';
import { networkPrefix, networkOf } from '#platform/common/network-of.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type SessionPlace, aYear, hashOf, newToken, thirtyDays } from './sessions.js';

/**
 * Browsers take a cookie of such a name over https only, from this very host, so that no neighbour
 * under the domain can set it.
 */
const hostOnly = '__Host-';
const sessionCookie = 'fieldtrace_session';
/** Ties what this browser begins (a sign-up, a code) to it. Worth nothing elsewhere. */
const browserCookie = 'fieldtrace_browser';
/** Cookie that holds one trust token for each account that used this browser. */
const trustCookie = 'fieldtrace_trusted';
const cookieNames = [sessionCookie, browserCookie, trustCookie];
export const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  publicUrl?.startsWith('https:') === true;
const mostTrusts = 5;

/** The browser's side of a session: its cookies, all of them HttpOnly. */
export class Browser {
  private constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    /** Reached over https, so that cookies never travel without. */
    private readonly secure: boolean,
  ) {}

  static of(
    request: FastifyRequest,
    reply: FastifyReply,
    { publicUrl }: Pick<Config, 'publicUrl'>,
  ): Browser {
    return new Browser(request, reply, isSecure({ publicUrl }));
  }

  static sessionToken(request: Pick<FastifyRequest, 'cookies'>): string | undefined {
    return request.cookies[sessionCookie];
  }

  /**
   * The session's token in a `Cookie` header, for sockets, and whether an earlier build has set it.
   */
  static sessionTokenIn(
    header: string | undefined,
    config: Pick<Config, 'publicUrl'>,
  ): { readonly token: string | undefined; readonly isOld: boolean } {
    const pairs = header?.split(';').map((pair) => pair.trim().split('=')) ?? [];
    const of = (wanted: string) => pairs.find(([name]) => name === wanted)?.[1];
    const token = isSecure(config) ? of(hostOnly + sessionCookie) : of(sessionCookie);
    return token === undefined && isSecure(config)
      ? { token: of(sessionCookie), isOld: true }
      : { token, isOld: false };
  }

  /**
   * With https, lets the names that only this host can set stand for the plain ones.
   * @returns whether what is left are cookies of plain names, which an earlier build has set, or a
   * neighbour
   */
  static readHostCookies(request: FastifyRequest): boolean {
    const { cookies } = request;
    if (cookies[hostOnly + sessionCookie] === undefined && cookies[sessionCookie] !== undefined)
      return true;
    for (const name of cookieNames) {
      const value = cookies[hostOnly + name];
      if (value === undefined) delete cookies[name];
      else cookies[name] = value;
    }
    return false;
  }

  /** Sets cookies of plain names anew, because the session is one of an earlier build. */
  renewCookies(): void {
    for (const [name, maxAge] of [
      [sessionCookie, aYear],
      [browserCookie, aYear],
      [trustCookie, thirtyDays],
    ] as const) {
      const value = this.request.cookies[name];
      if (value === undefined) continue;
      this.set(name, value, maxAge);
      void this.reply.clearCookie(name, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: true,
      });
    }
  }

  static forgetCookies({ cookies }: FastifyRequest): void {
    for (const name of cookieNames) delete cookies[name];
  }

  /** Whether its cookies are this host's alone. */
  get isHostOnly(): boolean {
    return this.secure;
  }

  /** Hash of the browser's secret, which it is given now if it has none. */
  id(): string {
    const had = this.request.cookies[browserCookie];
    const token = had && /^[\w-]{43}$/.test(had) ? had : newToken();
    if (token !== had) {
      this.request.cookies[browserCookie] = token;
      this.set(browserCookie, token, aYear);
    }
    return hashOf(token);
  }

  /** How it calls itself, shortened: a person recognises their devices by it. */
  get name(): string {
    return (this.request.headers['user-agent'] ?? 'unknown').slice(0, 200);
  }

  get place(): SessionPlace {
    return { browser: this.name, network: networkPrefix(networkOf(this.request.ip)) };
  }

  /** The server decides when the session expires; its cookie outlives it. */
  signIn(sessionToken: string): void {
    this.set(sessionCookie, sessionToken, aYear);
  }

  signOut(): void {
    this.drop(sessionCookie);
  }

  get trusts(): readonly string[] {
    return (this.request.cookies[trustCookie] ?? '')
      .split('.')
      .filter(Boolean)
      .slice(0, mostTrusts);
  }

  trust(token: string): void {
    this.keepTrusts([token, ...this.trusts].slice(0, mostTrusts));
  }

  distrust(token: string): void {
    this.keepTrusts(this.trusts.filter((trust) => trust !== token));
  }

  private keepTrusts(tokens: readonly string[]): void {
    const value = tokens.join('.');
    this.request.cookies[trustCookie] = value;
    if (value) this.set(trustCookie, value, thirtyDays);
    else this.drop(trustCookie);
  }

  private set(name: string, value: string, maxAge: number): void {
    void this.reply.setCookie(this.nameOf(name), value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.secure,
      maxAge,
    });
  }

  private nameOf(name: string): string {
    return this.secure ? hostOnly + name : name;
  }

  private drop(name: string): void {
    void this.reply.clearCookie(this.nameOf(name), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.secure,
    });
  }
}
