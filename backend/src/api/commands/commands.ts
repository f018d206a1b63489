import type { AnyCommand } from '#domain/commands.js';
import type { Answer, Request } from '#platform/write-side/request.js';
import { CommandDispatcher } from '#platform/write-side/write-side.js';
import { Injectable } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { QueriedPeople } from '../../auth/queried-people.js';

/** Command-bus message: a domain command with its sender and its id. */
export class CommandRequest extends Command<Answer> {
  constructor(readonly request: Request<AnyCommand>) {
    super();
  }
}

/**
 * Handles every command: the aggregate that it belongs to (`domain/src/aggregates.ts`) decides it,
 * in `handle-command.ts`.
 */
@CommandHandler(CommandRequest)
export class CommandRequestHandler implements ICommandHandler<CommandRequest> {
  constructor(
    private readonly commands: CommandDispatcher,
    private readonly people: QueriedPeople,
  ) {}

  async execute({ request }: CommandRequest): Promise<Answer> {
    const answer = await this.commands.dispatch(request);
    this.people.wrote(answer.position);
    return answer;
  }
}

type Sent = Omit<Request<AnyCommand>, 'id' | 'command' | 'actorId'> & {
  readonly id?: string;
  readonly accountId: string;
};

/** Sends a command as the endpoint does: over the bus. */
@Injectable()
export class Commands {
  constructor(private readonly bus: CommandBus) {}

  send(command: AnyCommand, { id = randomUUID(), accountId, ...request }: Sent): Promise<Answer> {
    return this.bus.execute(new CommandRequest({ ...request, id, actorId: accountId, command }));
  }
}
