import type { Message } from '#domain/kernel/message.js';
import { Clock } from '#platform/common/clock.js';
import { LogWatch } from '#platform/event-log/log-watch.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { Logger } from '#platform/process/logger.js';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LiveSessions } from '../../auth/live-sessions.js';

/** Events that take a right away, each with the account that loses it. */
const whose: Readonly<Record<string, (data: Readonly<Record<string, unknown>>) => unknown>> = {
  MemberRoleChanged: ({ memberId }) => memberId,
  MemberRemoved: ({ memberId }) => memberId,
  MemberLeft: ({ memberId }) => memberId,
};
/** After these, sessions of the account have ended. */
const endings: ReadonlySet<string> = new Set(['SignedOut', 'PhoneVerified']);
/** Events that change the frame of every screen and are in no view that browsers follow. */
const shown: ReadonlySet<string> = new Set(['LanguageChanged']);
const mostRemembered = 1_000;

/**
 * Sees in the log that a membership, a role or a session has changed, by whatever request and in
 * whichever process, and lets this backend's sockets know. The log reaches every backend, also
 * while nothing else does.
 */
@Injectable()
export class MembershipWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly watch: LogWatch;
  /**
   * Up to which position an account's sockets know: the same change must not end those that have
   * come back since.
   */
  private readonly known = new LRUCache<string, string>({ max: mostRemembered });

  constructor(
    log: EventLog,
    clock: Clock,
    logger: Logger,
    private readonly live: LiveSessions,
  ) {
    this.watch = new LogWatch({
      ...{ log, clock },
      listener: async (events) => {
        for (const event of events) await this.see(event);
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

  /** Applies the rights that this process's own command changed before its answer is sent. */
  catchUp({ type, data }: Message, actorId: string, position: string): void {
    if (type === 'ChangeMemberRole' || type === 'RemoveMember')
      this.changed((data as { memberId: string }).memberId, position);
    if (type === 'LeaveOrganization') this.changed(actorId, position);
  }

  private async see({ type, data, stream, position }: RecordedEvent): Promise<void> {
    const memberId =
      Object.hasOwn(whose, type) && whose[type]!(data as Readonly<Record<string, unknown>>);
    if (typeof memberId === 'string') this.changed(memberId, position);
    if (shown.has(type)) this.changed(subjectOf(stream).id, position);
    if (endings.has(type)) await this.live.askAgain(subjectOf(stream).id);
  }

  private changed(accountId: string, position: string): void {
    if ((this.known.get(accountId) ?? '') >= position) return;
    this.known.set(accountId, position);
    this.live.membershipChanged(accountId);
  }
}
