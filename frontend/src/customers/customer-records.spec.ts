/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { receiveChanges } from '../lib/live/live-changes.js';
import { queryClient } from '../lib/query-client.js';
import { lists } from '../lib/records/device-cache.js';
import type { ListData } from '../lib/records/list-data.js';
import type { ListSource } from '../lib/records/list-queries.js';
import { declareCustomerRecords } from './customer-records.js';
import './opened-customer.js';

test('a changed customer makes its list fetch the sum to collect again', async () => {
  declareCustomerRecords();
  let sumPaise = 500_00;
  const source: ListSource = {
    queryKey: ['customers', { payment: 'Overdue' }],
    list: 'customers',
    params: { payment: 'Overdue' },
    fetchPage: async () => ({
      answer: {
        items: [],
        hasMore: false,
        toCollect: { paise: sumPaise, overduePaise: 0 },
      } as never,
      position: '10',
    }),
  };
  const unsubscribe = new QueryObserver(queryClient, lists.options(source)).subscribe(
    () => undefined,
  );
  const readShownPage = () => queryClient.getQueryData<ListData>(source.queryKey)?.first;
  await waitFor(() => expect(readShownPage()).toMatchObject({ toCollect: { paise: 500_00 } }));
  sumPaise = 300_00;
  receiveChanges([{ view: 'customer-list', id: 'one', revision: 2, document: {} }], {
    canHighlight: false,
    position: '20',
  });
  await waitFor(() => expect(readShownPage()).toMatchObject({ toCollect: { paise: 300_00 } }));
  unsubscribe();
});
