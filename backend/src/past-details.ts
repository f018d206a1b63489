import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import type { HistoryRecords } from '#domain/history/history.views.js';
import { refuse } from '#domain/kernel/refusal.js';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { allProjections } from '#projections/all-projections.js';
import { type MemberDocument, team } from '#projections/organizations/team.projection.js';
import type { Provider } from '@nestjs/common';
import { GetBill, GetBillHandler } from './bills/bills.query.js';
import { findPastItem } from './catalogue/item-details.js';
import { GetCustomer, GetCustomerHandler } from './customers/customers.query.js';
import { type Detail, type Past, PastDetails, PastProjections } from './history/past-details.js';
import { GetLead, GetLeadHandler } from './leads/lead.query.js';
import { GetOrganization, GetOrganizationHandler } from './organizations/organization.query.js';
import { loadTeamMembers } from './organizations/team-members.js';
import {
  GetQuotation,
  GetQuotationHandler,
  GetQuotationSettings,
  GetQuotationSettingsHandler,
} from './quotations/quotations.query.js';

/** Views of the past are folded for each query, so none of their streams is parked. */
const nothingIsParked = { isParked: () => false };
/** Only today's pictures of products are known, and a past quotation does not show them. */
const withoutPictures = { findMany: async () => new Map() };

const itemDetail =
  <Kind extends ItemKind>(kind: Kind, past: Past): Detail<HistoryRecords[Kind]> =>
  ({ organizationId }, id) =>
    findPastItem(past, kind, organizationId, id);

const memberDetail =
  ({ views, names }: Past): Detail<TeamMember> =>
  async (asker, id) => {
    const member = await views.getOne<MemberDocument>(team, asker.organizationId, id);
    if (!member) return refuse('account-not-found');
    const [shown] = await loadTeamMembers({ views, names }, [member], asker);
    return shown!;
  };

/** The handlers of today's detail queries, on views of the past. */
export const createDetails =
  (folded: FoldedStreams): PastDetails['createDetails'] =>
  (past) => {
    const { views, names, clock } = past;
    const parts = [views, names] as const;
    const lead = new GetLeadHandler(...parts, nothingIsParked);
    const bill = new GetBillHandler(...parts, nothingIsParked);
    const customer = new GetCustomerHandler(...parts, clock, nothingIsParked, folded);
    const quotation = new GetQuotationHandler(...parts, nothingIsParked, withoutPictures);
    const organization = new GetOrganizationHandler(views);
    const quotationSettings = new GetQuotationSettingsHandler(views);
    return {
      lead: (asker, id) => lead.execute(new GetLead(asker, id)),
      bill: (asker, id) => bill.execute(new GetBill(asker, id)),
      customer: (asker, id) => customer.execute(new GetCustomer(asker, id)),
      quotation: (asker, id) => quotation.execute(new GetQuotation(asker, id)),
      product: itemDetail('product', past),
      package: itemDetail('package', past),
      offer: itemDetail('offer', past),
      member: memberDetail(past),
      organization: async (asker) => ({
        ...(await organization.execute(new GetOrganization(asker))),
        ...(await quotationSettings.execute(new GetQuotationSettings(asker))),
      }),
    };
  };

export const pastDetails: readonly Provider[] = [
  {
    provide: PastDetails,
    useFactory: (folded: FoldedStreams): PastDetails => ({ createDetails: createDetails(folded) }),
    inject: [FoldedStreams],
  },
  { provide: PastProjections, useValue: new PastProjections(allProjections) },
];
