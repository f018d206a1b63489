import type { Message } from '#domain/kernel/texts/message.js';
import { v5 as uuid } from 'uuid';
import type { SpanContext } from '../../common/tracing/tracing.js';
import type { RecordedEvent } from '../../event-log/event-log.js';
import type { AnyJobs } from '../job-queue/job-queue.js';

/** Command that a reactor derives from an event. Its decider checks again that it still applies. */
export type DerivedCommand<Command extends Message = Message> = {
  readonly command: Command;
  readonly actorId: string;
  readonly organizationId?: string;
  /** Stream of the target record. A reactor sends each record at most one command per event. */
  readonly to: string;
};
/** Job of any name, with the payload type of that name. */
type DerivedJob<Jobs extends AnyJobs = AnyJobs> = {
  [Name in keyof Jobs & string]: {
    readonly name: Name;
    /** Id that several reactors give to the same job. By default, each job has its own. */
    readonly id?: string;
    readonly data: Jobs[Name];
  };
}[keyof Jobs & string];
export type Reaction<Command extends Message = Message, Jobs extends AnyJobs = AnyJobs> = {
  readonly jobs?: readonly DerivedJob<Jobs>[];
  readonly commands?: readonly DerivedCommand<Command>[];
};

/**
 * Answers events with jobs for the outside world and commands for other records. It has to be
 * idempotent: after a crash it may see an event again.
 */
export type Reactor<
  Event extends Message = Message,
  Command extends Message = Message,
  Jobs extends AnyJobs = AnyJobs,
> = {
  /** Part of stored stream names and command ids: never change it. */
  readonly name: string;
  readonly events: Readonly<Record<Event['type'], unknown>>;
  /**
   * Starts at the beginning of the log even if an upgrade adds the reactor, to settle old events.
   */
  readonly readsWholeLog?: true;
  react(event: RecordedEvent<Event>): Reaction<Command, Jobs> | Promise<Reaction<Command, Jobs>>;
};

/** Id of the command that a reactor sends to a stream after an event. */
export const derivedCommandId = (reactor: string, to: string, eventId: string): string =>
  uuid(`${reactor} ${to}`, eventId);

/** Command sent by a reactor or a timer. Its id makes a repetition harmless. */
export type SentCommand<Command extends Message = Message> = Omit<DerivedCommand<Command>, 'to'> & {
  readonly id: string;
  readonly causationId: string;
  readonly correlationId: string;
  /** Span that sends the command, if it is traced. */
  readonly span?: SpanContext | undefined;
};
/** @throws Refusal if a rule refuses the command, Unavailable if it cannot be handled now */
export type SendCommand<Command extends Message = Message> = (
  command: SentCommand<Command>,
) => Promise<unknown>;
