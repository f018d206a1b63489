/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { VisitPin } from '#domain/visits/visit.views.js';
import { rowNumbers, VisitGroups } from './map-lists.js';

afterEach(cleanup);

const pin = (visitId: string, member: string): VisitPin =>
  ({
    visitId,
    leadId: visitId,
    leadName: visitId,
    by: { id: member, name: member },
    day: '2026-11-30',
    startedAt: '2026-11-30T10:00:00.000Z',
    endedAt: '2026-11-30T10:41:00.000Z',
    lat: 18.5,
    lng: 73.8,
  }) as VisitPin;

const showGroups = (allVisits: readonly VisitPin[], visitsInSight = allVisits) =>
  render(
    <MemoryRouter>
      <VisitGroups
        visitsInSight={visitsInSight}
        allVisits={allVisits}
        numbers={rowNumbers(allVisits)}
        daysText="30 days"
        completedCount={undefined}
        namesMembers
        hoveredIds={[]}
        onHover={() => undefined}
      />
    </MemoryRouter>,
  );
const readRows = (member: string): readonly (string | null)[] =>
  within(screen.getByRole('list', { name: member }))
    .getAllByRole('link')
    .map(({ firstChild }) => firstChild!.textContent);

test('rows are numbered in the order of their groups, and keep their numbers on a nearer map', () => {
  const visits = [pin('Ravi', 'Asha'), pin('Mina', 'Neha'), pin('Dev', 'Asha')];
  showGroups(visits);
  expect(readRows('Asha')).toEqual(['1', '2']);
  expect(readRows('Neha')).toEqual(['3']);
  expect(screen.getByRole('link', { name: /Asha.*2 visits/ })).toBeDefined();
  cleanup();
  showGroups(visits, visits.slice(1));
  expect(readRows('Neha')).toEqual(['3']);
  expect(readRows('Asha')).toEqual(['2']);
});

test('more visits than fit into marks have no numbers', () => {
  const visits = Array.from({ length: 27 }, (_, index) => pin(`Lead ${index}`, 'Asha'));
  expect(rowNumbers(visits.slice(1)).size).toBe(26);
  showGroups(visits);
  expect(readRows('Asha')[0]).toMatch(/^Lead 0/);
});
