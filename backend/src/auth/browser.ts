import type { Config } from '#platform/common/config/config.js';
import { networkPrefix, networkOf } from '#platform/common/network-of.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type SessionPlace, aYear, hashOf, newToken, thirtyDays } from './sessions.js';

const sessionCookie = 'fieldtrace_session';
/** Ties what this browser begins (a sign-up, a code) to it. Worth nothing elsewhere. */
const browserCookie = 'fieldtrace_browser';
/** Where this browser is trusted, one token for each account that used it. */
const trustCookie = 'fieldtrace_trusted';
const mostTrusts = 5;

/** The browser's side of a session: its cookies, all of them HttpOnly. */
export class Browser {
  private constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    /** Reached over https, so that cookies never travel without. */
    private readonly secure: boolean,
  ) {}

  static of(request: FastifyRequest, reply: FastifyReply, { publicUrl }: Pick<Config, 'publicUrl'>): Browser {
    return new Browser(request, reply, publicUrl?.startsWith('https:') === true);
  }

  static sessionToken(request: Pick<FastifyRequest, 'cookies'>): string | undefined {
    return request.cookies[sessionCookie];
  }

  /** The session's token in a `Cookie` header, for sockets. */
  static sessionTokenIn(header: string | undefined): string | undefined {
    return header
      ?.split(';')
      .map((pair) => pair.trim().split('='))
      .find(([name]) => name === sessionCookie)?.[1];
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
    return (this.request.cookies[trustCookie] ?? '').split('.').filter(Boolean).slice(0, mostTrusts);
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
    void this.reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure: this.secure, maxAge });
  }

  private drop(name: string): void {
    void this.reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: this.secure });
  }
}
