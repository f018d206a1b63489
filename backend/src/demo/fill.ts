import { ofEachDecider } from '#domain/deciders.js';
import type { Message } from '#domain/kernel/message.js';
import type { Answer, HandleCommand, Request } from '#platform/command-handling/handle-command.js';
import { FileRecords } from '#platform/files/file-records.js';
import { randomUUID } from 'node:crypto';
import { Uploads } from '../files/uploads.js';
import type { Parts } from '../parts.js';
import { at, startMoving, stopMoving } from './demo-clock.js';
import { paperOf, photoOf } from './pictures.js';
import { type SharmaSolar, sharmaSolar } from './sharma-solar.js';
import type { DemoFile, DemoPerson, Step } from './steps.js';

/** How many records are worked on at once: their appends share a sync. */
const atOnce = 24;
const betweenWords = 1_000;

export type Filled = { readonly people: readonly DemoPerson[]; readonly steps: number };
/** How far it is: steps done, of how many, and the day in the demo. */
export type Progress = (done: number, of: number, day: string) => void;

/** The demo's people have been here already, with these very numbers. */
export class DemoIsThere extends Error {}

/**
 * Lets the people of Sharma Solar do what they did, through the same command handling as the door, each thing at its time.
 * @throws DemoIsThere if this seed was used on these data before
 */
export async function fillDemo(parts: Parts, { leads, seed, onProgress }: { leads: number; seed: number; onProgress: Progress }): Promise<Filled> {
  const demo = sharmaSolar({ leads, seed, endsAt: parts.clock.now() });
  if (await parts.people.accountWith(demo.people[0]!.phone))
    throw new DemoIsThere(`Sharma Solar is here already. Another one, with other people: npm run demo -- --seed ${seed + 1}`);
  const act = acting(parts, demo);
  startMoving();
  try {
    for (const step of demo.founding) await act(step);
    await inTime(demo.work, act, onProgress);
  } finally {
    stopMoving();
  }
  await parts.readSide.waitFor(await parts.log.head(), 60_000);
  return { people: demo.people, steps: demo.founding.length + demo.work.length };
}

/** One step after the other on each record, several records at once. */
async function inTime(steps: readonly Step[], act: (step: Step) => Promise<unknown>, onProgress: Progress): Promise<void> {
  const latest = new Map<string, Promise<unknown>>();
  const underWay = new Set<Promise<unknown>>();
  let told = 0;
  let failure: unknown;
  for (const [done, step] of steps.entries()) {
    const work = (latest.get(step.record) ?? Promise.resolve()).then(() => act(step));
    const kept = work.catch((error: unknown) => (failure ??= error)).finally(() => underWay.delete(kept));
    underWay.add(kept);
    latest.set(step.record, kept);
    if (underWay.size >= atOnce) await Promise.race(underWay);
    if (failure) throw failure;
    if (performance.now() - told < betweenWords) continue;
    told = performance.now();
    onProgress(done, steps.length, step.at.slice(0, 10));
  }
  await Promise.all(underWay);
  if (failure) throw failure;
}

function acting(parts: Parts, { organizationId, people }: SharmaSolar) {
  const send = sending(parts.handle);
  const uploads = new Uploads({ ...parts, records: new FileRecords(parts.secrets) });
  const pictures = new Map<number, Promise<Buffer>>();
  const roles = new Map(people.map(({ id, role }) => [id, role]));
  const joined = new Set<string>();

  return async (step: Step): Promise<void> => {
    if ('file' in step) return handIn(step.file, step.by);
    const command = 'joins' in step ? await joining() : step.command;
    const internal = 'command' in step ? step.internal : undefined;
    const member = joined.has(step.by) ? { organizationId } : {};
    await at(step.at, () => send({ id: randomUUID(), actorId: step.by, command, ...member, ...(internal && { internal }) }));
    if (command.type === 'FoundOrganization' || command.type === 'JoinOrganization') joined.add(step.by);
  };

  async function joining(): Promise<Message> {
    const membership = await parts.people.membership(people[0]!.id);
    return { type: 'JoinOrganization', data: { inviteCode: membership!.organization.inviteCode } };
  }

  /** By the real clock: how long a file waits for someone to refer to it is counted from now. */
  async function handIn(file: DemoFile, by: string): Promise<void> {
    const isPhoto = file.kind === 'photo';
    const bytes = isPhoto ? await drawn(file.scene) : paperOf(file);
    const asker = { id: by, role: roles.get(by)!, organizationId, timeZone: 'Asia/Kolkata' };
    await uploads.take({ fileId: file.fileId, declaredType: isPhoto ? 'image/jpeg' : 'application/pdf', content: once(bytes) }, asker);
  }

  function drawn(scene: number): Promise<Buffer> {
    const known = pictures.get(scene) ?? photoOf(scene);
    pictures.set(scene, known);
    return known;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Every command by its name, to the one function that handles them all. */
function sending(handle: HandleCommand): (request: Request<Message>) => Promise<Answer> {
  const byName = new Map(
    ofEachDecider((definitions, decider) =>
      Object.entries(definitions).map(
        ([name, definition]) => [name, (request: Request<Message>) => handle(decider, definition, request as Request<never>)] as const,
      ),
    ).flat(),
  );
  return (request) => byName.get(request.command.type)!(request);
}
