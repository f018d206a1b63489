import { firstTimeZone } from '#domain/organizations/organization.js';
import { Refusal } from '#domain/kernel/refusal.js';
import { instantText } from '#domain/quotations/document-texts.js';
import { quotationAggregate } from '#domain/quotations/quotation.aggregate.js';
import type { QuotationCommand } from '#domain/quotations/quotation.commands.js';
import type { QuotationVersion } from '#domain/quotations/quotation.js';
import { type QuotationEvent } from '#domain/quotations/quotation.events.js';
import { withChosenLines } from '#domain/quotations/sending.js';
import { upiAdvance } from '#domain/quotations/upi.js';
import { qrCodeSvg } from '#platform/common/qr-code.js';
import { appendSpan } from '#platform/common/tracing/tracing.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { streamName } from '#platform/event-log/subject.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { Notary } from '#platform/notary/notary.js';
import { readCheckpoint, formatShortRoot } from '#platform/proof/checkpoint.js';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { v5 as idFrom, v7 as newId } from 'uuid';
import { removeFile } from '../files/remove-file.js';
import { InternalCommands } from '../internal-commands.js';
import type { JobHandler, JobOf } from '../job-handler.js';
import { OrganizationHistory } from '../organization-history.js';
import { StreamHistory, stateAfter } from '../stream-history.js';
import { PdfMaker, type PdfPicture } from '../documents/pdf-maker.js';
import { type DocumentPictures, createQuotationDocument } from './pdf/quotation-document.js';
import { signatureSvg } from './pdf/signature.js';

/** Number of the attempt whose failure is reported to members. Later attempts follow. */
const REPORTED_ATTEMPT = 3;
/** Namespace of the ids of PDFs, which derive from quotation and version. */
const PDF_ID_NAMESPACE = '6f1d0c2e-52b7-4b7e-9d0a-3a8c3f0b7a11';
/** Standard of the accepted copy, for archives. */
const ARCHIVE_STANDARD = 'a-2b';
const MAX_PICTURE_SIDE_PX = 320;

type JobData = JobOf<'quotation-pdf'>['data'];
type Recorded<Type extends QuotationEvent['type']> = Extract<
  RecordedEvent<QuotationEvent>,
  { type: Type }
>;
type Accepted = Recorded<'QuotationAccepted'>;
type PdfCommand = Extract<
  QuotationCommand,
  { type: 'RecordQuotationPdf' | 'RecordQuotationPdfFailure' | 'RecordAcceptedCopy' }
>;
type PendingPdf = {
  readonly sent: QuotationVersion;
  readonly event: Recorded<'QuotationSent'> | Accepted;
  readonly leadId: string;
};

/**
 * Makes the PDF of a version or its accepted copy, stores it as a file of the lead, and records it.
 * A repetition makes the same bytes under the same id. The file is removed if the quotation was
 * erased meanwhile.
 */
@Injectable()
export class QuotationPdf implements JobHandler<'quotation-pdf'> {
  constructor(
    private readonly streams: StreamHistory,
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly maker: PdfMaker,
    private readonly organizations: OrganizationHistory,
    private readonly commands: InternalCommands,
    private readonly notary: Notary,
  ) {}

  async handle({ data, attempt = 1 }: JobOf<'quotation-pdf'>): Promise<void> {
    const { organizationId, quotationId, version } = data;
    const stream = streamName('quotation', organizationId, quotationId);
    const pending = await this.findPending(stream, data);
    if (!pending) return;
    try {
      await this.make(data, stream, pending);
    } catch (error) {
      // No event reports the failure of an accepted copy: screens show the acceptance without its
      // copy until an attempt succeeds.
      if (attempt === REPORTED_ATTEMPT && !data.accepted)
        await this.send(pending.event, newId(), {
          type: 'RecordQuotationPdfFailure',
          data: { quotationId, version },
        });
      throw error;
    }
  }

  private async make(data: JobData, stream: string, pending: PendingPdf): Promise<void> {
    const { organizationId, quotationId, version, accepted } = data;
    const { event, leadId } = pending;
    const { document, pictures } = await this.compose(pending, organizationId);
    const { pdf, missing } = await this.maker.make({
      data: document,
      pictures,
      createdAt: Math.floor(Date.parse(event.metadata.at) / 1_000),
      ...(accepted && { standard: ARCHIVE_STANDARD }),
    });
    const fileId = idFrom(
      `${quotationId}/${version}${accepted ? '/accepted' : ''}`,
      PDF_ID_NAMESPACE,
    );
    const key = fileKey(organizationId, fileId);
    const pdfSha256 = createHash('sha256').update(pdf).digest('hex');
    await this.files.put(key, pdf, 'application/pdf');
    await this.records.add(key, {
      kind: 'pdf',
      owner: event.metadata.actorId,
      organizationId,
      contentType: 'application/pdf',
      bytes: pdf.length,
      uploadedSha256: pdfSha256,
      createdAt: event.metadata.at,
      claimedBy: stream,
      leadId,
    });
    const facts = { quotationId, version, fileId, pdfSha256 };
    const missingCharacters = missing.join(' ');
    const isRecorded = await this.send(
      event,
      idFrom(fileId, PDF_ID_NAMESPACE),
      accepted
        ? { type: 'RecordAcceptedCopy', data: facts }
        : {
            type: 'RecordQuotationPdf',
            data: { ...facts, ...(missingCharacters !== '' && { missingCharacters }) },
          },
    );
    // The quotation was erased or closed meanwhile, so nothing refers to the file.
    if (!isRecorded && !(await this.findPending(stream, data)))
      await removeFile({ files: this.files, records: this.records }, key);
  }

  /** Version whose PDF is still to be made; undefined if there is nothing to do. */
  private async findPending(
    stream: string,
    { version, accepted }: JobData,
  ): Promise<PendingPdf | undefined> {
    const history = await this.streams.loadEvents<QuotationEvent>(quotationAggregate, stream);
    const quotation = stateAfter(quotationAggregate, history);
    if (quotation.phase !== 'open') return undefined;
    const { decision, leadId } = quotation;
    const sent = quotation.versions.find((each) => each.version === version);
    const event = history.find(
      (each): each is Recorded<'QuotationSent'> | Accepted =>
        each.type === (accepted ? 'QuotationAccepted' : 'QuotationSent') &&
        each.data.version === version,
    );
    if (!sent || !event) return undefined;
    const isMade = accepted ? decision?.status === 'Accepted' && decision.copy : sent.pdf;
    return isMade ? undefined : { sent, event, leadId };
  }

  /** @returns whether the command was accepted */
  private async send(
    { metadata }: RecordedEvent<QuotationEvent>,
    id: string,
    command: PdfCommand,
  ): Promise<boolean> {
    try {
      await this.commands.send({
        id,
        causationId: metadata.eventId,
        correlationId: metadata.correlationId,
        actorId: metadata.actorId,
        organizationId: metadata.organizationId,
        span: appendSpan(metadata),
        command,
      });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  /** Data of the document, and the pictures that it shows. */
  private async compose({ sent, event }: PendingPdf, organizationId: string) {
    const accepted = event.type === 'QuotationAccepted' ? event.data : undefined;
    const shown = accepted ? withChosenLines(sent, new Set(accepted.lineIds)) : sent;
    const { paths, pictures } = await this.collectPictures(
      shown,
      organizationId,
      accepted?.signature,
    );
    // A checkpoint after the event would change the bytes at each attempt.
    const newestCheckpoint = await this.notary.checkpoints.findBefore(event);
    if (!accepted && !newestCheckpoint)
      return { document: createQuotationDocument(shown, paths), pictures };
    // `load` includes at least the event, `asOf` leaves out what came later.
    const organization = await this.organizations.load(organizationId, event.position);
    const timeZone = organization.asOf(event.position)?.details.timeZone ?? firstTimeZone;
    const timeText = (at: string): string => instantText(at, timeZone, shown.language);
    const acceptance = accepted && { ...accepted, at: timeText(accepted.acceptedAt) };
    const checkpoint = newestCheckpoint && {
      at: timeText(newestCheckpoint.at),
      root: formatShortRoot(readCheckpoint(newestCheckpoint.note)),
    };
    return {
      document: createQuotationDocument(shown, paths, { acceptance, checkpoint }),
      pictures,
    };
  }

  /** Pictures of a version, each once, and the paths under which the document shows them. */
  private async collectPictures(
    version: QuotationVersion,
    organizationId: string,
    strokes: string | undefined,
  ): Promise<{ readonly paths: DocumentPictures; readonly pictures: readonly PdfPicture[] }> {
    const pictures: PdfPicture[] = [];
    const addPicture = (name: string, bytes: Uint8Array | undefined): string | undefined => {
      if (!bytes) return undefined;
      const path = `pictures/${name}`;
      if (!pictures.some((picture) => picture.path === path)) pictures.push({ path, bytes });
      return path;
    };
    const addFile = async (fileId: string | undefined): Promise<string | undefined> =>
      fileId === undefined
        ? undefined
        : addPicture(`${fileId}.png`, await this.createSmallPng(fileKey(organizationId, fileId)));
    const addSvg = (name: string, svg: string | undefined): string | undefined =>
      addPicture(`${name}.svg`, svg === undefined ? undefined : Buffer.from(svg));
    const logo = await addFile(version.seller.logoFileId);
    const advance = upiAdvance(version, version.totalPaise);
    const qr = addSvg('advance', advance && qrCodeSvg(advance.link));
    const signature = addSvg(
      'signature',
      strokes === undefined ? undefined : signatureSvg(strokes),
    );
    const linePictures = new Map<string, string>();
    for (const { lineId, imageFileId } of version.lines) {
      const path = await addFile(imageFileId);
      if (path !== undefined) linePictures.set(lineId, path);
    }
    const paths: DocumentPictures = {
      ...(logo !== undefined && { logo }),
      ...(qr !== undefined && { qr }),
      ...(signature !== undefined && { signature }),
      lines: linePictures,
    };
    return { paths, pictures };
  }

  /** Picture as a small PNG, which the PDF embeds; undefined if the file is gone. */
  private async createSmallPng(key: string): Promise<Uint8Array | undefined> {
    const record = await this.records.find(key);
    if (record?.kind !== 'image') return undefined;
    const content = await this.files.read(key);
    if (!content) return undefined;
    const { default: sharp } = await import('sharp');
    return sharp(await buffer(content))
      .resize(MAX_PICTURE_SIDE_PX, MAX_PICTURE_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
  }
}
