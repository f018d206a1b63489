import { quotationAggregate } from '#domain/quotations/quotation.aggregate.js';
import type { QuotationCommand } from '#domain/quotations/quotation.commands.js';
import { newestVersion, computeStatus } from '#domain/quotations/quotation.js';
import { Clock } from '#platform/common/clock.js';
import { streamName } from '#platform/event-log/subject.js';
import { CommandSender } from '#platform/write-side/command-bus.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { DemoAnswer } from './steps.js';

const PDF_TIMEOUT_MS = 10_000;
const POLL_MS = 50;

/** Answers of the demo's customers. They need the PDF of a quotation, which workers make. */
@Injectable()
export class QuotationAnswers {
  constructor(
    private readonly folded: FoldedStreams,
    private readonly commands: CommandSender,
    private readonly clock: Clock,
  ) {}

  /** Opens or accepts quotations now. A quotation without a PDF after 10 s stays as it was sent. */
  async send(organizationId: string, answers: readonly DemoAnswer[]): Promise<void> {
    const deadline = performance.now() + PDF_TIMEOUT_MS;
    await Promise.all(answers.map((answer) => this.sendOne(organizationId, answer, deadline)));
  }

  private async sendOne(
    organizationId: string,
    { quotationId, by, accepts }: DemoAnswer,
    deadline: number,
  ): Promise<void> {
    const version = await this.findVersionWithPdf(organizationId, quotationId, deadline);
    if (!version) return;
    const sendCommand = (command: QuotationCommand) =>
      this.commands.send({
        id: randomUUID(),
        actorId: by,
        organizationId,
        command,
        internal: true,
      });
    const shown = { quotationId, version: version.version };
    await sendCommand({ type: 'RecordQuotationView', data: { ...shown, viewId: randomUUID() } });
    if (!accepts) return;
    const { name, phone } = version.customer;
    const { pdfSha256 } = version.pdf;
    await sendCommand({
      type: 'AcceptQuotation',
      data: { ...shown, pdfSha256, name, phone, device: 'Chrome on Android' },
    });
  }

  private async findVersionWithPdf(organizationId: string, quotationId: string, deadline: number) {
    const stream = streamName('quotation', organizationId, quotationId);
    for (;;) {
      const { state } = await this.folded.load(quotationAggregate, stream);
      if (state.phase !== 'open' || computeStatus(state) !== 'Sent') return undefined;
      const version = newestVersion(state);
      if (version?.pdf) return { ...version, pdf: version.pdf };
      if (performance.now() > deadline) return undefined;
      await this.clock.pause(POLL_MS);
    }
  }
}
