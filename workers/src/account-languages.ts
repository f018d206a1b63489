import { accountAggregate } from '#domain/accounts/account.aggregate.js';
import { type Language, languages } from '#domain/accounts/account.values.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { Injectable } from '@nestjs/common';

/** Finds the language of messages to an account's owner. */
@Injectable()
export class AccountLanguages {
  constructor(private readonly foldedStreams: FoldedStreams) {}

  /** The account's current language, folded from its stream; English until one is chosen. */
  async load(accountId: string): Promise<Language> {
    const { state } = await this.foldedStreams.load(accountAggregate, `account-${accountId}`);
    return (state.phase === 'open' ? state.language : undefined) ?? languages[0];
  }
}
