import type { Message } from '#domain/kernel/texts/message.js';
import { Injectable, type Provider, type Type } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Answer, Request } from './request.js';
import { CommandHandling, type Domain } from './write-side.js';

/** Message on Nest's command bus: a command with its sender and its id. */
export abstract class CommandMessage extends Command<Answer> {
  constructor(readonly request: Request<Message>) {
    super();
  }
}

const classes = new Map<string, Type<CommandMessage>>();

/**
 * Message class of a command, such as `CreateRecord`. The bus finds a handler by it, and
 * `@CommandHandler(messageClass('CreateRecord'))` replaces the aggregate's handler if the command
 * is listed in the option `replacedCommands` of `PlatformModule`.
 */
export function messageClass(name: string): Type<CommandMessage> {
  const existing = classes.get(name);
  if (existing) return existing;
  const created = { [name]: class extends CommandMessage {} }[name]!;
  classes.set(name, created);
  return created;
}

/**
 * Handlers of all commands of the aggregates, which `CqrsModule` finds like any other handler.
 * @param replaced names of commands for which another provider is the handler
 * @throws Error if two commands have the same name
 */
export function commandHandlers(
  aggregates: Domain['aggregates'],
  replaced: readonly string[] = [],
): readonly Provider[] {
  const names = new Set<string>();
  return aggregates.flatMap((aggregate) =>
    Object.entries(aggregate.commands).flatMap(([name, definition]) => {
      if (names.has(name)) throw new Error(`Two commands are called ${name}`);
      names.add(name);
      if (replaced.includes(name)) return [];
      @CommandHandler(messageClass(name))
      class Handler implements ICommandHandler<CommandMessage> {
        constructor(private readonly commands: CommandHandling) {}

        execute({ request }: CommandMessage): Promise<Answer> {
          return this.commands.handle(aggregate, definition, request);
        }
      }
      Object.defineProperty(Handler, 'name', { value: `${name}Handler` });
      return [
        {
          provide: Handler,
          useFactory: (commands: CommandHandling) => new Handler(commands),
          inject: [CommandHandling],
        },
      ];
    }),
  );
}

/** Sends commands over Nest's command bus, for endpoints, reactors and the demo alike. */
@Injectable()
export class CommandSender {
  constructor(private readonly bus: CommandBus) {}

  /** @throws Refusal if a rule refuses, Unavailable if it cannot be handled now */
  send(request: Request<Message>): Promise<Answer> {
    const Sent = messageClass(request.command.type);
    return this.bus.execute(new Sent(request));
  }
}
