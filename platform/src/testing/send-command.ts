import type { Message } from '#domain/kernel/texts/message.js';
import type { Answer, Request } from '../write-side/request.js';
import type { CommandHandling, Domain } from '../write-side/write-side.js';

/** Sends commands to their aggregates without Nest. */
export const commandSender =
  ({ aggregates }: Pick<Domain, 'aggregates'>, { handle }: Pick<CommandHandling, 'handle'>) =>
  (request: Request<Message>): Promise<Answer> => {
    const { type } = request.command;
    const aggregate = aggregates.find(({ commands }) => Object.hasOwn(commands, type));
    if (!aggregate) throw new Error(`No aggregate has a command ${type}`);
    return handle(aggregate, aggregate.commands[type]!, request);
  };
