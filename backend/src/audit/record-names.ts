import type { AuditKind } from '#domain/audit/audit.values.js';
import { EventLog, readUndamaged, withoutPlaceholders } from '#platform/event-log/event-log.js';
import { streamName } from '#platform/event-log/subject.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { billList } from '#projections/bills/bill-list.projection.js';
import { categories } from '#projections/catalogue/categories.projection.js';
import { offers, packages, products } from '#projections/catalogue/items.projection.js';
import { customerList } from '#projections/customers/customer-list.projection.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { organizationView } from '#projections/organizations/organization.projection.js';
import { quotationList } from '#projections/quotations/quotation-list.projection.js';
import { Injectable } from '@nestjs/common';
import { readOrSubstitute } from './read-or-substitute.js';

/** Fields of documents and events that name a record. */
type NamingFields = {
  readonly name?: string;
  readonly title?: string;
  readonly number?: string;
  readonly customerName?: string;
  readonly type?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly details?: NamingFields;
  readonly changes?: NamingFields;
};

/** Views whose documents name records. Other kinds have no name of their own. */
const NAMING_VIEWS = {
  lead: leadList,
  customer: customerList,
  quotation: quotationList,
  bill: billList,
  product: products,
  package: packages,
  offer: offers,
  category: categories,
  organization: organizationView,
} as const;
const hasName = (kind: AuditKind): kind is keyof typeof NAMING_VIEWS =>
  Object.hasOwn(NAMING_VIEWS, kind);

/** Streams of a kind that are read together. */
const STREAMS_AT_ONCE = 16;

export type RecordOfKind = { readonly kind: AuditKind; readonly recordId: string };

/** Present names of records, and the last names of deleted ones. */
@Injectable()
export class RecordNames {
  constructor(
    private readonly views: Views,
    private readonly log: EventLog,
    private readonly sealing: Sealing,
  ) {}

  /**
   * Looks up names with one query per kind. The name is empty for a record that is erased, has no
   * name, or belongs to another organization.
   */
  async load(
    organizationId: string,
    records: readonly RecordOfKind[],
  ): Promise<(record: RecordOfKind) => string> {
    const idsOfKinds = new Map<AuditKind, Set<string>>();
    for (const { kind, recordId } of records)
      // Ids of organizations have no prefix, and the access log may hold any id that somebody
      // requested.
      if (kind !== 'organization' || recordId === organizationId)
        idsOfKinds.set(kind, (idsOfKinds.get(kind) ?? new Set()).add(recordId));
    const names = new Map<string, string>();
    const loadKind = async (kind: AuditKind, ids: readonly string[]) => {
      if (!hasName(kind)) return;
      const owner = kind === 'organization' ? '' : organizationId;
      const found = await this.views.get<NamingFields>(NAMING_VIEWS[kind], owner, ids);
      for (const [id, document] of found) names.set(`${kind} ${id}`, pickName(kind, document));
      const unknown = ids.filter((id) => !found.has(id));
      for (let start = 0; start < unknown.length; start += STREAMS_AT_ONCE)
        await Promise.all(
          unknown.slice(start, start + STREAMS_AT_ONCE).map(async (id) => {
            const name = await this.findLastKnownName(streamName(kind, organizationId, id), kind);
            names.set(`${kind} ${id}`, name);
          }),
        );
    };
    await Promise.all([...idsOfKinds].map(([kind, ids]) => loadKind(kind, [...ids])));
    return ({ kind, recordId }) => names.get(`${kind} ${recordId}`) ?? '';
  }

  /** Present name of an organization. */
  async loadOrganizationName(organizationId: string): Promise<string> {
    const record = { kind: 'organization', recordId: organizationId } as const;
    const nameOf = await this.load(organizationId, [record]);
    return nameOf(record);
  }

  /** Name in the events of a record that no view has any more. */
  private async findLastKnownName(stream: string, kind: AuditKind): Promise<string> {
    const events = await withoutPlaceholders(
      this.sealing.open(await readUndamaged(this.log, stream)),
    );
    const lastFields = events.reduce<NamingFields>((known, { data }) => {
      const { changes, ...fields } = readOrSubstitute(() => ({ ...(data as NamingFields) }), {});
      return { ...known, ...fields, ...readOrSubstitute(() => ({ ...changes }), {}) };
    }, {});
    return pickName(kind, lastFields);
  }
}

function pickName(
  kind: AuditKind,
  { firstName = '', lastName = '', details, ...fields }: NamingFields,
): string {
  const { name, title, number, customerName, type } = { ...details, ...fields };
  if (kind === 'bill') return type ?? '';
  if (kind === 'quotation') return number ?? customerName ?? '';
  return name ?? title ?? `${firstName} ${lastName}`.trim();
}
