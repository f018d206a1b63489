/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { setIdentity } from '../lib/account/identity.js';
import { receiveChanges } from '../lib/live/live-changes.js';
import { queryClient } from '../lib/query-client.js';
import { toCollectAnswer } from './customer-records.js';
import './opened-customer.js';

test('a changed customer has the unpaid money fetched again, without the dashboard’s code', async () => {
  const fetched = new Promise<string>((resolve) => {
    globalThis.fetch = async (address) => {
      resolve(String(address));
      throw new Error('no network');
    };
  });
  setIdentity({ accountId: 'meera', organizationId: 'sharma' });
  queryClient.setQueryData(toCollectAnswer.queryKey, {
    from: '2026-11-01',
    to: '2026-11-29',
    quoted: { leads: 0, paise: 0 },
    won: { leads: 0, paise: 0, paiseBefore: 0 },
    bills: { pending: 0, paise: 0 },
    toCollect: { paise: 500_00, overduePaise: 0 },
  });
  const leave = new QueryObserver(queryClient, toCollectAnswer).subscribe(() => undefined);
  receiveChanges([{ view: 'customer-list', id: 'one', revision: 2, document: {} }], {
    canHighlight: false,
    position: '20',
  });
  expect(await fetched).toContain('/api/money');
  leave();
});
