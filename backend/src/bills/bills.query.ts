import type {
  BillListParams,
  BillTotalsParams,
  SimilarBillParams,
} from '#domain/bills/bill.queries.js';
import { billTypes } from '#domain/bills/bill.values.js';
import type {
  BillAmounts,
  BillDetail,
  BillList,
  BillTotals,
  SamePicture,
  SimilarBill,
} from '#domain/bills/bill.views.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { compareNames } from '#domain/kernel/order.js';
import { maySee } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import { parseId } from '#domain/kernel/schema.js';
import { Clock } from '#platform/common/clock.js';
import { streamName, parseStream } from '#platform/event-log/subject.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { ReadSide } from '#platform/live/read-side.js';
import { Views } from '#platform/read-side/read-store/views.js';
import {
  type BillDocument,
  billList,
  BILL_ORDER,
  decidedKey,
  toMonth,
  monthByMemberKey,
  monthByTypeKey,
  pendingKey,
} from '#projections/bills/bill-list.projection.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { toList } from '../http/listed.js';
import { outdatedNotice } from '../http/problems/outdated-notice.js';
import { BillQueries, groupByTypeOrMember, noBills } from './bill-queries.js';
import { billDetailPresenter, billPresenter } from './bill.presenters.js';

const PAGE_SIZE = 12;

export class ListBills extends Query<BillList> {
  constructor(
    readonly asker: Asker,
    readonly params: BillListParams,
  ) {
    super();
  }
}

export class GetBill extends Query<BillDetail> {
  constructor(
    readonly asker: Asker,
    readonly billId: string,
  ) {
    super();
  }
}

export class FindSimilarBill extends Query<{ readonly bill?: SimilarBill }> {
  constructor(
    readonly asker: Asker,
    readonly params: SimilarBillParams,
  ) {
    super();
  }
}

export class FindSamePicture extends Query<SamePicture> {
  constructor(
    readonly asker: Asker,
    readonly billId: string,
  ) {
    super();
  }
}

export class GetBillTotals extends Query<BillTotals> {
  constructor(
    readonly asker: Asker,
    readonly params: BillTotalsParams,
  ) {
    super();
  }
}

@QueryHandler(ListBills)
export class ListBillsHandler implements IQueryHandler<ListBills> {
  constructor(
    private readonly bills: BillQueries,
    private readonly names: PersonNames,
  ) {}

  async execute({ asker, params: { after, ...params } }: ListBills): Promise<BillList> {
    const { bills, names } = this;
    const filters = await bills.resolveFilters(asker, params);
    if (!filters) return { items: [], hasMore: false, counts: noBills };
    const [page, totals, month] = await Promise.all([
      bills.findPage(asker, filters, PAGE_SIZE, after),
      bills.loadTotals(asker, filters),
      bills.loadMonth(asker, filters),
    ]);
    return {
      ...toList(await names.present(page.documents, billPresenter), page.next),
      ...totals,
      ...(month && { month }),
    };
  }
}

/**
 * Bill with its history. A bill that the asker may not see answers as a missing one.
 * @throws Refusal
 */
@QueryHandler(GetBill)
export class GetBillHandler implements IQueryHandler<GetBill> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    @Inject(ReadSide) private readonly readSide: Pick<ReadSide, 'isParked'>,
  ) {}

  async execute({ asker, billId }: GetBill): Promise<BillDetail> {
    const validId = parseId(billId);
    const bill =
      validId && (await this.views.getOne<BillDocument>(billList, asker.organizationId, validId));
    if (!bill || !maySee(asker, bill.submittedBy)) return refuse('bill-not-found');
    const [shown] = await this.names.present([bill], billDetailPresenter);
    return {
      ...shown!,
      ...outdatedNotice(this.readSide, streamName('bill', asker.organizationId, bill.billId)),
    };
  }
}

/** Finds a bill of the caller with the same picture, or with the same type, amount and date. */
@QueryHandler(FindSimilarBill)
export class FindSimilarBillHandler implements IQueryHandler<FindSimilarBill> {
  constructor(private readonly views: Views) {}

  async execute({
    asker,
    params: { imageSha256, spentOn, ...typeAndAmount },
  }: FindSimilarBill): Promise<{ readonly bill?: SimilarBill }> {
    const sameDayFilter = { ...typeAndAmount, spentOn: { from: spentOn, to: spentOn } };
    const found =
      (imageSha256 && (await this.findNewest(asker, { imageSha256 }))) ||
      (await this.findNewest(asker, sameDayFilter));
    if (!found) return {};
    const { billId, type, amountPaise } = found;
    return { bill: { billId, type, amountPaise, spentOn: found.spentOn } };
  }

  private async findNewest(
    { id, organizationId }: Asker,
    filter: object,
  ): Promise<BillDocument | undefined> {
    const viewQuery = { filter: { submittedBy: id, ...filter }, sort: BILL_ORDER, limit: 1 };
    return (await this.views.find<BillDocument>(billList, organizationId, viewQuery)).documents[0];
  }
}

/**
 * Other bills with the same picture, by the server's hash of the upload, because a client's hash
 * proves nothing.
 */
@QueryHandler(FindSamePicture)
export class FindSamePictureHandler implements IQueryHandler<FindSamePicture> {
  constructor(
    private readonly views: Views,
    private readonly records: FileRecords,
    private readonly names: PersonNames,
  ) {}

  async execute({ asker: { organizationId }, billId }: FindSamePicture): Promise<SamePicture> {
    const validId = parseId(billId);
    const bill =
      validId && (await this.views.getOne<BillDocument>(billList, organizationId, validId));
    if (!bill) return refuse('bill-not-found');
    if (bill.imageFileId === undefined) return { bills: [] };
    const files = await this.records.findSameContent(fileKey(organizationId, bill.imageFileId));
    const ids = files.flatMap(({ usedBy }) =>
      usedBy?.startsWith('bill-') ? parseStream(usedBy).id : [],
    );
    const others = [
      ...(await this.views.get<BillDocument>(billList, organizationId, ids)).values(),
    ];
    const shown = await this.names.present(others, billPresenter);
    return {
      bills: shown.map(({ billId: id, type, amountPaise, spentOn, submittedBy }) => ({
        billId: id,
        type,
        amountPaise,
        spentOn,
        submittedBy,
      })),
    };
  }
}

/** Totals of a month, read from sums. */
@QueryHandler(GetBillTotals)
export class GetBillTotalsHandler implements IQueryHandler<GetBillTotals> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly clock: Clock,
  ) {}

  async execute({ asker, params }: GetBillTotals): Promise<BillTotals> {
    const month = params.month ?? toMonth(dayIn(asker.timeZone, this.clock.now()));
    const keys = [
      monthByTypeKey(month),
      monthByMemberKey(month),
      pendingKey(),
      decidedKey(month),
    ] as const;
    const sums = await this.views.getSums(billList, asker.organizationId, keys);
    const [types, members, pending, decided] = keys.map((key) => sums.get(key) ?? {}) as [
      PaiseByKey,
      PaiseByKey,
      PaiseByKey,
      PaiseByKey,
    ];
    const paiseOf = groupByTypeOrMember(types);
    const byMember = [...groupByTypeOrMember(members)];
    const person = await this.names.load(byMember.map(([id]) => id));
    const bills = decided['bills'] ?? 0;
    return {
      month,
      byType: billTypes.map((type) => ({ type, paise: paiseOf.get(type) ?? noBills })),
      byMember: byMember
        .map(([id, paise]) => ({ member: person(id), paise }))
        .sort(
          (one, other) =>
            totalPaise(other.paise) - totalPaise(one.paise) ||
            compareNames(one.member.name, other.member.name),
        ),
      pending: { bills: pending['bills'] ?? 0, paise: pending['paise'] ?? 0 },
      decided: {
        bills,
        ...(bills > 0 && { averageSeconds: Math.round((decided['seconds'] ?? 0) / bills) }),
      },
    };
  }
}

type PaiseByKey = Readonly<Record<string, number>>;

const totalPaise = ({ Pending, Approved, Rejected }: BillAmounts): number =>
  Pending + Approved + Rejected;
