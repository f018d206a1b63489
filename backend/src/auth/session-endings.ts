import { Injectable } from '@nestjs/common';
import { LiveSessions } from './live-sessions.js';
import { Sessions } from './sessions.js';

/** Ends sessions, and their sockets with them before anybody is answered. */
@Injectable()
export class SessionEndings {
  constructor(
    private readonly sessions: Sessions,
    private readonly live: LiveSessions,
  ) {}

  async end(sessionId: string): Promise<void> {
    await this.sessions.end(sessionId);
    this.live.sessionsEnded([sessionId]);
  }

  /** Ends a session of another browser, and the trust of that browser. */
  async endElsewhere(sessionId: string): Promise<void> {
    await this.sessions.endWithTrust(sessionId);
    this.live.sessionsEnded([sessionId]);
  }

  /**
   * All of an account, and every trust in it. @param except a session that stays, and the token of
   * its browser's trust
   */
  async endAll(
    accountId: string,
    except: { readonly sessionId?: string; readonly trust?: string | undefined } = {},
  ): Promise<void> {
    // Trusts first: a sign-in that found its trust looks for it again after it has begun its
    // session.
    await this.sessions.distrustAll(accountId, except.trust);
    this.live.sessionsEnded(await this.sessions.endAll(accountId, except.sessionId));
  }
}
