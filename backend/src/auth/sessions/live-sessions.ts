/**
 * Open sockets of sessions. Ended sessions and lost rights take effect there before the request is
 * answered.
 */
export abstract class LiveSessions {
  /** Ends sessions' sockets in every reachable backend. */
  abstract endSockets(sessionIds: readonly string[]): void;
  /**
   * Disconnects the account's sockets in this backend; other backends read the change in the log.
   */
  abstract disconnectAccount(accountId: string): void;
  /**
   * Checks the account's sockets in this backend again, because its sessions may have ended in
   * another one.
   */
  abstract checkSockets(accountId: string): Promise<void>;
}
