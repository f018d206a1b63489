import { setImmediate as nextTurn } from 'node:timers/promises';
import { searchTerms, searchText } from '#platform/read-side/read-store/search-text.js';
import { type ViewQuery, Views } from '#platform/read-side/read-store/views.js';
import type { AlertListParams } from '#domain/notifications/alerts.queries.js';
import {
  type AlertType,
  alertTypes,
  isSample,
  mostAlertsCounted,
  sampleAlerts,
} from '#domain/notifications/alerts.values.js';
import type { AlertCounts, AlertItem, AlertList } from '#domain/notifications/alerts.views.js';
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
import { listed } from '../http/listed.js';
import { ShownAlerts } from './shown-alerts.js';

const pageSize = 20;
/** Enough to count each type, although samples stand among them. */
const mostRead = mostAlertsCounted + 1 + sampleAlerts.length;
/**
 * Alerts read at once by a search. Shown texts are looked up, so a search reads the alerts
 * themselves.
 */
const searchedAtOnce = 200;
/** How often one request does that: the next one goes on from there. */
const searchesAtMost = 5;

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

/** A member's own alerts, newest first, with the names of what they speak of as they are now. */
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
      : this.page(asker, params, after, pageSize));
    if (after !== undefined) return listed(items, next);
    const key = unreadKey(asker.id);
    const unread = (await this.views.sums(alerts, asker.organizationId, [key])).get(key) ?? {};
    return {
      ...listed(items, next),
      unreadMonths: Object.keys(unread).filter((month) => unread[month]! > 0),
    };
  }

  private async page(
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
    return { items: await this.alerts.of(documents, asker.organizationId, () => asker.role), next };
  }

  /**
   * Until something is found, with others' turns between, or all were looked at, or as many as one
   * request looks at: then there may be more although nothing was found.
   */
  private async search(asker: Asker, params: AlertListParams, terms: readonly string[]) {
    let { after } = params;
    for (let searches = 1; ; searches++) {
      const { items, next } = await this.page(asker, params, after, searchedAtOnce);
      const found = items.filter((item) =>
        terms.every((term) => textOf(item, params).includes(term)),
      );
      if (found.length > 0 || next === undefined || searches === searchesAtMost)
        return { items: found, next };
      after = next;
      await nextTurn();
    }
  }
}

/**
 * A kind is words: `bill-submitted`. It is found by what the screen says of it, too, in every
 * language, and by what its type is called.
 */
const textOf = (
  { lead, member, offer, by, type, about: { kind } }: AlertItem,
  { typeNames = {}, kindTexts = {} }: AlertListParams,
): string =>
  searchText([
    lead?.name,
    lead?.city,
    member?.name,
    offer?.title,
    by.name,
    kind,
    kindTexts[kind],
    typeNames[type],
  ]);

/** Since the bell was last opened; samples are no news. */
@QueryHandler(CountAlerts)
export class CountAlertsHandler implements IQueryHandler<CountAlerts> {
  constructor(private readonly views: Views) {}

  async execute({ asker: { id: memberId, organizationId } }: CountAlerts): Promise<AlertCounts> {
    const { views } = this;
    const last = { filter: { memberId }, sort: ['-position'], limit: 1 };
    const [seen] = (await views.find<AlertsSeenDocument>(alertsSeen, organizationId, last))
      .documents;
    const filter = { memberId, ...(seen && { position: { from: seen.position } }) };
    // Most members need one read. Beyond it each type is read separately, so that no type hides
    // another.
    const newest = await this.news(organizationId, filter);
    const isAll = newest.length < mostRead;
    const news = isAll
      ? newest
      : (
          await Promise.all(
            alertTypes.map((type) => this.news(organizationId, { ...filter, type })),
          )
        ).flat();
    const counted = (wanted: AlertType) =>
      news.filter(({ type, about }) => type === wanted && !isSample(about.kind)).length;
    return Object.fromEntries(
      alertTypes.map((type) => [type, Math.min(counted(type), mostAlertsCounted + 1)]),
    ) as AlertCounts;
  }

  private async news(
    organizationId: string,
    filter: NonNullable<ViewQuery['filter']>,
  ): Promise<readonly AlertDocument[]> {
    return (
      await this.views.find<AlertDocument>(alerts, organizationId, {
        filter,
        sort: ['-position'],
        limit: mostRead,
      })
    ).documents;
  }
}
