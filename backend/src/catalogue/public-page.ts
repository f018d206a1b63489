import { createHash } from 'node:crypto';
import type { PublicPicture } from '#domain/catalogue/catalogue.views.js';
import { packageTotals, percentOf } from '#domain/catalogue/totals.js';
import type { Unit } from '#domain/catalogue/catalogue.values.js';
import { callLink, chatLink } from '#domain/kernel/contact-links.js';
import { type Html, html } from '../http/html.js';
import type { LinkPreview } from './public-pictures.js';
import { publicPageScript, publicPageStyle } from './public-page.assets.js';

type Seller = { readonly name: string; readonly contactPhone?: string };
type Described = {
  /** Where it is, with the host. */
  readonly address: string;
  readonly seller: Seller;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  /** The first is the cover. */
  readonly pictures: readonly PublicPicture[];
  readonly preview?: LinkPreview;
};
export type ProductPage = Described & {
  readonly youtubeLink?: string;
  readonly mrpPaise: number;
  readonly livePricePaise: number;
  readonly unit: Unit;
};
type Included = {
  readonly name: string;
  readonly quantity: number;
  readonly mrpPaise: number;
  readonly livePricePaise: number;
  readonly unit: Unit;
  readonly picture?: string;
};
export type PackagePage = Described & { readonly items: readonly Included[] };

/** Named by its content, so that it may be kept for good. */
const asset = (content: string, end: string, contentType: string) => {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { file: `page-${hash}.${end}`, content, contentType };
};
const style = asset(publicPageStyle, 'css', 'text/css; charset=utf-8');
const script = asset(publicPageScript, 'js', 'text/javascript; charset=utf-8');
export const pageAssets = new Map([style, script].map((one) => [one.file, one]));

const rupees = (paise: number): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 }).format(paise / 100);

type Head = { readonly title: string; readonly description: string; readonly address?: string; readonly preview?: LinkPreview };

function whole({ title, description, address, preview }: Head, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        ${address !== undefined && html`<meta property="og:url" content="${address}" />`}
        ${address !== undefined && preview && pictureOf(address, preview)}
        <link rel="icon" href="/icons/logo.svg" />
        <link rel="stylesheet" href="/public-page/${style.file}" />
        <script defer src="/public-page/${script.file}"></script>
      </head>
      <body>
        ${body}
      </body>
    </html>`.markup;
}

const pictureOf = (address: string, { path, width, height }: LinkPreview): Html =>
  html`<meta property="og:image" content="${new URL(path, address).href}" />
    <meta property="og:image:type" content="image/jpeg" />
    ${width !== undefined && html`<meta property="og:image:width" content="${width}" />`}
    ${height !== undefined && html`<meta property="og:image:height" content="${height}" />`}
    <meta name="twitter:card" content="summary_large_image" />`;

/** What a link preview and a search show of a description. */
const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 197).trimEnd()}…` : text);

function page(kind: 'Product' | 'Package', item: Described, price: Html, more: Html): string {
  const { address, seller, name, description, category, pictures, preview } = item;
  return whole(
    { title: `${name} · ${seller.name}`, description: shortened(description), address, ...(preview && { preview }) },
    html`<header class="bar">
        <p class="seller">${seller.name}</p>
        <button type="button" class="plain" data-share="${kind}">Share</button>
      </header>
      <main>
        ${gallery(pictures, name)}
        <section class="card">
          <p class="category">${category}</p>
          <h1>${name}</h1>
          <p class="description">${description}</p>
          ${price}
        </section>
        ${more} ${contact(item, kind)}
        <p id="said" role="status"></p>
      </main>
      <footer>Powered by Fieldtrace</footer>`,
  );
}

const gallery = (pictures: readonly PublicPicture[], name: string): Html =>
  pictures.length === 0
    ? html`<div class="placeholder" aria-hidden="true">
        <svg viewBox="0 0 24 24"><path d="M3 7.5 12 3l9 4.5v9L12 21l-9-4.5zM3 7.5l9 4.5 9-4.5M12 12v9" /></svg>
      </div>`
    : html`<ul class="gallery" aria-label="Pictures" ${pictures.length > 1 && html` tabindex="0"`}>
        ${pictures.map((picture, place) => html`<li>${photo(picture, pictures.length > 1 ? `${name}, picture ${place + 1}` : name, place > 0)}</li>`)}
      </ul>`;

const photo = ({ path, placeholder }: PublicPicture, alt: string, lazy: boolean): Html =>
  html`${placeholder !== undefined && html`<img class="blur" src="${placeholder}" alt="" />`}<img
      src="${path}/1280"
      srcset="${path}/320 320w, ${path}/640 640w, ${path}/1280 1280w"
      sizes="(min-width: 1000px) 570px, (min-width: 720px) 672px, 100vw"
      alt="${alt}"
      ${lazy ? html` loading="lazy"` : html` fetchpriority="high"`}
    />`;

function prices(label: string, pricePaise: number, mrpPaise: number, mrpLabel: string, unit?: Unit): Html {
  const saved = mrpPaise - pricePaise;
  const percent = percentOf(saved, mrpPaise);
  return html`<div class="price">
    <p class="now"><span class="hidden">${label} </span>${rupees(pricePaise)}${unit !== undefined && html` <small>per ${unit}</small>`}</p>
    ${
      saved > 0 &&
      html`<p class="was">${mrpLabel} <s>${rupees(mrpPaise)}</s></p>
        <p class="save">You Save ${rupees(saved)}${percent > 0 && html` <span>${percent.toFixed(1)}% off</span>`}</p>`
    }
  </div>`;
}

const badges = html`<ul class="badges" aria-label="Why this package">
  ${['Best Value', 'Complete Package', 'Customer Favorite', 'Expert Support'].map((badge) => html`<li>${badge}</li>`)}
</ul>`;

/** Without a number of the seller’s there is nobody to call. */
function contact({ address, seller: { contactPhone }, name }: Described, kind: 'Product' | 'Package'): Html {
  const asked = `Hello, I am interested in ${name}: ${address}`;
  return html`<div class="contact">
    ${
      contactPhone !== undefined &&
      html`<a class="whatsapp" href="${chatLink(contactPhone, asked)}" rel="noopener">Contact Seller on WhatsApp</a>
        <a class="plain" href="${callLink(contactPhone)}">Call Now</a>`
    }
    <button type="button" class="plain" data-share="${kind}">Share</button>
  </div>`;
}

export function productPage(product: ProductPage): string {
  const { livePricePaise, mrpPaise, unit, youtubeLink } = product;
  const video =
    youtubeLink !== undefined &&
    html`<p class="video"><a href="${linkOf(youtubeLink)}" rel="noopener noreferrer" target="_blank">Watch the video on YouTube</a></p>`;
  return page('Product', product, html`${prices('Price', livePricePaise, mrpPaise, 'MRP', unit)}${video}`, html``);
}

const linkOf = (link: string): string => (/^https?:\/\//i.test(link) ? link : `https://${link}`);

export function packagePage(kit: PackagePage): string {
  const { totalPricePaise, totalMrpPaise } = packageTotals(kit.items);
  return page(
    'Package',
    kit,
    html`${prices('Package price', totalPricePaise, totalMrpPaise, 'Total MRP')}${badges}`,
    html`<section class="card">
      <h2>What's Included in This Package</h2>
      <ul class="included">
        ${kit.items.map(included)}
      </ul>
    </section>`,
  );
}

const included = ({ name, quantity, livePricePaise, unit, picture }: Included): Html =>
  html`<li>
    ${picture === undefined ? html`<span class="thumb"></span>` : html`<img class="thumb" src="${picture}/320" alt="" loading="lazy" />`}
    <div>
      <h3>${name}</h3>
      <p>Quantity: ${quantity}</p>
      <p>${rupees(livePricePaise)} per ${unit}</p>
    </div>
  </li>`;

/** The same for what never was, what was deleted and what is not active. */
export const missingPage = (kind: 'Product' | 'Package'): string =>
  whole(
    { title: `${kind} Not Found`, description: `${kind} not found or no longer available` },
    html`<main class="missing">
        <h1>${kind} Not Found</h1>
        <p>${kind} not found or no longer available</p>
      </main>
      <footer>Powered by Fieldtrace</footer>`,
  );
