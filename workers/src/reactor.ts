import type { AnyCommand } from '#domain/commands.js';
import type { JobPayloads } from '#domain/jobs.js';
import type { Message } from '#domain/kernel/texts/message.js';
import type * as platform from '#platform/jobs/reactors/reactor.js';

/**
 * Reactors with the product's commands and jobs, so that a wrong name or field does not compile.
 */
export type Reactor<Event extends Message> = platform.Reactor<Event, AnyCommand, JobPayloads>;
export type DerivedCommand = platform.DerivedCommand<AnyCommand>;
export type Reaction = platform.Reaction<AnyCommand, JobPayloads>;
export type SendCommand = platform.SendCommand<AnyCommand>;
export type SentCommand = platform.SentCommand<AnyCommand>;
