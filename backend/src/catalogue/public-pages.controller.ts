import { packageAggregate, productAggregate } from '#domain/catalogue/catalogue.aggregates.js';
import { defaultCategories, defaultCategory } from '#domain/catalogue/catalogue.values.js';
import { parseId } from '#domain/kernel/schema.js';
import { Config } from '#platform/common/config/config.js';
import { isLocalHost } from '#platform/common/networks.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { DamagedStream, NewerEvent } from '#platform/event-log/event-log.js';
import { streamName } from '#platform/event-log/subject.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { type CategoryDocument, categories } from '#projections/catalogue/categories.projection.js';
import {
  type PublicDocument,
  type PublicPackage,
  type PublicProduct,
  FIRST_ADDED,
  publicPackages,
  publicProducts,
} from '#projections/catalogue/public-pages.projection.js';
import { BY_SHARE, type ShareDocument, shares } from '#projections/catalogue/shares.projection.js';
import {
  type OrganizationDocument,
  organizationView,
} from '#projections/organizations/organization.projection.js';
import {
  type QuotationSettingsDocument,
  quotationSettingsView,
} from '#projections/quotations/quotation-settings.projection.js';
import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PersonNames } from '../auth/people/names.js';
import { VisitorClassifier } from '../auth/visitor-classifier.js';
import { PublicOrganizations } from '../auth/people/public-organizations.js';
import { acceptedLanguage } from '../http/accepted-language.js';
import { problem } from '../http/problems/problem.js';
import { PageViews } from '../http/page-views.js';
import { sendLogo } from '../api/files/logos.js';
import { findLinkPreview, findPublicPictures } from '../api/files/public-pictures.js';
import {
  type PageKind,
  renderMissingPage,
  renderPackagePage,
  pageAssets,
  renderProductPage,
} from './public-page.js';
import { categoryNames } from './public-page.texts.js';

/** Time within which a browser counts once. */
const DAY_SECONDS = 24 * 60 * 60;
const SEEN_COOKIE = 'fieldtrace-seen';
const readLanguage = ({ headers }: FastifyRequest) => acceptedLanguage(headers['accept-language']);
const cookieText = (request: FastifyRequest): string => request.headers.cookie ?? '';

type Page<Shown> = {
  readonly organizationId: string;
  readonly itemId: string;
  readonly shown: Shown;
};

const views = { product: publicProducts, package: publicPackages } as const;

/** Public pages of products and packages, from the public views. */
@Controller()
export class PublicPagesController {
  constructor(
    private readonly views: Views,
    private readonly folded: FoldedStreams,
    private readonly pageViews: PageViews,
    private readonly records: FileRecords,
    private readonly organizations: PublicOrganizations,
    private readonly config: Config,
    private readonly names: PersonNames,
    private readonly visitors: VisitorClassifier,
    private readonly files: FileStore,
  ) {}

  @Get('products/:id/share')
  async product(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const page = await this.findPage<PublicProduct>('product', id);
    if (!page) return sendMissingPage(request, reply, 'product');
    const content = await this.describePage(page, 'product', request);
    const { youtubeLink, mrpPaise, livePricePaise, unit, gstRateBasisPoints } = page.shown;
    return sendPage(
      reply,
      renderProductPage({
        ...content,
        mrpPaise,
        livePricePaise,
        unit,
        gstRateBasisPoints,
        ...(youtubeLink !== undefined && { youtubeLink }),
      }),
    );
  }

  @Get('packages/:id/share')
  async package(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const page = await this.findPage<PublicPackage>('package', id);
    if (!page) return sendMissingPage(request, reply, 'package');
    const { organizationId, shown } = page;
    const ids = shown.items.map(({ productId }) => productId);
    const [content, products] = await Promise.all([
      this.describePage(page, 'package', request),
      this.views.get<PublicDocument<PublicProduct>>(publicProducts, organizationId, ids),
      this.refuseRemoved('product', organizationId, ids),
    ]);
    const items = shown.items.flatMap(({ productId, quantity }) => {
      const product = products.get(productId)?.shown;
      if (!product) return [];
      const { name, mrpPaise, livePricePaise, unit, gstRateBasisPoints, imageFileIds } = product;
      const [cover] = imageFileIds;
      return {
        name,
        quantity,
        mrpPaise,
        livePricePaise,
        unit,
        gstRateBasisPoints,
        ...(cover !== undefined && { picture: picturePath(organizationId, cover) }),
      };
    });
    // If an item is not for sale, there is no page: without that item, the price would be too low.
    if (items.length < shown.items.length) return sendMissingPage(request, reply, 'package');
    return sendPage(reply, renderPackagePage({ ...content, items }));
  }

  @Post('products/:id/share/views')
  @HttpCode(204)
  countProductView(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.countView('product', id, request, reply);
  }

  @Post('packages/:id/share/views')
  @HttpCode(204)
  countPackageView(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.countView('package', id, request, reply);
  }

  @Get('products/:id/share/logo')
  productLogo(@Param('id') id: string, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.sendOwnerLogo('product', id, reply);
  }

  @Get('packages/:id/share/logo')
  packageLogo(@Param('id') id: string, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.sendOwnerLogo('package', id, reply);
  }

  @Get('public-page/:file')
  asset(@Param('file') file: string, @Res({ passthrough: true }) reply: FastifyReply): string {
    const found = pageAssets.get(file);
    if (!found) throw problem('unknown-path');
    void reply.headers({
      'content-type': found.contentType,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    return found.content;
  }

  private async sendOwnerLogo(
    kind: PageKind,
    id: string,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const page = await this.findPage(kind, id);
    const { logoFileId } = (page && (await this.findOrganization(page.organizationId))) ?? {};
    if (!page || logoFileId == null) throw problem('unknown-path');
    return sendLogo(this.files, reply, page.organizationId, logoFileId);
  }

  private findOrganization(organizationId: string): Promise<OrganizationDocument | undefined> {
    return this.views.getOne<OrganizationDocument>(organizationView, '', organizationId);
  }

  /** Share that led to the page, by the address that was sent. */
  private async findShare(
    organizationId: string,
    itemId: string,
    { query }: FastifyRequest,
  ): Promise<ShareDocument | undefined> {
    const { s } = query as { readonly s?: unknown };
    const shareId = typeof s === 'string' ? parseId(s) : undefined;
    if (shareId === undefined) return undefined;
    const { documents } = await this.views.find<ShareDocument>(shares, organizationId, {
      filter: { shareId },
      sort: BY_SHARE,
      limit: 1,
    });
    return documents.find((share) => share.itemId === itemId);
  }

  /**
   * Counts a customer's view of the page, and of the share that led to it, once per browser and
   * day.
   */
  private async countView(
    kind: PageKind,
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const page = await this.findPage(kind, id);
    if (!page || cookieText(request).includes(`${SEEN_COOKIE}=`)) return;
    if (!(await this.visitors.isCustomer(request, page.organizationId))) return;
    const path = request.url.replace(/\/views(\?.*)?$/, '');
    void reply.header(
      'set-cookie',
      `${SEEN_COOKIE}=1; Path=${path}; Max-Age=${DAY_SECONDS}; HttpOnly; SameSite=Lax`,
    );
    const itemId = parseId(id)!;
    await this.pageViews.count(page.organizationId, itemId);
    const share = await this.findShare(page.organizationId, itemId, request);
    if (share) await this.pageViews.count(page.organizationId, share.shareId);
  }

  /**
   * Page of an item. If organizations have items with the same id, the page is that of the first
   * one, even while it is hidden.
   * @throws NewerEvent if only a newer build knows that the item was deleted
   */
  private async findPage<Shown>(kind: PageKind, id: string): Promise<Page<Shown> | undefined> {
    const itemId = parseId(id);
    if (itemId === undefined) return undefined;
    const [first] = (
      await this.views.find<PublicDocument<Shown>>(views[kind], '', {
        filter: { itemId },
        sort: FIRST_ADDED,
        limit: 1,
      })
    ).documents;
    if (!first?.shown || !(await this.organizations.isPublic(first.owner))) return undefined;
    await this.refuseRemoved(kind, first.owner, [itemId]);
    return { organizationId: first.owner, itemId, shown: first.shown };
  }

  /**
   * The views still have items whose deletion this build cannot read. While the log is away or an
   * item's stream is damaged, the views alone decide.
   * @throws NewerEvent for an item that a newer build deleted
   */
  private async refuseRemoved(
    kind: PageKind,
    organizationId: string,
    itemIds: readonly string[],
  ): Promise<void> {
    const load = (id: string): Promise<unknown> =>
      kind === 'product'
        ? this.folded.loadKnownState(productAggregate, streamName(kind, organizationId, id))
        : this.folded.loadKnownState(packageAggregate, streamName(kind, organizationId, id));
    const check = async (id: string): Promise<void> => {
      try {
        await load(id);
      } catch (error) {
        const isDamaged = error instanceof DamagedStream && !(error instanceof NewerEvent);
        if (!isDamaged && !(error instanceof Unavailable)) throw error;
      }
    };
    await Promise.all(itemIds.map(check));
  }

  /** Trusted origin: `PUBLIC_URL`, or this machine's names, because strangers may forge `Host`. */
  private trustedOrigin({ protocol, host }: FastifyRequest): string | undefined {
    return this.config.publicUrl ?? (isLocalHost(host) ? `${protocol}://${host}` : undefined);
  }

  private async loadPersonName(id: string): Promise<string> {
    const person = await this.names.load([id]);
    return person(id).name;
  }

  private async describePage(
    {
      organizationId,
      itemId,
      shown: { name, description, categoryId, imageFileIds },
    }: Page<PublicProduct | PublicPackage>,
    kind: PageKind,
    request: FastifyRequest,
  ) {
    const [organization, quotationSettings, share, category, pictures, preview] = await Promise.all(
      [
        this.findOrganization(organizationId),
        this.views.getOne<QuotationSettingsDocument>(quotationSettingsView, '', organizationId),
        this.findShare(organizationId, itemId, request),
        categoryId === defaultCategory
          ? undefined
          : this.views.getOne<CategoryDocument>(categories, organizationId, categoryId),
        findPublicPictures(this.records, organizationId, imageFileIds),
        findLinkPreview(this.records, organizationId, imageFileIds[0]),
      ],
    );
    const { name: seller = '', contactPhone, logoFileId, locations = [] } = organization ?? {};
    const sharedBy = share && (await this.loadPersonName(share.by));
    const language = readLanguage(request);
    const origin = this.trustedOrigin(request);
    return {
      language,
      ...(origin !== undefined && { address: `${origin}${request.url.split('?')[0]}` }),
      seller: {
        organizationId,
        name: seller,
        ...(contactPhone != null && { contactPhone }),
        ...(logoFileId != null && { logo: `${request.url.split('?')[0]}/logo` }),
        ...(sharedBy && { sharedBy }),
        cities: [...new Set(locations.map(({ city }) => city))],
        ...(quotationSettings?.settings.gstRegistration === 'regular' && {
          pricesIncludeGst: quotationSettings.settings.pricesIncludeGst,
        }),
      },
      name,
      description,
      category: category?.name ?? categoryNames(language, defaultCategories[kind]),
      pictures: pictures.filter((picture) => picture !== undefined),
      ...(preview && { preview }),
    };
  }
}

const picturePath = (organizationId: string, fileId: string): string =>
  `/pictures/${fileKey(organizationId, fileId)}`;

function sendMissingPage(request: FastifyRequest, reply: FastifyReply, kind: PageKind): string {
  void reply.code(404);
  return sendPage(reply, renderMissingPage(readLanguage(request), kind));
}

function sendPage(reply: FastifyReply, page: string): string {
  void reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Language',
  });
  return page;
}
