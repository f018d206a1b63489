import type { ProductDetails } from '#domain/catalogue/catalogue.commands.js';
import { maySee, seesEverything } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import { parseId } from '#domain/kernel/schema.js';
import { draftTotalField } from '#domain/quotations/draft-totals.js';
import type { QuotationSettings } from '#domain/quotations/quotation-settings.js';
import { stateCodes } from '#domain/quotations/states.values.js';
import type { QuotationListParams } from '#domain/quotations/quotation.queries.js';
import { quotationStatuses } from '#domain/quotations/quotation.values.js';
import type {
  QuotationCounts,
  QuotationDetail,
  QuotationHistory,
  QuotationList,
  QuotationSettingsShown,
  QuotationVersionShown,
  QuotedProduct,
} from '#domain/quotations/quotation.views.js';
import { FileRecords } from '#platform/files/file-records.js';
import { streamName } from '#platform/event-log/subject.js';
import { ReadSide } from '#platform/live/read-side.js';
import { searchTerms } from '#domain/kernel/texts/search-text.js';
import type { Amounts } from '#platform/read-side/read-store/read-store.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { type ItemDocument, products } from '#projections/catalogue/items.projection.js';
import {
  QUOTATION_HEAD,
  type QuotationHead,
  type QuotationVersionDocument,
  quotationDetail,
  versionPart,
} from '#projections/quotations/quotation-detail.projection.js';
import {
  type QuotationHistoryDocument,
  quotationHistory,
} from '#projections/quotations/quotation-history.projection.js';
import {
  QUOTATION_ORDER,
  type QuotationDocument,
  draftAmountName,
  paiseAmountName,
  quotationCountKey,
  quotationList,
} from '#projections/quotations/quotation-list.projection.js';
import {
  type QuotationSettingsDocument,
  quotationSettingsView,
} from '#projections/quotations/quotation-settings.projection.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { findPublicPictures } from '../api/files/public-pictures.js';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { pageRows, toList } from '../http/listed.js';
import { outdatedNotice } from '../http/problems/outdated-notice.js';
import {
  loadQuotationSettings,
  quotationHistoryPresenter,
  createRowPresenter,
  toProgress,
} from './quotation.presenters.js';

const HISTORY_PAGE_SIZE = 50;
const addUp = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount, 0);

export class ListQuotations extends Query<QuotationList> {
  constructor(
    readonly asker: Asker,
    readonly params: QuotationListParams,
  ) {
    super();
  }
}

export class GetQuotation extends Query<QuotationDetail> {
  constructor(
    readonly asker: Asker,
    readonly quotationId: string,
  ) {
    super();
  }
}

export class GetQuotationHistory extends Query<QuotationHistory> {
  constructor(
    readonly asker: Asker,
    readonly quotationId: string,
    readonly after: string | undefined,
  ) {
    super();
  }
}

export class GetQuotationSettings extends Query<QuotationSettingsShown> {
  constructor(readonly asker: Asker) {
    super();
  }
}

type QuotationFigures = Pick<QuotationList, 'counts' | 'paise'>;
const toFigures = (counts: Amounts, paise = counts): QuotationFigures => {
  const countsByStatus = quotationStatuses.map((status) => [status, counts[status] ?? 0] as const);
  const all = countsByStatus.reduce((sum, [, count]) => sum + count, 0);
  return {
    counts: { ...Object.fromEntries(countsByStatus), All: all } as QuotationCounts,
    paise: Object.fromEntries(
      quotationStatuses.map((status) => [
        status,
        paise[paiseAmountName(status)] ?? paise[status] ?? 0,
      ]),
    ) as QuotationFigures['paise'],
  };
};

/** For each place of supply, the field of its drafts that holds their total. */
const draftFieldsOf = (settings: QuotationSettings) =>
  (['own', ...stateCodes] as const).map(
    (supply) => [supply, draftTotalField(settings, supply)] as const,
  );

/** Sales members get the quotations of their own leads. */
@QueryHandler(ListQuotations)
export class ListQuotationsHandler implements IQueryHandler<ListQuotations> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
  ) {}

  async execute({ asker, params }: ListQuotations): Promise<QuotationList> {
    const { organizationId } = asker;
    const { status, member: requestedMember, from, to, q = '', after } = params;
    const member = seesEverything(asker.role) ? requestedMember : asker.id;
    const terms = q.trim() === '' ? [] : searchTerms(q);
    if (!terms || (requestedMember !== undefined && requestedMember !== member))
      return { items: [], hasMore: false, ...toFigures({}) };
    const days = from === undefined && to === undefined ? undefined : { from, to };
    const search = terms.length > 0 ? terms : undefined;
    const filter = { assignedTo: member, createdOn: days };
    const settings = await loadQuotationSettings(this.views, organizationId);
    const [page, figures] = await Promise.all([
      this.views.find<QuotationDocument>(quotationList, organizationId, {
        filter: { ...filter, status },
        sort: QUOTATION_ORDER,
        limit: pageRows(params),
        after,
        search,
      }),
      search || days
        ? this.count(organizationId, { filter, search }, settings)
        : this.readSums(organizationId, member, settings),
    ]);
    const items = await this.names.present(page.documents, createRowPresenter(settings));
    return { ...toList(items, page.next), ...figures };
  }

  private async readSums(
    organizationId: string,
    member: string | undefined,
    settings: QuotationSettings,
  ): Promise<QuotationFigures> {
    const key = quotationCountKey(member);
    const sums: Amounts =
      (await this.views.getSums(quotationList, organizationId, [key])).get(key) ?? {};
    const drafts = draftFieldsOf(settings).map(
      ([supply, field]) => sums[draftAmountName(supply, field)] ?? 0,
    );
    return toFigures(sums, { ...sums, [paiseAmountName('Draft')]: addUp(drafts) });
  }

  private async count(
    organizationId: string,
    query: Parameters<Views['countEach']>[2],
    settings: QuotationSettings,
  ): Promise<QuotationFigures> {
    const [counts, paise, drafts] = await Promise.all([
      this.views.countEach(quotationList, organizationId, query, 'status'),
      this.views.sumEach(quotationList, organizationId, query, 'status', 'totalPaise'),
      this.sumDrafts(organizationId, query, settings),
    ]);
    return toFigures(counts, { ...paise, [paiseAmountName('Draft')]: drafts });
  }

  private async sumDrafts(
    organizationId: string,
    { filter, search }: Parameters<Views['sumEach']>[2],
    settings: QuotationSettings,
  ): Promise<number> {
    const fieldOfSupply = draftFieldsOf(settings);
    const draftQuery = { filter: { ...filter, status: 'Draft' }, search };
    const fields = [...new Set(fieldOfSupply.map(([, field]) => field))];
    const sums = await Promise.all(
      fields.map((field) =>
        this.views.sumEach(quotationList, organizationId, draftQuery, 'supply', field),
      ),
    );
    return addUp(fieldOfSupply.map(([supply, field]) => sums[fields.indexOf(field)]![supply] ?? 0));
  }
}

/**
 * Head of a quotation that the asker may see. Another's quotation answers as a missing one.
 * @throws Refusal
 */
async function findHead(views: Views, asker: Asker, quotationId: string): Promise<QuotationHead> {
  const validId = parseId(quotationId);
  const head =
    validId &&
    (await views.getOne<QuotationHead>(
      quotationDetail,
      asker.organizationId,
      `${validId}${QUOTATION_HEAD}`,
    ));
  if (!head || !maySee(asker, head.assignedTo)) return refuse('quotation-not-found');
  return head;
}

@QueryHandler(GetQuotation)
export class GetQuotationHandler implements IQueryHandler<GetQuotation> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    @Inject(ReadSide) private readonly readSide: Pick<ReadSide, 'isParked'>,
    @Inject(FileRecords) private readonly records: Pick<FileRecords, 'findMany'>,
  ) {}

  async execute({ asker, quotationId }: GetQuotation): Promise<QuotationDetail> {
    const { organizationId } = asker;
    const head = await findHead(this.views, asker, quotationId);
    const numbers = Array.from({ length: head.sentVersions }, (_, index) => index + 1).reverse();
    const ids = numbers.map((version) => `${head.quotationId}_${versionPart(version)}`);
    const found = await this.views.get<QuotationVersionDocument>(
      quotationDetail,
      organizationId,
      ids,
    );
    const versions = ids.flatMap((id) => toVersion(found.get(id), head));
    const [person, quotedProducts] = await Promise.all([
      this.names.load([head.assignedTo]),
      this.loadProducts(organizationId, head.draft?.lines ?? versions[0]?.lines ?? []),
    ]);
    return {
      ...toProgress(head),
      assignedTo: person(head.assignedTo),
      customerName: head.customerName,
      ...(head.draft && { draft: head.draft }),
      nextVersion: head.sentVersions + 1,
      products: quotedProducts,
      versions,
      ...(head.linkToken !== undefined && { linkToken: head.linkToken }),
      ...outdatedNotice(this.readSide, streamName('quotation', organizationId, head.quotationId)),
    };
  }

  private async loadProducts(
    organizationId: string,
    lines: readonly { readonly productId?: string | undefined }[],
  ): Promise<readonly QuotedProduct[]> {
    const ids = [...new Set(lines.flatMap(({ productId }) => productId ?? []))];
    const found = await this.views.get<ItemDocument<ProductDetails>>(products, organizationId, ids);
    const covers = ids.map((productId) => found.get(productId)?.details.imageFileIds?.[0]);
    const pictures = await findPublicPictures(this.records, organizationId, covers);
    return ids.map((productId, index) => {
      const product = found.get(productId);
      if (product?.status !== 'Active') return { productId, isActive: false };
      const { livePricePaise, minDiscountBasisPoints, maxDiscountBasisPoints } = product.details;
      const picture = pictures[index]?.path;
      return {
        productId,
        isActive: true,
        livePricePaise,
        minDiscountBasisPoints,
        maxDiscountBasisPoints,
        ...(picture !== undefined && { picture }),
      };
    });
  }
}

function toVersion(
  document: QuotationVersionDocument | undefined,
  { files, failedPdfs, missingCharacters: missing }: QuotationHead,
): readonly QuotationVersionShown[] {
  if (!document) return [];
  const { kind: _, quotationId: __, organizationId: ___, assignedTo: ____, ...version } = document;
  const fileId = files[version.version];
  if (fileId === undefined)
    return [{ ...version, ...(failedPdfs.includes(version.version) && { pdfFailed: true }) }];
  const missingCharacters = missing?.[version.version];
  return [{ ...version, fileId, ...(missingCharacters !== undefined && { missingCharacters }) }];
}

@QueryHandler(GetQuotationHistory)
export class GetQuotationHistoryHandler implements IQueryHandler<GetQuotationHistory> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
  ) {}

  async execute({ asker, quotationId, after }: GetQuotationHistory): Promise<QuotationHistory> {
    const head = await findHead(this.views, asker, quotationId);
    const { documents, next } = await this.views.find<QuotationHistoryDocument>(
      quotationHistory,
      asker.organizationId,
      {
        filter: { quotationId: head.quotationId },
        sort: quotationHistory.indexes[0]!.sort,
        limit: HISTORY_PAGE_SIZE,
        after,
      },
    );
    return toList(await this.names.present(documents, quotationHistoryPresenter), next);
  }
}

@QueryHandler(GetQuotationSettings)
export class GetQuotationSettingsHandler implements IQueryHandler<GetQuotationSettings> {
  constructor(private readonly views: Views) {}

  async execute({ asker }: GetQuotationSettings): Promise<QuotationSettingsShown> {
    const document = await this.views.getOne<QuotationSettingsDocument>(
      quotationSettingsView,
      '',
      asker.organizationId,
    );
    if (!document) return refuse('organization-not-found');
    return document.settings;
  }
}
