import type { SentCommand } from './reactor.js';
import type { Answer } from '#platform/write-side/request.js';
import { CommandSender } from '#platform/write-side/command-bus.js';
import { Injectable } from '@nestjs/common';

/**
 * No policy is asked: the member who caused what a reactor answers may have lost their rights
 * meanwhile.
 */
@Injectable()
export class InternalCommands {
  constructor(private readonly sender: CommandSender) {}

  /** @throws Refusal where a rule says no, Unavailable where it cannot be handled now */
  send(command: SentCommand): Promise<Answer> {
    return this.sender.send({ ...command, internal: true });
  }
}
