/** @jest-environment ./test/browser-environment.mjs */
import { expect, jest, test } from '@jest/globals';
import { msg } from '@lingui/core/macro';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type TableColumn, DataTable } from './data-table.js';

const columns: readonly TableColumn<{ readonly id: string }>[] = [
  { title: msg`Name`, cell: ({ id }) => id },
  {
    title: msg`Price`,
    sort: {
      key: 'lowest',
      direction: 'ascending',
      opposite: { key: 'highest', direction: 'descending' },
    },
    cell: () => '',
  },
];

test.each([
  ['created', 'lowest', null],
  ['lowest', 'highest', 'ascending'],
  ['highest', 'created', 'descending'],
])('a press on a head leads from the order %s to %s', async (by, next, direction) => {
  const onSort = jest.fn();
  render(
    <DataTable
      label="Products"
      items={[{ id: 'one' }]}
      keyOf={({ id }) => id}
      columns={columns}
      highlighted={new Set()}
      sort={{ key: by, defaultKey: 'created', onSort }}
      onPress={undefined}
    />,
  );
  const head = screen.getByRole('columnheader', { name: 'Price' });
  expect(head.getAttribute('aria-sort')).toBe(direction);
  await userEvent.click(screen.getByRole('button', { name: 'Price' }));
  expect(onSort.mock.calls).toEqual([[next]]);
  expect(screen.queryByRole('button', { name: 'Name' })).toBeNull();
});
