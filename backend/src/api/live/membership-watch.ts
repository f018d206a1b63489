import type { Message } from '#domain/kernel/texts/message.js';
import { Clock } from '#platform/common/clock.js';
import { LogWatch } from '#platform/event-log/log-watch.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { Logger } from '#platform/process/logger.js';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LiveGateway } from './live.gateway.js';

/** Events that end a right, each with a function that finds the account that loses it. */
const LOSING_ACCOUNT_BY_EVENT: Readonly<
  Record<string, (data: Readonly<Record<string, unknown>>) => unknown>
> = {
  MemberRoleChanged: ({ memberId }) => memberId,
  MemberRemoved: ({ memberId }) => memberId,
  MemberLeft: ({ memberId }) => memberId,
};
/** Events that end sessions of the account. Streams of other records have no sockets. */
const SESSION_ENDINGS: ReadonlySet<string> = new Set([
  'SignedOut',
  'PhoneVerified',
  'StreamErased',
]);
/** Events that change every screen. No view contains them, so the change feed does not either. */
const SCREEN_EVENTS: ReadonlySet<string> = new Set(['LanguageChanged']);
const MAX_REMEMBERED_ACCOUNTS = 1_000;

/**
 * Reads membership, role and session changes from the log and informs this backend's sockets. Works
 * across processes, even while Redis is unavailable.
 */
@Injectable()
export class MembershipWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly watch: LogWatch;
  /**
   * Last handled position by account, so that the same change does not disconnect sockets that have
   * reconnected.
   */
  private readonly handledPositions = new LRUCache<string, string>({
    max: MAX_REMEMBERED_ACCOUNTS,
  });

  constructor(
    log: EventLog,
    clock: Clock,
    logger: Logger,
    @Inject(LiveGateway)
    private readonly live: Pick<LiveGateway, 'disconnectAccount' | 'checkSockets'>,
  ) {
    this.watch = new LogWatch({
      log,
      clock,
      listener: async (events) => {
        for (const event of events) await this.handleEvent(event);
      },
      onTrouble: (err) => logger.warn({ err }, 'memberships are not watched now'),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.watch.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.watch.stop();
  }

  /** Applies the rights that this process's own command changed, before its answer is sent. */
  applyOwnCommand({ type, data }: Message, actorId: string, position: string): void {
    if (type === 'ChangeMemberRole' || type === 'RemoveMember')
      this.handleChange((data as { memberId: string }).memberId, position);
    if (type === 'LeaveOrganization') this.handleChange(actorId, position);
  }

  private async handleEvent({ type, data, stream, position }: RecordedEvent): Promise<void> {
    const memberId =
      Object.hasOwn(LOSING_ACCOUNT_BY_EVENT, type) &&
      LOSING_ACCOUNT_BY_EVENT[type]!(data as Readonly<Record<string, unknown>>);
    if (typeof memberId === 'string') this.handleChange(memberId, position);
    if (SCREEN_EVENTS.has(type)) this.handleChange(parseStream(stream).id, position);
    if (SESSION_ENDINGS.has(type)) await this.live.checkSockets(parseStream(stream).id);
  }

  private handleChange(accountId: string, position: string): void {
    if ((this.handledPositions.get(accountId) ?? '') >= position) return;
    this.handledPositions.set(accountId, position);
    this.live.disconnectAccount(accountId);
  }
}
