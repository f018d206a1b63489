import type { OfferDetails } from '#domain/catalogue/catalogue.commands.js';
import { type Role, maySee } from '#domain/kernel/policy.js';
import { pickShownFields } from '#domain/kernel/views.js';
import { type AlertItem, alertBill, alertLead } from '#domain/notifications/alerts.views.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { type BillDocument, billList } from '#projections/bills/bill-list.projection.js';
import { type ItemDocument, offers } from '#projections/catalogue/items.projection.js';
import { type LeadListItem, leadList } from '#projections/leads/lead-list.projection.js';
import type { AlertDocument } from '#projections/notifications/alerts.projection.js';
import { type MemberDocument, team } from '#projections/organizations/team.projection.js';
import { Injectable } from '@nestjs/common';
import { PersonNames } from '../auth/people/names.js';
import type { LookupPresenter } from '../auth/presenting.js';

/** Presents alerts with present names of leads, bills and people. */
@Injectable()
export class ShownAlerts {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
  ) {}

  /** Presents alerts to the members they belong to. */
  readonly presenter: LookupPresenter<AlertDocument, AlertItem> = {
    rows: async (documents, { organizationId }) => {
      const members = await this.views.get<MemberDocument>(
        team,
        organizationId,
        documents.map(({ memberId }) => memberId),
      );
      return this.present(
        documents,
        organizationId,
        (memberId) => members.get(memberId)?.role ?? 'sales',
      );
    },
  };

  /** Leaves out a lead or a bill that the member may no longer see, as if it were gone. */
  async present(
    documents: readonly AlertDocument[],
    organizationId: string,
    roleOf: (memberId: string) => Role,
  ): Promise<AlertItem[]> {
    const leadIds = documents.flatMap(({ about: { leadId } }) => leadId ?? []);
    const people = documents.flatMap(({ by, about: { memberId } }) =>
      memberId === undefined ? [by] : [by, memberId],
    );
    const billIds = documents.flatMap(({ about: { billId } }) => billId ?? []);
    const offerIds = documents.flatMap(({ about: { offerId } }) => offerId ?? []);
    const [leads, bills, offersById, person] = await Promise.all([
      this.views.get<LeadListItem>(leadList, organizationId, leadIds),
      this.views.get<BillDocument>(billList, organizationId, billIds),
      this.views.get<ItemDocument<OfferDetails>>(offers, organizationId, offerIds),
      this.names.load(people),
    ]);
    return documents.map(({ alertId, memberId: id, on, type, about, by, at, state }) => {
      const reader = { id, role: roleOf(id) };
      const hideFromOthers = <Shown>(
        record: Shown | undefined,
        ownerOf: (record: Shown) => string,
      ) => (record && maySee(reader, ownerOf(record)) ? record : undefined);
      const lead = hideFromOthers(leads.get(about.leadId ?? ''), ({ assignedTo }) => assignedTo);
      const bill = hideFromOthers(bills.get(about.billId ?? ''), ({ submittedBy }) => submittedBy);
      const offer = offersById.get(about.offerId ?? '');
      const { memberId } = about;
      return {
        alertId,
        on,
        type,
        about,
        by: person(by),
        at,
        isRead: state === 'read',
        ...(lead && { lead: pickShownFields(alertLead, lead) }),
        ...(bill && { bill: pickShownFields(alertBill, bill) }),
        ...(offer && { offer: { title: offer.details.title } }),
        ...(memberId !== undefined && { member: person(memberId) }),
      };
    });
  }
}
