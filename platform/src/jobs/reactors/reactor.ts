import type { Message } from '#domain/kernel/message.js';
import type { RecordedEvent } from '../../event-log/event-log.js';
import type { AnyJobs } from '../job-queue/job-queue.js';

/** A command that follows from an event. It decides again whether it still holds. */
export type FollowUpCommand<Command extends Message = Message> = {
  readonly command: Command;
  readonly actorId: string;
  readonly organizationId?: string;
  /**
   * The record that it is for, by the name of its stream: of one event a reactor sends each record
   * one command.
   */
  readonly to: string;
};
/** A job of any name with the payload of that name. */
type FollowUpJob<Jobs extends AnyJobs = AnyJobs> = {
  [Name in keyof Jobs & string]: {
    readonly name: Name;
    /** Id shared with others that request an equal job; by default a job has its own id. */
    readonly id?: string;
    readonly data: Jobs[Name];
  };
}[keyof Jobs & string];
export type Reaction<Command extends Message = Message, Jobs extends AnyJobs = AnyJobs> = {
  readonly jobs?: readonly FollowUpJob<Jobs>[];
  readonly commands?: readonly FollowUpCommand<Command>[];
};

/**
 * Answers events with jobs for the outside world and commands for other records. After a crash it
 * may get an event again, and must answer alike.
 */
export type Reactor<
  Event extends Message = Message,
  Command extends Message = Message,
  Jobs extends AnyJobs = AnyJobs,
> = {
  /** Stands in the name of its stream and in the ids of what it sends: never changed. */
  readonly name: string;
  readonly events: Readonly<Record<Event['type'], unknown>>;
  /**
   * Begins at the start of the log, also where an upgrade adds it: for what settles events of an
   * older build.
   */
  readonly readsWholeLog?: true;
  react(event: RecordedEvent<Event>): Reaction<Command, Jobs> | Promise<Reaction<Command, Jobs>>;
};

/**
 * A command on its way from a reactor or a timer; its id makes sending it twice the same as sending
 * it once.
 */
export type SentCommand<Command extends Message = Message> = Omit<
  FollowUpCommand<Command>,
  'to'
> & {
  readonly id: string;
  readonly causationId: string;
  readonly correlationId: string;
};
/** @throws Refusal where a rule says no, Unavailable where it cannot be handled now */
export type SendCommand<Command extends Message = Message> = (
  command: SentCommand<Command>,
) => Promise<unknown>;
