import type { Language } from '#domain/accounts/account.values.js';
import type { PublicPicture } from '#domain/catalogue/catalogue.views.js';
import { type PricedItem, packageTotals, computePercent } from '#domain/catalogue/totals.js';
import type { ItemKind, Unit } from '#domain/catalogue/catalogue.values.js';
import { moneyText } from '#domain/quotations/document-texts.js';
import { unitQuantityText, unitText } from '#domain/quotations/unit-texts.js';
import { callLink, chatLink } from '#domain/kernel/values/contact-links.js';
import { type Html, html } from '../http/html.js';
import { pageAsset } from '../http/page-asset.js';
import {
  phoneIcon,
  renderAmount,
  renderCost,
  renderName,
  renderPublicDocument,
  renderSeller,
  shareIcon,
  whatsAppIcon,
} from '../http/public-document.js';
import type { LinkPreview } from '../api/files/public-pictures.js';
import { pageText } from './public-page.texts.js';
import { publicPageScript, publicPageStyle } from './public-page.assets.js';

export type PageKind = Exclude<ItemKind, 'offer'>;
type Seller = {
  readonly organizationId: string;
  readonly name: string;
  readonly contactPhone?: string;
  /** Path of its logo. */
  readonly logo?: string;
  /** Name of the member who sent the link. */
  readonly sharedBy?: string;
  /** Cities of its stores. */
  readonly cities: readonly string[];
  /** Whether its prices include GST; missing if it charges no GST. */
  readonly pricesIncludeGst?: boolean;
};
type PageContent = {
  /** Language of the visitor. */
  readonly language: Language;
  /** URL with the host; undefined if the installation's host is unknown. */
  readonly address?: string;
  readonly seller: Seller;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  /** Pictures, the cover first. */
  readonly pictures: readonly PublicPicture[];
  readonly preview?: LinkPreview;
};
type GstRate = {
  /** Undefined if the rate is unknown. */
  readonly gstRateBasisPoints: number | undefined;
};
export type ProductPage = PageContent &
  GstRate & {
    readonly youtubeLink?: string;
    readonly mrpPaise: number;
    readonly livePricePaise: number;
    readonly unit: Unit;
  };
type IncludedProduct = PricedItem &
  GstRate & {
    readonly name: string;
    readonly unit: Unit;
    readonly picture?: string;
  };
export type PackagePage = PageContent & { readonly items: readonly IncludedProduct[] };

const style = pageAsset(publicPageStyle, 'css', 'text/css; charset=utf-8');
const script = pageAsset(publicPageScript, 'js', 'text/javascript; charset=utf-8');
export const pageAssets = new Map([style, script].map((asset) => [asset.file, asset]));

type PageHead = {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  readonly address?: string;
  readonly preview?: LinkPreview;
  /**
   * Organization in a meta tag, by which operators close pages (`CLOSED_PAGES`). Without a seller
   * the page is not indexed.
   */
  readonly seller?: string;
};

const renderPublicPage = ({ preview, seller, ...head }: PageHead, body: Html): string =>
  renderPublicDocument(
    {
      ...head,
      tags: html`${seller === undefined ? html`<meta name="robots" content="noindex" />` : html`<meta name="fieldtrace:organization" content="${seller}" />`}
      ${head.address !== undefined && preview && renderPictureTags(head.address, preview)}`,
      style: `/public-page/${style.file}`,
      script: `/public-page/${script.file}`,
    },
    body,
  );

const renderPictureTags = (address: string, { path, width, height }: LinkPreview): Html =>
  html`<meta property="og:image" content="${new URL(path, address).href}" />
    <meta property="og:image:type" content="image/jpeg" />
    ${width !== undefined && html`<meta property="og:image:width" content="${width}" />`}
    ${height !== undefined && html`<meta property="og:image:height" content="${height}" />`}
    <meta name="twitter:card" content="summary_large_image" />`;

/** Shortens a description to 200 characters for link previews and search results. */
const shorten = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 197).trimEnd()}…` : text;

function renderItemPage(kind: PageKind, item: PageContent, price: Html, details: Html): string {
  const { language, address, seller, name, description, category, preview } = item;
  return renderPublicPage(
    {
      language,
      title: `${name} · ${seller.name}`,
      description: shorten(description),
      seller: seller.organizationId,
      ...(address !== undefined && { address }),
      ...(preview && { preview }),
    },
    html`<header class="bar">
        ${renderSeller({ name: seller.name, logo: seller.logo, person: renderOrigin(language, seller) })}
        ${renderShareButton(language, kind)}
      </header>
      <main>
        ${renderGallery(kind, item)}
        <section class="card">
          <p class="category">${category}</p>
          <h1>${renderName(name)}</h1>
          ${price}
          <p class="description">${description}</p>
        </section>
        ${renderContact(item, kind)} ${details}
        <p id="announcement" role="status"></p>
      </main>`,
  );
}

/** Person who sent the link, and where the seller is; undefined if neither is known. */
function renderOrigin(language: Language, { sharedBy, cities }: Seller): string | undefined {
  const sender = sharedBy === undefined ? [] : [pageText(language, 'sharedBy', sharedBy)];
  return [...sender, ...(cities.length > 0 ? [cities.join(', ')] : [])].join(' · ') || undefined;
}

const renderShareButton = (language: Language, kind: PageKind): Html =>
  html`<button
    type="button"
    class="plain"
    hidden
    data-copied="${pageText(language, `${kind}Copied`)}"
  >
    ${shareIcon}${pageText(language, 'share')}
  </button>`;

const renderGallery = (kind: PageKind, { language, pictures, name }: PageContent): Html =>
  pictures.length === 0
    ? html`<div class="placeholder" aria-hidden="true">
        <svg viewBox="0 0 24 24">
          <path d="M3 7.5 12 3l9 4.5v9L12 21l-9-4.5zM3 7.5l9 4.5 9-4.5M12 12v9" />
        </svg>
      </div>`
    : html`<ul
        class="gallery ${kind}"
        aria-label="${pageText(language, 'pictures')}"
        ${pictures.length > 1 && html` tabindex="0"`}
      >
        ${pictures.map((picture, index) => html`<li>${renderPhoto(picture, pictures.length > 1 ? pageText(language, 'picture', name, index + 1) : name, { isLazy: index > 0 })}</li>`)}
      </ul>`;

const renderPhoto = (
  { path, placeholder }: PublicPicture,
  alt: string,
  { isLazy }: { readonly isLazy: boolean },
): Html =>
  html`${placeholder !== undefined && html`<img class="blur" src="${placeholder}" alt="" />`}<img
      src="${path}/1280"
      srcset="${path}/320 320w, ${path}/640 640w, ${path}/1280 1280w"
      sizes="(min-width: 1000px) 570px, (min-width: 720px) 672px, 100vw"
      alt="${alt}"
      ${isLazy ? html` loading="lazy"` : html` fetchpriority="high"`}
    />`;

type Prices = {
  readonly label: string;
  readonly mrpLabel: string;
  readonly items: readonly (PricedItem & GstRate)[];
  readonly unit?: Unit;
  readonly seller: Seller;
};

/** GST on top of the prices; undefined if a rate is unknown. */
const computeGstPaise = (items: Prices['items']): number | undefined =>
  items.reduce<number | undefined>(
    (sum, { quantity, livePricePaise, gstRateBasisPoints: rate }) =>
      sum === undefined || rate === undefined
        ? undefined
        : sum + Math.round((quantity * livePricePaise * rate) / 10_000),
    0,
  );

/** Price with the saving against the MRP, which includes all taxes. */
function renderPrices(
  language: Language,
  { label, mrpLabel, items, unit, seller: { pricesIncludeGst } }: Prices,
): Html {
  const { totalPricePaise: pricePaise, totalMrpPaise: mrpPaise } = packageTotals(items);
  const isTaxed =
    pricesIncludeGst !== undefined &&
    items.some(({ gstRateBasisPoints }) => gstRateBasisPoints !== 0);
  const addedGstPaise = isTaxed && !pricesIncludeGst ? computeGstPaise(items) : 0;
  const savedPaise = addedGstPaise === undefined ? 0 : mrpPaise - pricePaise - addedGstPaise;
  const percent = computePercent(savedPaise, mrpPaise);
  const notes = [
    ...(unit === undefined ? [] : [pageText(language, 'per', unitText(language, unit))]),
    ...(isTaxed ? [pageText(language, pricesIncludeGst ? 'inclGst' : 'plusGst')] : []),
  ].join(', ');
  const off = percent > 0 && html` <span>${pageText(language, 'off', percent.toFixed(1))}</span>`;
  return html`<div class="price">
    <p class="now">
      <span class="hidden">${label} </span>${renderAmount(pricePaise)}
      ${notes && html`<small>${notes}</small>`}
    </p>
    ${
      savedPaise > 0 &&
      html`<div class="deal">
        <p class="was">${mrpLabel} <s>${moneyText(mrpPaise)}</s></p>
        <p class="save">${pageText(language, 'youSave', moneyText(savedPaise))}${off}</p>
      </div>`
    }
  </div>`;
}

const renderBadges = (language: Language): Html =>
  html`<ul class="badges" aria-label="${pageText(language, 'whyThis')}">
    ${(['bestValue', 'complete', 'favorite', 'support'] as const).map((badge) => html`<li>${pageText(language, badge)}</li>`)}
  </ul>`;

/** Contact links; without a seller's number only the share button. */
function renderContact(
  { language, address, seller: { contactPhone }, name }: PageContent,
  kind: PageKind,
): Html {
  const text =
    address === undefined
      ? pageText(language, 'question', name)
      : pageText(language, 'questionWithLink', name, address);
  return html`<div class="contact">
    ${
      contactPhone !== undefined &&
      html`<a class="whatsapp" href="${chatLink(contactPhone, text)}" rel="noopener"
          >${whatsAppIcon}${pageText(language, 'contactSeller')}</a
        >
        <a class="plain call" href="${callLink(contactPhone)}"
          >${phoneIcon}<span>${pageText(language, 'call')}</span></a
        >`
    }
    ${renderShareButton(language, kind)}
  </div>`;
}

export function renderProductPage(product: ProductPage): string {
  const { language, unit, youtubeLink } = product;
  const video =
    youtubeLink !== undefined &&
    html`<p class="video">
      <a href="${withProtocol(youtubeLink)}" rel="noopener noreferrer" target="_blank"
        >${pageText(language, 'video')}</a
      >
    </p>`;
  const price = {
    seller: product.seller,
    label: pageText(language, 'price'),
    mrpLabel: pageText(language, 'mrp'),
    items: [{ ...product, quantity: 1 }],
    unit,
  };
  return renderItemPage('product', product, html`${renderPrices(language, price)}${video}`, html``);
}

const withProtocol = (link: string): string =>
  /^https?:\/\//i.test(link) ? link : `https://${link}`;

export function renderPackagePage(kit: PackagePage): string {
  const { language, items } = kit;
  const price = {
    seller: kit.seller,
    label: pageText(language, 'packagePrice'),
    mrpLabel: pageText(language, 'totalMrp'),
    items,
  };
  return renderItemPage(
    'package',
    kit,
    renderPrices(language, price),
    html`<section class="card">
      <h2>${pageText(language, 'included')}</h2>
      <ul class="lines">
        ${items.map((item) => renderIncluded(language, item))}
      </ul>
      ${renderBadges(language)}
    </section>`,
  );
}

const renderIncluded = (
  language: Language,
  { name, quantity, livePricePaise, unit, picture }: IncludedProduct,
): Html =>
  html`<li>
    ${picture === undefined ? html`<span class="thumb"></span>` : html`<img class="thumb" src="${picture}/320" alt="" loading="lazy" />`}
    <div>
      <h3>${renderName(name)}</h3>
      ${renderCost({
        quantity: unitQuantityText(language, quantity * 1_000, unit),
        unitPricePaise: livePricePaise,
        amountPaise: quantity * livePricePaise,
      })}
    </div>
  </li>`;

/** Page of an item that does not exist, was deleted or is inactive: all look the same. */
export function renderMissingPage(language: Language, kind: PageKind): string {
  const [title, description] = [
    pageText(language, `${kind}NotFound`),
    pageText(language, `${kind}Gone`),
  ];
  return renderPublicPage(
    { language, title, description },
    html`<main class="missing">
      <h1>${title}</h1>
      <p>${description}</p>
    </main>`,
  );
}
