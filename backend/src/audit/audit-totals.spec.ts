import { expect, it } from '@jest/globals';
import type { AuditFeed, AuditReader } from './audit-feed.js';
import { AuditTotals } from './audit-totals.js';

const organizations = Array.from({ length: 201 }, (_, number) => `org-${number}`);
const readerOf = (organizationId: string) =>
  ({ organizationId, timeZone: 'Asia/Kolkata' }) as AuditReader;

it('answers that it still counts if counts of many other organizations have evicted its count', async () => {
  let endCounts!: () => void;
  const logIsRead = new Promise<void>((resolve) => (endCounts = resolve));
  const feed = {
    loadPeople: async () => undefined,
    async *readStoredPortions() {
      await logIsRead;
      yield* [];
    },
  };
  const totals = new AuditTotals(feed as unknown as AuditFeed);
  const [first] = await Promise.all(organizations.map((each) => totals.load(readerOf(each))));
  expect(first).toMatchObject({ isCounting: true });
  endCounts();
  expect(await totals.load(readerOf('org-0'))).toMatchObject({ isCounting: false });
});
