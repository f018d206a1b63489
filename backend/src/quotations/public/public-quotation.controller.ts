import type { Language } from '#domain/accounts/account.values.js';
import { instantText } from '#domain/quotations/document-texts.js';
import { type RefusalCode, Refusal } from '#domain/kernel/refusal.js';
import { totalsOfVersion } from '#domain/quotations/sending.js';
import { upiAdvance } from '#domain/quotations/upi.js';
import { Config } from '#platform/common/config/config.js';
import { isLocalHost, parseNetwork } from '#platform/common/networks.js';
import { qrCodeSvg } from '#platform/common/qr-code.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { type z, ZodError } from 'zod';
import { describeBrowser } from '../../auth/sessions/describe-browser.js';
import { PersonNames } from '../../auth/people/names.js';
import { VisitorClassifier } from '../../auth/visitor-classifier.js';
import { sendLogo } from '../../api/files/logos.js';
import { findPublicPictures } from '../../api/files/public-pictures.js';
import { acceptedLanguage } from '../../http/accepted-language.js';
import type { FormFields } from '../../http/form-fields.js';
import { parseInput } from '../../http/parsed.js';
import { toProblem } from '../../http/problems/to-problem.js';
import { problem } from '../../http/problems/problem.js';
import { quotationAssets } from './public-quotation.assets.js';
import { acceptForm, declineForm, questionForm, viewForm } from './public-quotation.forms.js';
import {
  type CustomerForm,
  type QuotationPage,
  renderMissingQuotationPage,
  renderQuotationPage,
} from './public-quotation.page.js';
import type { PageTextName } from './public-quotation.texts.js';
import { type LinkedQuotation, PublicQuotations } from './public-quotations.js';

type PageState = Pick<QuotationPage, 'notice' | 'refused'> & {
  readonly version?: number;
  readonly lineIds?: readonly string[];
};
type PageQuery = Readonly<Record<string, unknown>>;

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};
const PDF_HEADERS = {
  'content-type': 'application/pdf',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const MAX_USER_AGENT_LENGTH = 200;
const MAX_DEVICE_LENGTH = 120;

/** Message for each field of a form that is wrong. */
const WRONG_FIELDS: Readonly<Record<string, PageTextName>> = {
  name: 'nameNeeded',
  phone: 'phoneNeeded',
  question: 'questionNeeded',
  reason: 'tooLong',
};
/** Message for each refusal that needs its own. */
const REFUSAL_TEXTS: Partial<Record<RefusalCode, PageTextName>> = {
  'quotation-superseded': 'newer',
  'quotation-pdf-other': 'documentChanged',
  'too-many-questions': 'tooManyQuestions',
};
/** Refusals that need no message, because the page shows the state. */
const SHOWN_BY_PAGE: readonly RefusalCode[] = [
  'quotation-accepted',
  'quotation-expired',
  'quotation-decided',
];
/** Refusals after which the page exists no longer. */
const WITHOUT_PAGE: readonly RefusalCode[] = ['quotation-unavailable', 'quotation-not-found'];

/** Public page of a quotation, for everybody who has the link. */
@Controller('q')
export class PublicQuotationController {
  constructor(
    private readonly quotations: PublicQuotations,
    private readonly visitors: VisitorClassifier,
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly config: Config,
    private readonly names: PersonNames,
  ) {}

  @Get('assets/:file')
  asset(@Param('file') file: string, @Res({ passthrough: true }) reply: FastifyReply): string {
    const found = quotationAssets.get(file);
    if (!found) throw problem('unknown-path');
    void reply.headers({
      'content-type': found.contentType,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    return found.content;
  }

  @Get(':token')
  async page(
    @Param('token') token: string,
    @Query() query: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const linked = await this.quotations.find(token);
    if (!linked) return sendMissingPage(request, reply);
    return this.renderPage(linked, token, request, reply, {
      version: Number(query['version']),
      lineIds: [query['lineIds'] ?? []].flat().map(String),
      ...(query['asked'] !== undefined && { notice: { textName: 'questionSent', isWrong: false } }),
    });
  }

  @Post(':token/accept')
  async accept(
    @Param('token') token: string,
    @Body() typed: FormFields,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    return this.submitForm(
      token,
      'accept',
      typed,
      request,
      reply,
      acceptForm,
      async (linked, form) => {
        const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH);
        const device = describeBrowser(userAgent).slice(0, MAX_DEVICE_LENGTH);
        await this.quotations.send(linked, {
          type: 'AcceptQuotation',
          data: {
            quotationId: linked.quotationId,
            ...form,
            device,
            network: parseNetwork(request.ip),
          },
        });
      },
    );
  }

  @Post(':token/decline')
  async decline(
    @Param('token') token: string,
    @Body() typed: FormFields,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    return this.submitForm(token, 'decline', typed, request, reply, declineForm, (linked, form) =>
      this.quotations.send(linked, {
        type: 'DeclineQuotation',
        data: { quotationId: linked.quotationId, ...form },
      }),
    );
  }

  @Post(':token/question')
  async ask(
    @Param('token') token: string,
    @Body() typed: FormFields,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    return this.submitForm(token, 'ask', typed, request, reply, questionForm, (linked, form) =>
      this.quotations.send(linked, {
        type: 'AskAboutQuotation',
        data: { quotationId: linked.quotationId, ...form },
      }),
    );
  }

  /** Records that a visible page was viewed, unless by a crawler or a member. */
  @Post(':token/views')
  @HttpCode(204)
  async recordView(
    @Param('token') token: string,
    @Body() typed: FormFields,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const form = viewForm.safeParse(typed);
    const linked = form.success ? await this.quotations.find(token) : undefined;
    if (!form.success || !linked) return;
    if (!(await this.visitors.isCustomer(request, linked.organizationId))) return;
    try {
      await this.quotations.send(linked, {
        type: 'RecordQuotationView',
        data: { quotationId: linked.quotationId, ...form.data },
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** PDF of the version that can be accepted, or the accepted copy. */
  @Get(':token/pdf')
  async pdf(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    const linked = await this.quotations.find(token);
    if (!linked) return reply.send(sendMissingPage(request, reply));
    const { quotation, newest, organizationId } = linked;
    const { decision } = quotation;
    const closedReason = linked.closedReason(newest.version);
    const acceptedCopy = decision?.status === 'Accepted' ? decision.copy : undefined;
    const file = closedReason === undefined ? newest.pdf : acceptedCopy;
    if (!file) {
      void reply.code(closedReason === 'draft' || closedReason === 'accepted' ? 404 : 409);
      return reply.send(await this.renderPage(linked, token, request, reply, {}));
    }
    const content = await this.files.read(fileKey(organizationId, file.fileId));
    if (!content) return reply.send(sendMissingPage(request, reply));
    const name = `${newest.number.replaceAll('/', '-')}.pdf`;
    return reply
      .headers({ ...PDF_HEADERS, 'content-disposition': `attachment; filename="${name}"` })
      .send(content);
  }

  @Get(':token/logo')
  async logo(@Param('token') token: string, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const linked = await this.quotations.find(token);
    const logoFileId = linked?.newest.seller.logoFileId;
    if (!linked || logoFileId === undefined) throw problem('unknown-path');
    return sendLogo(this.files, reply, linked.organizationId, logoFileId);
  }

  /** Reads a form, sends its command and shows the page; a refusal is shown on the page too. */
  private async submitForm<Schema extends z.ZodType>(
    token: string,
    form: CustomerForm,
    typed: FormFields,
    request: FastifyRequest,
    reply: FastifyReply,
    schema: Schema,
    send: (linked: LinkedQuotation, form: z.output<Schema>) => Promise<void>,
  ): Promise<FastifyReply> {
    const linked = await this.quotations.find(token);
    if (!linked) return reply.send(sendMissingPage(request, reply));
    try {
      await send(linked, parseInput(schema, typed));
      return await reply
        .code(303)
        .header('location', `/q/${token}${form === 'ask' ? '?asked' : ''}`)
        .send();
    } catch (error) {
      const latest = await this.quotations.find(token);
      const { status, shown } = toRefusedPage(error, form, typed);
      if (!latest || isMissing(error)) return reply.send(sendMissingPage(request, reply));
      void reply.code(status);
      return reply.send(await this.renderPage(latest, token, request, reply, shown));
    }
  }

  private async renderPage(
    linked: LinkedQuotation,
    token: string,
    { protocol, host }: FastifyRequest,
    reply: FastifyReply,
    { version: requestedVersion, lineIds = [], ...shown }: PageState,
  ): Promise<string> {
    const { quotation, newest, timeZone, organizationId } = linked;
    const { decision, versions } = quotation;
    const accepted = decision?.status === 'Accepted' ? decision : undefined;
    const version = versions.find((each) => each.version === requestedVersion) ?? newest;
    const isAccepted = accepted?.version === version.version;
    const optional = version.lines.filter((line) => line.optional).map(({ lineId }) => lineId);
    const requested = new Set(isAccepted ? accepted.lineIds : lineIds);
    const chosen = new Set(optional.filter((lineId) => requested.has(lineId)));
    const totals = totalsOfVersion(version, chosen);
    const closed = linked.closedReason(version.version);
    const advance =
      closed === undefined || isAccepted ? upiAdvance(version, totals.totalPaise) : undefined;
    const origin =
      this.config.publicUrl ?? (isLocalHost(host) ? `${protocol}://${host}` : undefined);
    const path = `/q/${token}`;
    void reply.headers(PAGE_HEADERS);
    const { assignedTo } = quotation;
    const person = await this.names.load([assignedTo]);
    return renderQuotationPage({
      path,
      assignee: person(assignedTo).name,
      version,
      closed,
      chosen,
      totals,
      ...shown,
      ...(origin !== undefined && { address: `${origin}${path}` }),
      ...(version !== newest && { newerVersion: newest.version }),
      ...(isAccepted && {
        acceptance: {
          at: instantText(accepted.acceptedAt, timeZone, version.language),
          name: accepted.name,
          hasCopy: accepted.copy !== undefined,
        },
      }),
      pictures: await this.findPictures(organizationId, version.lines),
      ...(advance && { advance: { ...advance, qr: qrCodeSvg(advance.link) } }),
      viewId: randomUUID(),
      questionId: randomUUID(),
    });
  }

  /** Pictures of lines whose products are public. */
  private async findPictures(
    organizationId: string,
    lines: LinkedQuotation['newest']['lines'],
  ): Promise<ReadonlyMap<string, string>> {
    const pictures = await findPublicPictures(
      this.records,
      organizationId,
      lines.map(({ imageFileId }) => imageFileId),
    );
    return new Map(
      lines.flatMap(({ lineId }, index) => {
        const picture = pictures[index];
        return picture ? [[lineId, picture.path] as const] : [];
      }),
    );
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Refusal && WITHOUT_PAGE.includes(error.code);

/** Status and page of an error. */
function toRefusedPage(
  error: unknown,
  form: CustomerForm,
  typed: FormFields,
): { readonly status: number; readonly shown: PageState } {
  const refused = { form, typed, wrong: {} };
  const lineIds = [typed['lineIds'] ?? []].flat();
  if (error instanceof ZodError) {
    const fields = error.issues.map(({ path: [field] }) => String(field));
    const wrong = Object.fromEntries(
      fields.flatMap((field) => {
        const textName = WRONG_FIELDS[field];
        return textName ? [[field, textName] as const] : [];
      }),
    );
    return {
      status: 400,
      shown: {
        lineIds,
        notice: { textName: 'wrong', isWrong: true },
        refused: { ...refused, wrong },
      },
    };
  }
  if (toProblem(error).status === 503)
    return {
      status: 503,
      shown: { lineIds, notice: { textName: 'busy', isWrong: true }, refused },
    };
  if (!(error instanceof Refusal)) throw error;
  const { status, code } = error;
  if (SHOWN_BY_PAGE.includes(code)) return { status, shown: {} };
  return {
    status,
    shown: { notice: { textName: REFUSAL_TEXTS[code] ?? 'wrong', isWrong: true }, refused },
  };
}

function sendMissingPage(request: FastifyRequest, reply: FastifyReply): string {
  const language: Language = acceptedLanguage(request.headers['accept-language']);
  void reply.code(404).headers(PAGE_HEADERS);
  return renderMissingQuotationPage(language);
}
