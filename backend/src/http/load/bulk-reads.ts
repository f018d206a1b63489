import { FairSemaphore } from './fair-semaphore.js';

const partSlot = new FairSemaphore({ total: 1 });

/**
 * Reads one part of a long answer, such as 200 rows of an export, while no other part is read, so
 * that many long answers at once do not delay other requests. Accounts take turns.
 */
export const readPartInTurn = <Result>(
  accountId: string,
  readPart: () => Promise<Result>,
): Promise<Result> => partSlot.run(accountId, readPart);
