import type { AnyCommand } from '#domain/commands.js';
import { type QuotationCommand, quotationCommands } from '#domain/quotations/quotation.commands.js';
import { Clock } from '#platform/common/clock.js';
import { FileRecords, fileKey, variantKey } from '#platform/files/file-records.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { CommandSender } from '#platform/write-side/command-bus.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ReadSide } from '#platform/live/read-side.js';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { PageViews } from '../http/page-views.js';
import { Uploads } from '../api/files/uploads/uploads.js';
import { People } from '../auth/people/people.js';
import { runAt, startDemoClock, stopDemoClock } from './demo-clock.js';
import { QuotationAnswers } from './quotation-answers.js';
import { QuotationSteps } from './quotation-steps.js';
import { drawItem } from './catalogue-pictures.js';
import { type DemoNumbers, realisticNumbers } from './numbers.js';
import {
  type Picture,
  drawBill,
  drawScene,
  paperLines,
  renderPicture,
  withComment,
  writePdf,
} from './pictures.js';
import { type SharmaSolar, sharmaSolar } from './sharma-solar.js';
import type { DemoDrawing, DemoFile, DemoPerson, Step } from './steps.js';

/** Records filled at once, whose appends share a disk sync. */
const CONCURRENT_RECORDS = 24;
const PROGRESS_INTERVAL_MS = 1_000;

export type FilledDemo = { readonly people: readonly DemoPerson[]; readonly steps: number };
/** Demo without its customers' answers, which need running workers. */
export type WrittenDemo = FilledDemo & Pick<SharmaSolar, 'organizationId' | 'answers'>;
/** Called with the number of steps done and of all steps, and the day in the demo. */
type Progress = (done: number, all: number, day: string) => void;

type FillOptions = {
  readonly leads: number;
  readonly seed: number;
  readonly numbers?: DemoNumbers;
  readonly onProgress: Progress;
};

/** Thrown if a demo with the same seed was filled before. */
export class DemoExists extends Error {}

/**
 * Fills a sandbox: sends the commands of Sharma Solar's people, each at its time, through the
 * ordinary command handling.
 */
@Injectable()
export class Demo {
  constructor(
    private readonly log: EventLog,
    private readonly readSide: ReadSide,
    private readonly commands: CommandSender,
    private readonly people: People,
    private readonly uploads: Uploads,
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly pageViews: PageViews,
    private readonly clock: Clock,
    private readonly answers: QuotationAnswers,
    private readonly quotationSteps: QuotationSteps,
  ) {}

  /**
   * Resolves when the views contain the demo.
   * @throws DemoExists if this seed was used on these data before
   */
  async fill(options: FillOptions): Promise<FilledDemo> {
    const written = await this.write(options);
    await this.finish(written);
    return written;
  }

  /** Sends the customers' answers, and resolves when the views contain the demo. */
  async finish({ organizationId, answers }: WrittenDemo): Promise<void> {
    await this.answers.send(organizationId, answers);
    await this.waitForViews();
  }

  /** Resolves when the views have reached the end of the log. */
  private async waitForViews(): Promise<void> {
    await this.readSide.waitFor(await this.log.readLastPosition(), 60_000);
  }

  /**
   * Sends the commands only.
   * @throws DemoExists if this seed was used on these data before
   */
  async write({
    leads,
    seed,
    numbers = realisticNumbers,
    onProgress,
  }: FillOptions): Promise<WrittenDemo> {
    const demo = sharmaSolar({ leads, seed, numbers, endsAt: this.clock.now() });
    if (await this.people.findAccountByPhone(demo.people[0]!.phone))
      throw new DemoExists(
        `Sharma Solar is here already. Another one, with other people: npm run demo -- --seed ${seed + 1}`,
      );
    const act = this.createActor(demo);
    startDemoClock();
    try {
      for (const step of demo.founding) await act(step);
      await runInOrder(demo.work, act, onProgress);
      for (const { itemId, times } of demo.views)
        await this.pageViews.count(demo.organizationId, itemId, times);
    } finally {
      stopDemoClock();
    }
    const { organizationId, people, answers } = demo;
    return { organizationId, people, answers, steps: demo.founding.length + demo.work.length };
  }

  private createActor({ organizationId, people }: SharmaSolar) {
    const pictures = new Map<string, Promise<Picture>>();
    const roles = new Map(people.map(({ id, role }) => [id, role]));
    const memberIds = new Set<string>();

    const draw = ({ fileId: _, ...drawing }: DemoDrawing): Promise<Picture> => {
      const name = JSON.stringify(drawing);
      const rendering = pictures.get(name) ?? renderPicture(renderDrawing(drawing));
      pictures.set(name, rendering);
      return rendering;
    };
    const createJoinCommand = async (): Promise<AnyCommand> => {
      const membership = await this.people.findMembership(people[0]!.id);
      return {
        type: 'JoinOrganization',
        data: { inviteCode: membership!.organization.inviteCode },
      };
    };
    /** Uses the real clock, because files that no record uses expire by that clock. */
    const storeFile = async (file: DemoFile, by: string): Promise<unknown> => {
      const asker = {
        id: by,
        role: roles.get(by)!,
        organizationId,
        timeZone: 'Asia/Kolkata',
        verified: true,
      };
      if (file.kind === 'quotation' || file.kind === 'paper') {
        const content = writePdf(paperLines(file));
        return this.uploads.storeGenerated(
          file.fileId,
          { kind: 'pdf', contentType: 'application/pdf', content, bytes: content.length },
          asker,
        );
      }
      const { smaller, ...drawing } = await draw(file);
      const isUnique = file.kind === 'bill' && !file.isCopy;
      const photo = isUnique ? withComment(drawing, file.fileId) : drawing;
      // Variants precede the picture, so that no job makes them again. Their expiry is scheduled
      // first, in case this process ends meanwhile.
      const key = fileKey(organizationId, file.fileId);
      await this.records.scheduleExpiry(key, { owner: by, organizationId }, this.clock.now());
      for (const [variant, bytes] of smaller)
        await this.files.put(variantKey(key, variant), bytes, 'image/webp');
      return this.uploads.storeGenerated(file.fileId, photo, asker);
    };

    return async (step: Step): Promise<unknown> => {
      if ('file' in step) return storeFile(step.file, step.by);
      const command = 'joins' in step ? await createJoinCommand() : step.command;
      const internal = 'command' in step ? step.internal : undefined;
      const member = memberIds.has(step.by) ? { organizationId } : {};
      await runAt(step.at, async () => {
        await this.commands.send({
          id: randomUUID(),
          actorId: step.by,
          command,
          ...member,
          ...(internal && { internal }),
        });
        if (isQuotationCommand(command))
          await this.quotationSteps.record(organizationId, step.by, command);
      });
      if (command.type === 'FoundOrganization' || command.type === 'JoinOrganization')
        memberIds.add(step.by);
    };
  }
}

const isQuotationCommand = (command: AnyCommand): command is QuotationCommand =>
  Object.hasOwn(quotationCommands, command.type);

type Drawing<Of = DemoDrawing> = Of extends DemoDrawing ? Omit<Of, 'fileId'> : never;
function renderDrawing(drawing: Drawing): string {
  if (drawing.kind === 'catalogue') return drawItem(drawing.picture);
  return drawing.kind === 'bill' ? drawBill(drawing.scene) : drawScene(drawing.scene);
}

/** Runs the steps of each record in order, several records at once. */
async function runInOrder(
  steps: readonly Step[],
  act: (step: Step) => Promise<unknown>,
  onProgress: Progress,
): Promise<void> {
  const lastStepByRecord = new Map<string, Promise<unknown>>();
  const runningSteps = new Set<Promise<unknown>>();
  let printedAt = 0;
  let failure: unknown;
  for (const [done, step] of steps.entries()) {
    const work = (lastStepByRecord.get(step.record) ?? Promise.resolve()).then(() => act(step));
    const running = work
      .catch((error: unknown) => (failure ??= error))
      .finally(() => runningSteps.delete(running));
    runningSteps.add(running);
    lastStepByRecord.set(step.record, running);
    if (runningSteps.size >= CONCURRENT_RECORDS) await Promise.race(runningSteps);
    if (failure) throw failure;
    if (performance.now() - printedAt < PROGRESS_INTERVAL_MS) continue;
    printedAt = performance.now();
    onProgress(done, steps.length, step.at.slice(0, 10));
  }
  await Promise.all(runningSteps);
  if (failure) throw failure;
}
