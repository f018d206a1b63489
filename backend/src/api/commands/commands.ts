import type { AnyCommand } from '#domain/commands.js';
import { CommandSender } from '#platform/write-side/command-bus.js';
import type { Answer, Request } from '#platform/write-side/request.js';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { PeopleCache } from '../../auth/people/people-cache.js';

type SendOptions = Omit<Request<AnyCommand>, 'id' | 'command' | 'actorId'> & {
  readonly id?: string;
  readonly accountId: string;
};

/** Sends commands of accounts. Later reads of the cache of people include the commands' events. */
@Injectable()
export class Commands {
  constructor(
    private readonly sender: CommandSender,
    private readonly people: PeopleCache,
  ) {}

  async send(
    command: AnyCommand,
    { id = randomUUID(), accountId, ...request }: SendOptions,
  ): Promise<Answer> {
    const answer = await this.sender.send({ ...request, id, actorId: accountId, command });
    this.people.recordWrite(answer.position);
    return answer;
  }
}
