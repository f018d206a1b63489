import type { LeadEvent } from '#domain/leads/lead.events.js';
import {
  asha,
  created,
  deleted,
  leadId,
  reassigned,
  uploaded,
  visited,
} from '#domain/leads/lead.examples.js';
import type { Projection } from '#platform/read-side/projections/projection.js';
import { ProjectedViews } from '#platform/testing/projected-views.js';
import { recorded } from '#platform/testing/recorded.js';
import { people } from '#projections/accounts/people.projection.js';
import { followUps } from '#projections/leads/follow-ups.projection.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { type VisitDocument, visits } from '#projections/visits/visits.projection.js';
import { expect, test } from '@jest/globals';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { createVisitPresenter } from './visit.presenters.js';
import { ListVisits, ListVisitsHandler } from './visits.query.js';

/** Quoted money of a lead on its visit, as queried by two roles and as sent to both. */
async function showQuotedMoney(...events: LeadEvent[]) {
  const projected = new ProjectedViews([
    people,
    leadList,
    followUps,
    visits,
  ] as readonly unknown[] as readonly Projection[]);
  try {
    await projected.open();
    const log = recorded(...events.map((event) => [`lead-org_${leadId}`, event] as const));
    await projected.project(
      log.map((event) => ({ ...event, metadata: { ...event.metadata, actorId: asha.id } })),
    );
    const { views } = projected;
    const query = new ListVisitsHandler(views, new PersonNames(views));
    const queryQuotedMoney = async (role: Asker['role']) => {
      const asker = { id: asha.id, role, organizationId: 'org', timeZone: 'Asia/Kolkata' };
      const { items } = await query.execute(new ListVisits(asker, { tab: 'completed' }));
      return items.map(({ quotedPaise }) => quotedPaise);
    };
    const { documents } = await views.find<VisitDocument>(visits, 'org', {
      filter: { tab: 'completed' },
      sort: ['-day', '-at'],
      limit: 5,
    });
    const sent = await createVisitPresenter(views).rows(documents, {
      organizationId: 'org',
      role: 'admin',
    });
    return {
      sales: await queryQuotedMoney('sales'),
      admin: await queryQuotedMoney('admin'),
      sent: sent.map((visit) => visit?.quotedPaise),
    };
  } finally {
    await projected.close();
  }
}

test('a visit shows the money of its lead, to its member while the lead is theirs', async () => {
  expect(await showQuotedMoney(created, visited, uploaded)).toEqual({
    sales: [12_345_650],
    admin: [12_345_650],
    sent: [12_345_650],
  });
  expect(await showQuotedMoney(created, visited, reassigned, uploaded)).toEqual({
    sales: [undefined],
    admin: [12_345_650],
    sent: [undefined],
  });
  expect(await showQuotedMoney(created, visited, uploaded, deleted)).toEqual({
    sales: [],
    admin: [],
    sent: [],
  });
});
