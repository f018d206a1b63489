import { Clock } from '#platform/common/clock.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { seesEverything } from '#domain/kernel/policy.js';
import { dayIn } from '#domain/kernel/values/days.js';
import type { MoneyParams } from '#domain/leads/lead.queries.js';
import type { Money } from '#domain/leads/lead.views.js';
import { daysOfPeriod } from '#domain/leads/money-periods.js';
import { billList, pendingKey } from '#projections/bills/bill-list.projection.js';
import {
  customerList,
  summarizeUnpaid,
  TO_COLLECT_KEY,
} from '#projections/customers/customer-list.projection.js';
import { leadCountKey, leadList, quotedAmount } from '#projections/leads/lead-list.projection.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Asker } from '../auth/caller.js';
import { countQuotedOrConverted } from './lead-days.js';
import { addTotal } from './lead-list.query.js';

export class GetMoney extends Query<Money> {
  constructor(
    readonly asker: Asker,
    readonly params: MoneyParams,
  ) {
    super();
  }
}

/** Money of leads, customers and bills, from sums. Sales members get their own. */
@QueryHandler(GetMoney)
export class GetMoneyHandler implements IQueryHandler<GetMoney> {
  constructor(
    private readonly views: Views,
    private readonly clock: Clock,
  ) {}

  async execute({ asker, params }: GetMoney): Promise<Money> {
    const { views } = this;
    const { organizationId } = asker;
    const seesAll = seesEverything(asker.role);
    const member = seesAll ? params.member : asker.id;
    const today = dayIn(asker.timeZone, this.clock.now());
    const { from, to, before, wholeBefore } = daysOfPeriod(params.period ?? 'month', today);
    // Money of another member is answered as if there were none.
    if (params.member !== undefined && params.member !== member)
      return { from, to, ...NOTHING_FOUND };
    const quotedKey = leadCountKey(member === undefined ? {} : { assignedTo: member });
    const billsKey = pendingKey(member);
    const countWon = (days: typeof before) =>
      countQuotedOrConverted(
        views,
        organizationId,
        { ...days, kind: 'converted' },
        { assignedTo: member },
        undefined,
      );
    const [leads, won, wonBefore, wonInWholeBefore, bills, unpaid] = await Promise.all([
      views.getSums(leadList, organizationId, [quotedKey]),
      countWon({ from, to }),
      countWon(before),
      countWon(wholeBefore),
      views.getSums(billList, organizationId, [billsKey]),
      seesAll && member === undefined
        ? views.getSums(customerList, organizationId, [TO_COLLECT_KEY])
        : undefined,
    ]);
    const { Quoted: quoted = 0, [quotedAmount('Quoted')]: paise = 0 } = leads.get(quotedKey) ?? {};
    const pending = bills.get(billsKey) ?? {};
    return {
      from,
      to,
      quoted: { leads: quoted, paise },
      won: {
        leads: addTotal(won.counts).All,
        paise: addTotal(won.paise).All,
        paiseBefore: addTotal(wonBefore.paise).All,
        paiseOfWholeBefore: addTotal(wonInWholeBefore.paise).All,
      },
      bills: { pending: pending['bills'] ?? 0, paise: pending['paise'] ?? 0 },
      ...(unpaid && { toCollect: summarizeUnpaid(unpaid.get(TO_COLLECT_KEY) ?? {}, today) }),
    };
  }
}

const NOTHING_FOUND = {
  quoted: { leads: 0, paise: 0 },
  won: { leads: 0, paise: 0, paiseBefore: 0, paiseOfWholeBefore: 0 },
  bills: { pending: 0, paise: 0 },
};
