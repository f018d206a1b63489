/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { DataTable } from '../kit/lists/data-table.js';
import { MeProvider } from '../lib/account/session.js';
import { queryClient } from '../lib/query-client.js';
import { visitColumns } from './visit-columns.js';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const visit = (visitId: string, facts: object) => ({
  tab: 'completed',
  visitId,
  leadId: visitId,
  leadName: visitId,
  city: 'Pune',
  by: { id: 'asha', name: 'Asha' },
  day: '2026-11-30',
  startedAt: '2026-11-30T10:00:00.000Z',
  endedAt: '2026-11-30T10:41:00.000Z',
  photoFileIds: [],
  ...facts,
});

test('a visit says how exact its location is, and keeps cells without a note or photos empty', () => {
  const items = [
    visit('Sandeep', {
      place: { lat: 18.5, lng: 73.8 },
      accuracyMetres: 9,
      notes: 'Roof measured',
    }),
    visit('Farhan', {}),
  ];
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={{ account: { id: 'me' }, role: 'admin', rights: [] } as never}>
          <DataTable
            label="Completed"
            items={items as never}
            keyOf={({ leadId }) => leadId}
            columns={visitColumns({ onCancel: () => undefined }).completed}
            highlighted={new Set()}
            sort={undefined}
            onPress={undefined}
          />
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const readCells = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const [exact, unplaced] = [readCells(/Sandeep/), readCells(/Farhan/)];
  const cellOf = (cells: readonly (string | null)[], head: string) => cells[heads.indexOf(head)];
  expect(['Visited', 'Lead', 'Duration', 'Notes'].map((head) => cellOf(exact, head))).toEqual([
    '10:00 am41m±9\u00a0m',
    'SandeepPune',
    '41m',
    'Roof measured',
  ]);
  const unplacedHeads = ['Visited', 'Lead', 'Notes', 'Photos', 'Quoted'];
  expect(unplacedHeads.map((head) => cellOf(unplaced, head))).toEqual([
    '10:00 am41mNo location',
    'FarhanPune',
    '',
    '',
    'No quote',
  ]);
});
