import { accountAggregate } from '#domain/accounts/account.aggregate.js';
import { type Language, languages } from '#domain/accounts/account.values.js';
import type { FoldedStreams } from '#platform/write-side/folded.js';

/** What is sent to an account's owner is in this language. */
export type LanguageOf = (accountId: string) => Promise<Language>;

/** As its own stream has it now; English until one was chosen. */
export const languageIn =
  (folded: Pick<FoldedStreams, 'of'>): LanguageOf =>
  async (accountId) => {
    const { state } = await folded.of(accountAggregate, `account-${accountId}`);
    return (state.phase === 'open' ? state.language : undefined) ?? languages[0];
  };
