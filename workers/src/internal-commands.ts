import type { SentCommand } from './reactor.js';
import type { Answer } from '#platform/write-side/request.js';
import { CommandDispatcher } from '#platform/write-side/write-side.js';
import { Injectable } from '@nestjs/common';

/**
 * No policy is asked: the member who caused what a reactor answers may have lost their rights
 * meanwhile.
 */
@Injectable()
export class InternalCommands {
  constructor(private readonly commands: CommandDispatcher) {}

  /** @throws Refusal where a rule says no, Unavailable where it cannot be handled now */
  send(command: SentCommand): Promise<Answer> {
    return this.commands.dispatch({ ...command, internal: true });
  }
}
