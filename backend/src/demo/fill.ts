import type { AnyCommand } from '#domain/commands.js';
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
import { at, startMoving, stopMoving } from './demo-clock.js';
import { drawnItem } from './catalogue-pictures.js';
import { type DemoNumbers, likelyNumbers } from './numbers.js';
import { type Picture, drawnBill, drawnScene, linesOf, painted, paperOf } from './pictures.js';
import { type SharmaSolar, sharmaSolar } from './sharma-solar.js';
import type { DemoDrawing, DemoFile, DemoPerson, Step } from './steps.js';

/** How many records are worked on at once: their appends share a sync. */
const atOnce = 24;
const betweenWords = 1_000;

export type Filled = { readonly people: readonly DemoPerson[]; readonly steps: number };
/** How far it is: steps done, of how many, and the day in the demo. */
type Progress = (done: number, of: number, day: string) => void;

type Wanted = {
  readonly leads: number;
  readonly seed: number;
  readonly numbers?: DemoNumbers;
  readonly onProgress: Progress;
};

/** The demo's people have been here already, with these very numbers. */
export class DemoIsThere extends Error {}

/**
 * Lets the people of Sharma Solar do what they did, through the same command handling as the
 * endpoint, each thing at its time.
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
  ) {}

  /**
   * Resolves when the views have it. @throws DemoIsThere if this seed was used on these data before
   */
  async fill(wanted: Wanted): Promise<Filled> {
    const filled = await this.write(wanted);
    await this.isShown();
    return filled;
  }

  /** Resolves when the views have come to the end of the log. */
  async isShown(): Promise<void> {
    await this.readSide.waitFor(await this.log.head(), 60_000);
  }

  /** Only the commands. @throws DemoIsThere if this seed was used on these data before */
  async write({ leads, seed, numbers = likelyNumbers, onProgress }: Wanted): Promise<Filled> {
    const demo = sharmaSolar({ leads, seed, numbers, endsAt: this.clock.now() });
    if (await this.people.findAccountByPhone(demo.people[0]!.phone))
      throw new DemoIsThere(
        `Sharma Solar is here already. Another one, with other people: npm run demo -- --seed ${seed + 1}`,
      );
    const act = this.acting(demo);
    startMoving();
    try {
      for (const step of demo.founding) await act(step);
      await inTime(demo.work, act, onProgress);
      for (const { itemId, times } of demo.views)
        await this.pageViews.count(demo.organizationId, itemId, times);
    } finally {
      stopMoving();
    }
    return { people: demo.people, steps: demo.founding.length + demo.work.length };
  }

  private acting({ organizationId, people }: SharmaSolar) {
    const pictures = new Map<string, Promise<Picture>>();
    const roles = new Map(people.map(({ id, role }) => [id, role]));
    const joined = new Set<string>();

    const drawn = ({ fileId: _, ...drawing }: DemoDrawing): Promise<Picture> => {
      const name = JSON.stringify(drawing);
      const known = pictures.get(name) ?? painted(drawingOf(drawing));
      pictures.set(name, known);
      return known;
    };
    const joining = async (): Promise<AnyCommand> => {
      const membership = await this.people.findMembership(people[0]!.id);
      return {
        type: 'JoinOrganization',
        data: { inviteCode: membership!.organization.inviteCode },
      };
    };
    /** By the real clock: how long a file waits for someone to refer to it is counted from now. */
    const handIn = async (file: DemoFile, by: string): Promise<unknown> => {
      const asker = {
        id: by,
        role: roles.get(by)!,
        organizationId,
        timeZone: 'Asia/Kolkata',
        verified: true,
      };
      if (file.kind === 'quotation' || file.kind === 'paper') {
        const content = paperOf(linesOf(file));
        return this.uploads.storeGenerated(
          file.fileId,
          { kind: 'pdf', contentType: 'application/pdf', content, bytes: content.length },
          asker,
        );
      }
      const { smaller, ...photo } = await drawn(file);
      // Before the picture itself, so that no job makes them again; and noted first, so that they
      // are forgotten if this ends in between.
      const key = fileKey(organizationId, file.fileId);
      await this.records.scheduleExpiry(key, { owner: by, organizationId }, this.clock.now());
      for (const [variant, bytes] of smaller)
        await this.files.put(variantKey(key, variant), bytes, 'image/webp');
      return this.uploads.storeGenerated(file.fileId, photo, asker);
    };

    return async (step: Step): Promise<unknown> => {
      if ('file' in step) return handIn(step.file, step.by);
      const command = 'joins' in step ? await joining() : step.command;
      const internal = 'command' in step ? step.internal : undefined;
      const member = joined.has(step.by) ? { organizationId } : {};
      await at(step.at, () =>
        this.commands.send({
          id: randomUUID(),
          actorId: step.by,
          command,
          ...member,
          ...(internal && { internal }),
        }),
      );
      if (command.type === 'FoundOrganization' || command.type === 'JoinOrganization')
        joined.add(step.by);
    };
  }
}

type Drawing<Of = DemoDrawing> = Of extends DemoDrawing ? Omit<Of, 'fileId'> : never;
function drawingOf(drawing: Drawing): string {
  if (drawing.kind === 'catalogue') return drawnItem(drawing.picture);
  return drawing.kind === 'bill' ? drawnBill(drawing.scene) : drawnScene(drawing.scene);
}

/** Runs the steps of each record in order, several records at once. */
async function inTime(
  steps: readonly Step[],
  act: (step: Step) => Promise<unknown>,
  onProgress: Progress,
): Promise<void> {
  const latest = new Map<string, Promise<unknown>>();
  const underWay = new Set<Promise<unknown>>();
  let printedAt = 0;
  let failure: unknown;
  for (const [done, step] of steps.entries()) {
    const work = (latest.get(step.record) ?? Promise.resolve()).then(() => act(step));
    const kept = work
      .catch((error: unknown) => (failure ??= error))
      .finally(() => underWay.delete(kept));
    underWay.add(kept);
    latest.set(step.record, kept);
    if (underWay.size >= atOnce) await Promise.race(underWay);
    if (failure) throw failure;
    if (performance.now() - printedAt < betweenWords) continue;
    printedAt = performance.now();
    onProgress(done, steps.length, step.at.slice(0, 10));
  }
  await Promise.all(underWay);
  if (failure) throw failure;
}
