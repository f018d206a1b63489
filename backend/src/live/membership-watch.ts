import type { Message } from '#domain/kernel/message.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import type { Logger } from '../http/logger.js';
import type { OnModuleDestroy } from '@nestjs/common';
import type { LiveSessions } from './live-sessions.js';

/** What takes a right away, and from whom. */
const whose: Readonly<Record<string, (data: Readonly<Record<string, unknown>>) => unknown>> = {
  MemberRoleChanged: ({ memberId }) => memberId,
  MemberRemoved: ({ memberId }) => memberId,
  MemberLeft: ({ memberId }) => memberId,
};

/** Sees in the log that a membership or a role has changed, whoever changed it and in which process, and lets the sockets know. */
export class MembershipWatch implements OnModuleDestroy {
  private readonly ending = new AbortController();
  private watching: Promise<void> | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly live: LiveSessions,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    const after = await this.log.head();
    this.watching = this.watch(after).catch((err: unknown) => this.logger.error({ err }, 'memberships are not watched any more'));
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    await this.watching;
  }

  /** What this process itself has just done counts before it is answered. */
  catchUp({ type, data }: Message, actorId: string): void {
    if (type === 'ChangeMemberRole' || type === 'RemoveMember') this.live.membershipChanged((data as { memberId: string }).memberId);
    if (type === 'LeaveOrganization') this.live.membershipChanged(actorId);
  }

  private async watch(after: string): Promise<void> {
    for await (const batch of this.log.subscribe(after, this.ending.signal))
      for (const { type, data } of batch) {
        const memberId = Object.hasOwn(whose, type) && whose[type]!(data as Readonly<Record<string, unknown>>);
        if (typeof memberId === 'string') this.live.membershipChanged(memberId);
      }
  }
}
