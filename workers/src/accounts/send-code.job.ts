import { Injectable } from '@nestjs/common';
import { Messages } from '#platform/integrations/messages/messages.js';
import { texts } from '#domain/kernel/texts/texts.js';
import { AccountLanguages } from '../account-languages.js';
import type { JobHandler, JobOf } from '../job-handler.js';
import { DueCodes } from './due-codes.js';

const codeText = texts({
  code: '{0} is your Fieldtrace code. It is good for 5 minutes. Do not share it with anyone.',
});

/**
 * Sends the code of a challenge. The code is derived when it is sent, and only its HMAC is stored,
 * so that it appears in no log, queue or answer. Idempotent: a repetition sends the same code under
 * the same id.
 */
@Injectable()
export class SendCode implements JobHandler<'send-code'> {
  constructor(
    private readonly dueCodes: DueCodes,
    private readonly messages: Messages,
    private readonly languages: AccountLanguages,
  ) {}

  async handle({ data: { challengeId } }: JobOf<'send-code'>): Promise<void> {
    const due = await this.dueCodes.issue(challengeId);
    if (!due) return;
    const language = await this.languages.load(due.accountId);
    await this.messages.send(challengeId, {
      to: due.number,
      text: codeText(language, 'code', due.code),
      code: due.code,
      language,
    });
  }
}
