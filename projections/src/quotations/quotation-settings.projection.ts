import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { applyChanges } from '#domain/kernel/equality.js';
import {
  type OrganizationEvent,
  organizationEvents,
} from '#domain/organizations/organization.events.js';
import {
  type QuotationSettings,
  firstQuotationSettings,
} from '#domain/quotations/quotation-settings.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

export type QuotationSettingsDocument = {
  readonly organizationId: string;
  readonly settings: QuotationSettings;
};

const { OrganizationFounded, QuotationSettingsChanged } = organizationEvents;

/** Settings from which an organization's quotations are made. */
export const quotationSettingsView: PerStream<
  MessageNamed<OrganizationEvent, 'OrganizationFounded' | 'QuotationSettingsChanged'>,
  QuotationSettingsDocument
> = {
  name: 'quotation-settings',
  version: 1,
  events: { OrganizationFounded, QuotationSettingsChanged },
  indexes: [],
  fold(before, event) {
    const { settings } = before ?? { settings: firstQuotationSettings };
    return {
      organizationId: parseStream(event.stream).id,
      settings:
        event.type === 'OrganizationFounded'
          ? settings
          : applyChanges<QuotationSettings>(settings, event.data),
    };
  },
};
