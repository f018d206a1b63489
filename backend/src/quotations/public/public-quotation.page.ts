import type { Language } from '#domain/accounts/account.values.js';
import { callLink, chatLink } from '#domain/kernel/values/contact-links.js';
import { amountInWords } from '#domain/quotations/amount-in-words.js';
import {
  type Translate,
  customerPlace,
  dayText,
  lineAmount,
  moneyText,
  optionalText,
  percentText,
  stateText,
  translatorFor,
  sumRows,
  taxFacts,
} from '#domain/quotations/document-texts.js';
import type { QuotationTotals } from '#domain/quotations/quotation-totals.js';
import type { ClosedReason, QuotationVersion } from '#domain/quotations/quotation.js';
import { unitQuantityText } from '#domain/quotations/unit-texts.js';
import { type UpiAdvance } from '#domain/quotations/upi.js';
import { Html, html } from '../../http/html.js';
import {
  downloadIcon,
  phoneIcon,
  renderAmount,
  renderCost,
  renderName,
  renderPublicDocument,
  renderSeller,
  whatsAppIcon,
} from '../../http/public-document.js';
import { quotationScript, quotationStyle } from './public-quotation.assets.js';
import type { FormFields } from '../../http/form-fields.js';
import { type PageTextName, pageText } from './public-quotation.texts.js';

type Line = QuotationVersion['lines'][number];
export type CustomerForm = 'accept' | 'decline' | 'ask';
/** Form that was refused, with what was typed and a message for each wrong field. */
type RefusedForm = {
  readonly form: CustomerForm;
  readonly typed: FormFields;
  readonly wrong: Readonly<Record<string, PageTextName>>;
};
export type QuotationPage = {
  /** `/q/<token>`. */
  readonly path: string;
  /** URL with the host; undefined if the installation's host is unknown. */
  readonly address?: string;
  /** Name of the member whose quotation it is; empty if unknown. */
  readonly assignee: string;
  readonly version: QuotationVersion;
  /** Newer version than the one that is shown. */
  readonly newerVersion?: number;
  readonly closed: ClosedReason | undefined;
  /** Optional lines that are counted. */
  readonly chosen: ReadonlySet<string>;
  readonly totals: QuotationTotals;
  readonly acceptance?: {
    readonly at: string;
    readonly name: string;
    readonly hasCopy: boolean;
  };
  /** Path of each line's picture, without its size. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly advance?: UpiAdvance & { readonly qr: string };
  /** Message on top: what was done, or why it was refused. */
  readonly notice?: { readonly textName: PageTextName; readonly isWrong: boolean };
  readonly refused?: RefusedForm;
  /** Fresh ids: of this visit to the page, and of the next question. */
  readonly viewId: string;
  readonly questionId: string;
};

const TITLE_ID = 'title';

/** Page of a quotation for the customer, in the language of its document. */
export function renderQuotationPage(page: QuotationPage): string {
  const { version, address, path, closed } = page;
  const { language, number, seller } = version;
  const translate = translatorFor(language);
  return quotationDocument(
    {
      language,
      title: pageText(language, 'title', number, seller.name),
      description: pageText(language, 'description', seller.name),
      ...(address !== undefined && { address }),
      ...(address !== undefined && seller.logoFileId !== undefined && { image: `${address}/logo` }),
    },
    html`<header class="bar">
        ${renderSeller({
          name: seller.name,
          logo: seller.logoFileId && `${path}/logo`,
          person: page.assignee,
        })}
        ${renderContact(version)}
      </header>
      <main data-path="${path}" data-version="${version.version}" data-view-id="${page.viewId}">
        ${renderNotices(page)} ${renderHead(page, translate)} ${renderLinesCard(page, translate)}
        ${renderTotalsCard(page, translate)} ${renderTaxes(page, translate)}
        ${renderTextsCard(page, translate)} ${closed === undefined && renderAnswerForms(page)}
        ${renderFormalities(page, translate)} ${closed === undefined && renderDecisionBar(page)}
      </main>`,
  );
}

function renderNotices(page: QuotationPage): Html {
  const { version, newerVersion, closed, acceptance, notice, path } = page;
  const { language } = version;
  const renderMessage = (text: string, kind: 'good' | 'wrong' | 'neutral') =>
    html`<p class="notice ${kind}" role="${kind === 'wrong' ? 'alert' : 'status'}" dir="auto">
      ${text}
    </p>`;
  return html`${notice && renderMessage(pageText(language, notice.textName), notice.isWrong ? 'wrong' : 'good')}
  ${acceptance && renderMessage(pageText(language, 'acceptedOn', acceptance.at, acceptance.name), 'good')}
  ${closed === 'declined' && renderMessage(pageText(language, 'declined'), 'neutral')}
  ${closed === 'expired' && renderMessage(pageText(language, 'expired'), 'neutral')}
  ${
    newerVersion !== undefined &&
    html`<div class="notice wrong" role="status">
      <p>${pageText(language, 'newer')}</p>
      <p>${pageText(language, 'olderShown', version.version)}</p>
      <p><a href="${path}">${pageText(language, 'openNewest')}</a></p>
    </div>`
  }`;
}

/** The offer in short: for whom, how much, and until when. */
function renderHead(page: QuotationPage, translate: Translate): Html {
  const { language, number, customer, validUntilOn, taxHead, lines } = page.version;
  const { totalPaise, cgstPaise, sgstPaise, igstPaise } = page.totals;
  const place = customerPlace(customer);
  const facts = [
    ...(taxHead === 'none'
      ? []
      : [pageText(language, 'inclGst', moneyText(cgstPaise + sgstPaise + igstPaise))]),
    lines.length === 1 ? pageText(language, 'oneItem') : pageText(language, 'items', lines.length),
  ];
  return html`<section class="card head" aria-labelledby="${TITLE_ID}">
    <h1 id="${TITLE_ID}">${translate('quotation')} <span class="whole">${number}</span></h1>
    <p class="for" dir="auto">${pageText(language, 'for', customer.name)}</p>
    ${place !== '' && html`<p class="quiet" dir="auto">${place}</p>`}
    <p class="now">
      <span class="hidden">${translate('total')} </span>
      <span data-total>${renderAmount(totalPaise)}</span>
    </p>
    <div data-total>${renderFacts(facts, 'quiet')}</div>
    <p class="quiet">${pageText(language, 'validUntil', dayText(validUntilOn, language))}</p>
    ${renderDownload({ ...page, language })}
  </section>`;
}

/** Facts that a quotation has to state, after the offer itself. */
function renderFormalities({ version }: QuotationPage, translate: Translate): Html {
  const { language, seller, taxHead, placeOfSupply } = version;
  const rows: readonly (readonly [string, string | undefined])[] = [
    [translate('version'), String(version.version)],
    [translate('replaces'), version.replaces],
    [translate('date'), dayText(version.sentOn, language)],
    [
      translate('placeOfSupply'),
      taxHead === 'none' || placeOfSupply === undefined
        ? undefined
        : stateText(language, placeOfSupply),
    ],
    ['GSTIN', seller.gstin],
  ];
  return html`<section class="card" aria-labelledby="seller-title">
    <h2 id="seller-title" dir="auto">${seller.legalName ?? seller.name}</h2>
    ${seller.address !== undefined && html`<p class="description" dir="auto">${seller.address}</p>`}
    ${renderDefinitions(selectPresent(rows))}
    ${
      seller.gstRegistration === 'composition' &&
      html`<p class="quiet">${translate('composition')}</p>`
    }
  </section>`;
}

/** Rows that have a value. */
const selectPresent = (
  rows: readonly (readonly [string, string | undefined])[],
): readonly (readonly [string, string])[] =>
  rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));

function renderDownload({
  language,
  closed,
  acceptance,
  path,
}: Pick<QuotationPage, 'closed' | 'acceptance' | 'path'> & { readonly language: Language }): Html {
  const renderLink = (textName: PageTextName) =>
    html`<a class="quiet-link${acceptance ? ' accepted' : ''}" href="${path}/pdf" data-download
      >${downloadIcon}<span>${pageText(language, textName)}</span></a
    >`;
  if (acceptance)
    return acceptance.hasCopy
      ? renderLink('downloadAccepted')
      : html`<p class="quiet" data-pending>${pageText(language, 'copyOnItsWay')}</p>`;
  if (closed === 'draft')
    return html`<p class="quiet" data-pending>${pageText(language, 'pdfOnItsWay')}</p>`;
  return closed === undefined ? renderLink('download') : html``;
}

const renderDefinitions = (rows: readonly (readonly [string, string])[]): Html =>
  html`<dl>
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd dir="auto">${value}</dd>
        </div>`,
    )}
  </dl>`;

/** Lines in a separate form, so that choosing optional lines works without a script. */
function renderLinesCard(page: QuotationPage, translate: Translate): Html {
  const { version, closed, path } = page;
  const { language, lines } = version;
  const mayChoose = closed === undefined && lines.some(({ optional }) => optional);
  const list = html`<ol class="lines">
    ${lines.map((line, index) => renderLine(page, line, index, translate))}
  </ol>`;
  return html`<section class="card" id="lines" aria-labelledby="lines-title">
    <h2 id="lines-title">${pageText(language, 'lines')}</h2>
    ${
      mayChoose
        ? html`<form method="get" action="${path}" data-choice>
            <input type="hidden" name="version" value="${version.version}" />
            ${list}
            <p class="wrong-field" role="alert" data-unchanged hidden>
              ${pageText(language, 'unchanged')}
            </p>
            <button class="plain" data-without-script>${pageText(language, 'updateTotal')}</button>
          </form>`
        : list
    }
  </section>`;
}

/** Tax facts of all lines, which few customers read. */
function renderTaxes({ version, totals }: QuotationPage, translate: Translate): Html {
  const { language, lines } = version;
  const factsOfLines = lines.map((line, index) => ({
    name: line.name,
    facts: taxFacts({ ...line, amounts: totals.lines[index]! }, version, translate),
  }));
  if (factsOfLines.every(({ facts }) => facts.length === 0)) return html``;
  return html`<details class="card taxes">
    <summary>${pageText(language, 'taxDetails')}</summary>
    <ol>
      ${factsOfLines.map(
        ({ name, facts }) =>
          html`<li>
            <span dir="auto">${renderName(name)}</span>
            ${facts.length > 0 && renderFacts(facts, 'quiet')}
          </li>`,
      )}
    </ol>
  </details>`;
}

function renderLine(page: QuotationPage, line: Line, index: number, translate: Translate): Html {
  const { version, totals, chosen, closed, pictures, acceptance } = page;
  const { language } = version;
  const amounts = totals.lines[index]!;
  const isAccepted = acceptance !== undefined;
  const picture = pictures.get(line.lineId);
  const discount =
    line.discountBasisPoints === 0
      ? undefined
      : pageText(language, 'off', percentText(line.discountBasisPoints));
  return html`<li>
    ${picture !== undefined && html`<img class="thumb" src="${picture}/320" alt="" loading="lazy" />`}
    <div>
      <h3 dir="auto">${renderName(line.name)}</h3>
      ${renderCost({
        quantity: unitQuantityText(language, line.quantityThousandths, line.unit),
        unitPricePaise: line.unitPricePaise,
        discount,
        amountPaise: lineAmount(amounts),
        isCounted: amounts.isCounted,
      })}
      ${line.description !== undefined && html`<p class="description" dir="auto">${line.description}</p>`}
      ${
        line.optional &&
        html`<p class="note quiet small">
          ${optionalText({ isCounted: amounts.isCounted, isAccepted }, translate)}
        </p>`
      }
      ${
        line.optional &&
        closed === undefined &&
        html`<label class="choice"
          ><input
            type="checkbox"
            name="lineIds"
            value="${line.lineId}"
            ${chosen.has(line.lineId) && html` checked`}
          />
          <span
            >${pageText(language, 'addLine')}<span class="hidden">: ${line.name}</span></span
          ></label
        >`
      }
    </div>
  </li>`;
}

/** Facts in a row, separated by dots. Where the row breaks, the dot is hidden. */
const renderFacts = (texts: readonly string[], look = ''): Html =>
  html`<p class="facts ${look}">${texts.map((text) => html` <span>${text}</span>`)}</p>`;

const renderTotal = ([name, paise]: readonly [string, number]): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${renderAmount(paise)}</dd>
  </div>`;

function renderTotalsCard(
  { version, totals, advance, closed }: QuotationPage,
  translate: Translate,
): Html {
  const { language, taxHead, seller } = version;
  const { lines: _, totalPaise, ...sums } = totals;
  const { added, included } = sumRows({ ...version, totals: sums }, translate);
  const endSentence = (text: string): string => text + (language === 'hi-IN' ? '।' : '.');
  const paymentRows = selectPresent([
    [translate('accountHolder'), seller.bankHolder],
    [translate('accountNumber'), seller.bankAccountNumber],
    [translate('ifsc'), seller.bankIfsc],
    [translate('upi'), seller.upiId],
  ]);
  return html`<section class="card" id="totals" aria-labelledby="totals-title">
    <h2 id="totals-title">${pageText(language, 'total')}</h2>
    <dl class="sums">
      ${added.map(renderTotal)}
      <div class="all">
        <dt>${translate('total')}</dt>
        <dd>${renderAmount(totalPaise)}</dd>
      </div>
    </dl>
    ${
      included.length > 0 &&
      html`<div class="small">
        <p class="quiet">${translate('inTotal')}</p>
        <dl class="sums">${included.map(renderTotal)}</dl>
      </div>`
    }
    <p class="quiet">${amountInWords(totalPaise, language)}</p>
    <p class="quiet">
      ${taxHead !== 'none' && `${endSentence(translate('rateOnInvoice'))} `}${endSentence(translate('notATaxInvoice'))}
    </p>
    ${
      paymentRows.length > 0 &&
      closed !== 'expired' &&
      html`<h3>${translate('payment')}</h3>
        ${renderDefinitions(paymentRows)}`
    }
    ${
      advance &&
      html`<div class="advance">
        <h3>${pageText(language, 'payAdvance')}: ${moneyText(advance.paise)}</h3>
        ${new Html(advance.qr)}
        <a class="plain" href="${advance.link}">${pageText(language, 'openUpi')}</a>
      </div>`
    }
  </section>`;
}

function renderTextsCard({ version: { notes, terms } }: QuotationPage, translate: Translate): Html {
  const texts = [
    [translate('notes'), notes],
    [translate('terms'), terms],
  ] as const;
  const presentTexts = texts.filter(([, text]) => text !== undefined);
  if (presentTexts.length === 0) return html``;
  return html`<section class="card">
    ${presentTexts.map(
      ([title, text]) =>
        html`<h2>${title}</h2>
          <p class="description" dir="auto">${text}</p>`,
    )}
  </section>`;
}

/** Forms of the customer. Each works as a plain form post. */
function renderAnswerForms(page: QuotationPage): Html {
  const { version, chosen, totals, path, refused, questionId } = page;
  const { language } = version;
  const versionField = html`<input type="hidden" name="version" value="${version.version}" />`;
  const typedValue = (form: CustomerForm, name: string): string => {
    const value = refused?.form === form ? refused.typed[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
  const renderField = (
    form: CustomerForm,
    name: string,
    label: PageTextName,
    input: (attributes: Html, value: string) => Html,
  ): Html => {
    const wrong = refused?.form === form ? refused.wrong[name] : undefined;
    const id = `${form}-${name}`;
    const attributes = html`id="${id}"
    name="${name}"${wrong !== undefined && html` aria-invalid="true" aria-describedby="${id}-wrong"`}`;
    return html`<div class="field">
      <label for="${id}">${pageText(language, label)}</label>
      ${input(attributes, typedValue(form, name))}
      ${wrong !== undefined && html`<p class="wrong-field" id="${id}-wrong">${pageText(language, wrong)}</p>`}
    </div>`;
  };
  const unanswered = html`<p class="wrong-field" role="alert" data-unanswered hidden>
    ${pageText(language, 'unanswered')}
  </p>`;
  const sendOnceAttributes = (done: string): Html =>
    html`data-once data-done="${done}" data-busy="${pageText(language, 'sending')}"`;
  const openAttribute = (form: CustomerForm) => refused?.form === form && html` open`;
  return html`<section class="card" id="answers" aria-labelledby="accept-title">
      <h2 id="accept-title">${pageText(language, 'accept')}</h2>
      <form method="post" action="${path}/accept" ${sendOnceAttributes(path)}>
        ${versionField}
        <input type="hidden" name="pdfSha256" value="${version.pdf?.pdfSha256}" />
        ${[...chosen].map((id) => html`<input type="hidden" name="lineIds" value="${id}" />`)}
        ${renderField('accept', 'name', 'yourName', (attributes, value) => html`<input ${attributes} autocomplete="name" maxlength="120" required dir="auto" value="${value}" />`)}
        ${renderField('accept', 'phone', 'yourPhone', (attributes, value) => html`<input ${attributes} type="tel" inputmode="tel" autocomplete="tel" maxlength="20" required value="${value}" />`)}
        <div class="field" data-signature hidden>
          <p id="signature-label">${pageText(language, 'signature')}</p>
          <canvas width="600" height="200" role="img" aria-labelledby="signature-label"></canvas>
          <input type="hidden" name="signature" value="" />
          <button type="button" class="link">${pageText(language, 'clearSignature')}</button>
        </div>
        <p class="quiet">${pageText(language, 'acceptHint')}</p>
        ${unanswered}
        <button class="primary">
          ${pageText(language, 'acceptFor', moneyText(totals.totalPaise))}
        </button>
      </form>
    </section>
    <details class="card" ${openAttribute('ask')}>
      <summary>${pageText(language, 'ask')}</summary>
      <form method="post" action="${path}/question" ${sendOnceAttributes(`${path}?asked`)}>
        ${versionField}
        <input type="hidden" name="questionId" value="${questionId}" />
        ${renderField('ask', 'question', 'question', (attributes, value) => html`<textarea ${attributes} rows="4" maxlength="2000" required dir="auto">${value}</textarea>`)}
        ${unanswered}
        <button class="plain">${pageText(language, 'sendQuestion')}</button>
      </form>
    </details>
    <details class="card" id="decline" ${openAttribute('decline')}>
      <summary>${pageText(language, 'decline')}</summary>
      <form method="post" action="${path}/decline" ${sendOnceAttributes(path)}>
        ${versionField}
        ${renderField('decline', 'reason', 'reason', (attributes, value) => html`<textarea ${attributes} rows="3" maxlength="2000" dir="auto">${value}</textarea>`)}
        ${unanswered}
        <button class="plain">${pageText(language, 'declineTitle')}</button>
      </form>
    </details>`;
}

/** Links to the forms of the two decisions; the one to accept names the total. */
const renderDecisionBar = ({ version: { language }, totals }: QuotationPage): Html =>
  html`<nav class="decide" aria-label="${pageText(language, 'decide')}">
    <a class="plain" href="#decline">${pageText(language, 'decline')}</a>
    <a class="primary" href="#answers"
      >${pageText(language, 'accept')} <span data-total>${renderAmount(totals.totalPaise)}</span></a
    >
  </nav>`;

/** Ways to reach the seller, in the bar on top; icons alone on a phone. */
function renderContact({ seller: { contactPhone }, language, number }: QuotationVersion): Html {
  if (contactPhone === undefined) return html``;
  return html`<a
      class="whatsapp contact"
      href="${chatLink(contactPhone, pageText(language, 'asked', number))}"
      rel="noopener"
      >${whatsAppIcon}<span>${pageText(language, 'chat')}</span></a
    >
    <a class="plain contact" href="${callLink(contactPhone)}"
      >${phoneIcon}<span>${pageText(language, 'call')}</span></a
    >`;
}

type PageHead = {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  readonly address?: string;
  readonly image?: string;
};

/** Messengers keep the preview for days: it has no amount and no customer's name. */
const quotationDocument = ({ image, ...head }: PageHead, body: Html): string =>
  renderPublicDocument(
    {
      ...head,
      tags: html`<meta name="robots" content="noindex, nofollow" />
        ${image !== undefined && html`<meta property="og:image" content="${image}" />`}`,
      style: `/q/assets/${quotationStyle.file}`,
      script: `/q/assets/${quotationScript.file}`,
    },
    body,
  );

/** Page of a link that never existed, was revoked, or whose lead is gone: all look the same. */
export function renderMissingQuotationPage(language: Language): string {
  const [title, description] = [pageText(language, 'notFound'), pageText(language, 'unavailable')];
  return quotationDocument(
    { language, title, description },
    html`<main class="missing">
      <h1>${title}</h1>
      <p>${description}</p>
    </main>`,
  );
}
