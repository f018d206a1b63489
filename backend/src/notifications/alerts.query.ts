import { searchTerms, searchText } from '#domain/kernel/texts/search-text.js';
import { type ViewQuery, Views } from '#platform/read-side/read-store/views.js';
import type { AlertListParams } from '#domain/notifications/alerts.queries.js';
import {
  type AlertType,
  alertTypes,
  isSample,
  MAX_ALERTS_COUNTED,
  sampleAlerts,
} from '#domain/notifications/alerts.values.js';
import type { AlertCounts, AlertItem, AlertList } from '#domain/notifications/alerts.views.js';
import { moneyText } from '#domain/quotations/document-texts.js';
import {
  type AlertDocument,
  alerts,
  unreadKey,
} from '#projections/notifications/alerts.projection.js';
import {
  type AlertsSeenDocument,
  alertsSeen,
} from '#projections/notifications/alerts-seen.projection.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Asker } from '../auth/caller.js';
import { toList } from '../http/listed.js';
import { readPartInTurn } from '../http/load/bulk-reads.js';
import { ShownAlerts } from './shown-alerts.js';

const PAGE_SIZE = 20;
/** Limit of the alerts that are read to count a type: one more than is counted, and the samples. */
const READ_LIMIT = MAX_ALERTS_COUNTED + 1 + sampleAlerts.length;
/** Alerts read at a time by a search, which looks up their texts. */
const SEARCHED_AT_ONCE = 100;
/** Reads per search request; the next request continues. */
const MAX_SEARCHES = 10;

export class ListAlerts extends Query<AlertList> {
  constructor(
    readonly asker: Asker,
    readonly params: AlertListParams,
  ) {
    super();
  }
}

export class CountAlerts extends Query<AlertCounts> {
  constructor(readonly asker: Asker) {
    super();
  }
}

/** A member's alerts, newest first, with present names. */
@QueryHandler(ListAlerts)
export class ListAlertsHandler implements IQueryHandler<ListAlerts> {
  constructor(
    private readonly views: Views,
    private readonly alerts: ShownAlerts,
  ) {}

  async execute({ asker, params }: ListAlerts): Promise<AlertList> {
    const { q = '', after } = params;
    const terms = q.trim() === '' ? undefined : searchTerms(q);
    if (q.trim() !== '' && !terms) return { items: [], hasMore: false };
    const { items, next } = await (terms
      ? this.search(asker, params, terms)
      : this.findPage(asker, params, after, PAGE_SIZE));
    if (after !== undefined) return toList(items, next);
    const key = unreadKey(asker.id);
    const unread = (await this.views.getSums(alerts, asker.organizationId, [key])).get(key) ?? {};
    const months = Object.entries(unread).filter(([, count]) => count > 0);
    return {
      ...toList(items, next),
      unreadMonths: months.map(([month]) => month),
      unread: months.reduce((sum, [, count]) => sum + count, 0),
    };
  }

  private async findPage(
    asker: Asker,
    { type, state }: AlertListParams,
    after: string | undefined,
    limit: number,
  ) {
    const filter = { memberId: asker.id, type, state };
    const { documents, next } = await this.views.find<AlertDocument>(alerts, asker.organizationId, {
      filter,
      sort: ['-at'],
      limit,
      after,
    });
    return {
      items: await this.alerts.present(documents, asker.organizationId, () => asker.role),
      next,
    };
  }

  /**
   * Reads until something matches, everything is read, or the limit is reached. Then `next` may be
   * set without matches.
   */
  private async search(asker: Asker, params: AlertListParams, terms: readonly string[]) {
    let { after } = params;
    for (let searches = 1; ; searches++) {
      const { found, next } = await readPartInTurn(asker.id, async () => {
        const { items, next } = await this.findPage(asker, params, after, SEARCHED_AT_ONCE);
        const found = items.filter((item) =>
          terms.every((term) => alertSearchText(item, params).includes(term)),
        );
        return { found, next };
      });
      if (found.length > 0 || next === undefined || searches === MAX_SEARCHES)
        return { items: found, next };
      after = next;
    }
  }
}

/**
 * Text of an alert for searching: with its kind (`bill-submitted`), the amount of its bill with and
 * without commas, and the screen's texts for kinds and types.
 */
const alertSearchText = (
  { lead, bill, member, offer, by, type, about: { kind } }: AlertItem,
  { typeNames = {}, billTypeNames = {}, kindTexts = {} }: AlertListParams,
): string =>
  searchText([
    ...(bill
      ? [
          moneyText(bill.amountPaise),
          moneyText(bill.amountPaise).replaceAll(',', ''),
          bill.type,
          billTypeNames[bill.type],
        ]
      : []),
    lead?.name,
    lead?.city,
    member?.name,
    offer?.title,
    by.name,
    kind,
    kindTexts[kind],
    typeNames[type],
  ]);

/** Counts alerts since the bell was last opened, without samples. */
@QueryHandler(CountAlerts)
export class CountAlertsHandler implements IQueryHandler<CountAlerts> {
  constructor(private readonly views: Views) {}

  async execute({ asker: { id: memberId, organizationId } }: CountAlerts): Promise<AlertCounts> {
    const { views } = this;
    const newestOnly = { filter: { memberId }, sort: ['-position'], limit: 1 };
    const [lastSeen] = (
      await views.find<AlertsSeenDocument>(alertsSeen, organizationId, newestOnly)
    ).documents;
    const filter = { memberId, ...(lastSeen && { position: { from: lastSeen.position } }) };
    // Most members need one query. Otherwise there is one for each type, so that no type hides
    // another.
    const newestUnseen = await this.findUnseen(organizationId, filter);
    const hasFoundAll = newestUnseen.length < READ_LIMIT;
    const unseen = hasFoundAll
      ? newestUnseen
      : (
          await Promise.all(
            alertTypes.map((type) => this.findUnseen(organizationId, { ...filter, type })),
          )
        ).flat();
    const countOfType = (wanted: AlertType) =>
      unseen.filter(({ type, about }) => type === wanted && !isSample(about.kind)).length;
    return Object.fromEntries(
      alertTypes.map((type) => [type, Math.min(countOfType(type), MAX_ALERTS_COUNTED + 1)]),
    ) as AlertCounts;
  }

  private async findUnseen(
    organizationId: string,
    filter: NonNullable<ViewQuery['filter']>,
  ): Promise<readonly AlertDocument[]> {
    return (
      await this.views.find<AlertDocument>(alerts, organizationId, {
        filter,
        sort: ['-position'],
        limit: READ_LIMIT,
      })
    ).documents;
  }
}
