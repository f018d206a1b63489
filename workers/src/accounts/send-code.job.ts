import type { Job } from '#platform/jobs/job-queue/job-queue.js';
import type { Messages } from '#platform/integrations/messages/messages.js';
import type { Language } from '#domain/accounts/account.values.js';
import type { LanguageOf } from '../language-of.js';
import type { dueCodes } from './due-codes.js';

const words: Readonly<Record<Language, (code: string) => string>> = {
  'en-IN': (code) => `${code} is your Fieldtrace code. It is good for 5 minutes. Do not share it with anyone.`,
  'hi-IN': (code) => `${code} आपका Fieldtrace कोड है। यह 5 मिनट तक चलेगा। इसे किसी को न बताएँ।`,
};

type Parts = { readonly dueCode: ReturnType<typeof dueCodes>; readonly messages: Messages; readonly languageOf: LanguageOf };

/**
 * Sends the code of a challenge. It is derived here and nowhere else, and what is kept of it is a seal, so that it stands
 * in no log, no queue and no answer. Run twice it sends the same code under the same id.
 */
export const sendCode =
  ({ dueCode, messages, languageOf }: Parts) =>
  async ({ data: { challengeId } }: Job): Promise<void> => {
    const due = await dueCode(String(challengeId));
    if (!due) return;
    const language = await languageOf(due.accountId);
    await messages.send(String(challengeId), { to: due.number, text: words[language](due.code), code: due.code, language });
  };
