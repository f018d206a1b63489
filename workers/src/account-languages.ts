import { accountAggregate } from '#domain/accounts/account.aggregate.js';
import { type Language, languages } from '#domain/accounts/account.values.js';
import { FoldedStreams } from '#platform/write-side/folded.js';
import { Injectable } from '@nestjs/common';

/** What is sent to an account's owner is in this language. */
@Injectable()
export class AccountLanguages {
  constructor(private readonly folded: FoldedStreams) {}

  /** As its own stream has it now; English until one was chosen. */
  async of(accountId: string): Promise<Language> {
    const { state } = await this.folded.of(accountAggregate, `account-${accountId}`);
    return (state.phase === 'open' ? state.language : undefined) ?? languages[0];
  }
}
