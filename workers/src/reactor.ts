import type { AnyCommand } from '#domain/commands.js';
import type { Message } from '#domain/kernel/message.js';
import type * as platform from '#platform/jobs/reactors/reactor.js';

/** What the platform runs, with the commands of the domain: one that has other fields does not compile. */
export type Reactor<Event extends Message> = platform.Reactor<Event, AnyCommand>;
export type FollowUpCommand = platform.FollowUpCommand<AnyCommand>;
export type Reaction = platform.Reaction<AnyCommand>;
export type SendCommand = platform.SendCommand<AnyCommand>;
export type SentCommand = platform.SentCommand<AnyCommand>;
