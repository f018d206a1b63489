import type { Job } from '#platform/jobs/job-queue/job-queue.js';
import type { Messages } from '#platform/integrations/messages/messages.js';
import type { Challenges } from '#platform/integrations/one-time-codes/challenges.js';

/**
 * Sends the code of a challenge. It is derived here and nowhere else, and what is kept of it is a seal, so that it stands
 * in no log, no queue and no answer. Run twice it sends the same code under the same id.
 */
export const sendCode =
  ({ challenges, messages }: { readonly challenges: Challenges; readonly messages: Messages }) =>
  async ({ data: { challengeId } }: Job): Promise<void> => {
    const due = await challenges.toSend(String(challengeId));
    if (!due) return;
    const text = `${due.code} is your Fieldtrace code. It is good for 5 minutes. Do not share it with anyone.`;
    await messages.send(String(challengeId), { to: due.number, text, code: due.code });
  };
