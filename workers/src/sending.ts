import { ofEachDecider } from '#domain/deciders.js';
import type { Message } from '#domain/kernel/message.js';
import type { Answer, HandleCommand, Request } from '#platform/command-handling/handle-command.js';
import type { SendCommand } from '#platform/reactor-running/reactor.js';

type Handle = (request: Request<Message>) => Promise<Answer>;

/** Sends what follows from an event to the rules it is for. No policy is asked: whoever caused it may have lost their rights meanwhile. */
export function sendingWith(handle: HandleCommand): SendCommand {
  const handlers = new Map<string, Handle>(
    ofEachDecider((definitions, decider) =>
      Object.entries(definitions).map(([name, definition]): [string, Handle] => [
        name,
        (request) => handle(decider, definition, request as Request<never>),
      ]),
    ).flat(),
  );
  return ({ command, ...sent }) => {
    const handler = handlers.get(command.type);
    if (!handler) throw new Error(`No rules are registered for ${command.type}`);
    return handler({ ...sent, command, internal: true });
  };
}
