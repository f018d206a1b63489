/**
 * Open sockets, where a session is ended or a right changed: what has ended must end there too,
 * before the request is answered.
 */
export abstract class LiveSessions {
  /** Ends sessions' sockets in every reachable backend. */
  abstract sessionsEnded(sessionIds: readonly string[]): void;
  /**
   * Rooms that the account may no longer enter are left at once, in this backend: each sees it in
   * the log.
   */
  abstract membershipChanged(accountId: string): void;
  /**
   * Sessions of the account may have ended in another backend: its sockets in this one are asked
   * again who they are.
   */
  abstract askAgain(accountId: string): Promise<void>;
}
