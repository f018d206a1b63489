import type { SentCommand } from './reactor.js';
import type { Answer } from '#platform/write-side/request.js';
import { CommandSender } from '#platform/write-side/command-bus.js';
import { Injectable } from '@nestjs/common';

/**
 * Sends commands without a policy check, because the member behind an event may have lost their
 * rights.
 */
@Injectable()
export class InternalCommands {
  constructor(private readonly sender: CommandSender) {}

  /** @throws Refusal if a rule refuses, Unavailable if it cannot be handled now */
  send(command: SentCommand): Promise<Answer> {
    return this.sender.send({ ...command, internal: true });
  }
}
