/** Open sockets, for whoever ends a session or changes a right: what has ended must end there too, before anybody is answered. */
export abstract class LiveSessions {
  abstract sessionsEnded(sessionIds: readonly string[]): void;
  /** Rooms that the account may no longer enter are left at once. */
  abstract membershipChanged(accountId: string): void;
}
