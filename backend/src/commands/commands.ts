import type { Message } from '#domain/kernel/message.js';
import { commandClasses } from '#platform/command-handling/command-handlers.js';
import type { Answer, Request } from '#platform/command-handling/request.js';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';

type Sent = Omit<Request<Message>, 'id' | 'command' | 'actorId'> & { readonly id?: string; readonly accountId: string };

/** Sends a command the way the door does: over the bus, to the one handler there is. */
@Injectable()
export class Commands {
  constructor(private readonly bus: CommandBus) {}

  send(command: Message, { id = randomUUID(), accountId, ...request }: Sent): Promise<Answer> {
    const RequestClass = commandClasses.get(command.type);
    if (!RequestClass) throw new Error(`No handler is registered for ${command.type}`);
    return this.bus.execute(new RequestClass({ ...request, id, actorId: accountId, command }));
  }
}
