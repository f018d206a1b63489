import { Injectable } from '@nestjs/common';
import { Sessions } from './sessions.js';

/** Ends sessions together with their sockets, before the request is answered. */
@Injectable()
export class SessionEndings {
  private endSockets: (sessionIds: readonly string[]) => void = () => {};

  constructor(private readonly sessions: Sessions) {}

  /** @param endSockets called with ended sessions; ends their sockets in every backend */
  onEnded(endSockets: (sessionIds: readonly string[]) => void): void {
    this.endSockets = endSockets;
  }

  async end(sessionId: string): Promise<void> {
    await this.sessions.end(sessionId);
    this.endSockets([sessionId]);
  }

  /** Ends a session of another browser, and that browser's trust. */
  async endWithTrust(sessionId: string): Promise<void> {
    await this.sessions.endWithTrust(sessionId);
    this.endSockets([sessionId]);
  }

  /**
   * Ends all sessions and trusts of an account.
   * @param except a session that is kept, and its browser's trust token
   */
  async endAll(
    accountId: string,
    except: { readonly sessionId?: string; readonly trust?: string | undefined } = {},
  ): Promise<void> {
    // Removes trusts first: a sign-in looks for its trust again after it has started its session.
    await this.sessions.removeAllTrusts(accountId, except.trust);
    this.endSockets(await this.sessions.endAll(accountId, except.sessionId));
  }
}
