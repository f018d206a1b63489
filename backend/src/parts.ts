import type { Clock } from '#platform/command-handling/claims.js';
import type { HandleCommand } from '#platform/command-handling/handle-command.js';
import type { Config } from '#platform/config.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import type { FileStore } from '#platform/file-store/file-store.js';
import type { Geocoder } from '#platform/geocoder/geocoder.js';
import type { JobQueue } from '#platform/job-queue/job-queue.js';
import type { ChangeFeed } from '#platform/live/change-feed.js';
import type { SocketAdapter } from '#platform/live/socket-adapter.js';
import type { Challenges } from '#platform/one-time-codes/challenges.js';
import type { RateCounter } from '#platform/rate-limits/rate-counter.js';
import type { ReadSide } from '#platform/projection-running/read-side.js';
import type { Views } from '#platform/read-store/views.js';
import type { SecretStore } from '#platform/secret-store/secret-store.js';
import type { Down } from '#platform/process/parts-health.js';
import type { Logger } from './http/logger.js';
import type { DevInbox } from './operations/dev-inbox.js';
import type { People } from './sessions/people.js';
import type { Sessions } from './sessions/sessions.js';

export const CONFIG = Symbol('Config');
export const PARTS = Symbol('Parts');

/** What the doors stand on. A composition root makes them; nothing here knows which adapter it talks to. */
export type Parts = {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly secrets: SecretStore;
  /** How often was something done: limits are counted here. */
  readonly rates: RateCounter;
  readonly jobs: JobQueue;
  readonly files: FileStore;
  readonly geocoder: Geocoder;
  readonly views: Views;
  readonly readSide: ReadSide;
  readonly changeFeed: ChangeFeed;
  /** Reaches the sockets of other backends; undefined where there is one. */
  readonly socketAdapter: SocketAdapter | undefined;
  readonly handle: HandleCommand;
  /** How often a command was decided again because somebody else was faster. */
  readonly conflicts: () => number;
  readonly people: People;
  readonly sessions: Sessions;
  readonly challenges: Challenges;
  /** Links to files are signed with it. */
  readonly signingKey: Uint8Array;
  /** Which of the parts do not answer now. */
  readonly down: () => Promise<Down>;
  /** Where codes appear while no messages are sent; never in production. */
  readonly devInbox: DevInbox | undefined;
};
