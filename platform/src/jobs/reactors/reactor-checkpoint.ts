import { v5 as uuid } from 'uuid';
import { beforeAll, type EventLog, noStream, type RecordedEvent, RevisionConflict } from '../../event-log/event-log.js';
import type { Sealing } from '../../sealing/sealing.js';
import type { LogPosition, QueueUsed } from './queue-in-use.js';
import type { Reactor } from './reactor.js';
import type { ParkedEvent } from './reactors-health.js';

/** How far a reactor is: everything up to the position is done, but for what is parked. */
export type ReactorCheckpoint = LogPosition & QueueUsed & { readonly log: string; readonly parked?: readonly ParkedEvent[] };

export const logPositionOf = ({ position, stream, revision, metadata: { eventId } }: RecordedEvent): LogPosition => ({
  position,
  stream,
  revision,
  eventId,
});

/** Namespace of the ids of beginnings: two processes that begin at once write the same event. */
const namespace = '5f0c9a52-6f0a-4b0e-9f43-0b9d3c1f7a11';
const installation = 'reactors-installation';
const startOfLog: LogPosition = { position: beforeAll, stream: '', revision: noStream, eventId: '' };

type Ports = { readonly log: EventLog; readonly sealing: Sealing; readonly now: () => string };

/**
 * Position from which a reactor reads when it has no checkpoint; the log remembers it. Reactors of the build that is installed
 * first begin at the start of the log, however late workers start. A reactor that an upgrade adds begins where it is first started, unless
 * it reads the whole log.
 * @param names of all reactors of this build
 */
export async function reactorBeginning(
  { name, readsWholeLog }: Pick<Reactor, 'name' | 'readsWholeLog'>,
  names: readonly string[],
  ports: Ports,
): Promise<LogPosition> {
  const stream = streamOf(name);
  const [known] = await ports.log.read<{ type: string; data: { atStart?: true } }>(stream);
  if (known) return known.data.atStart ? startOfLog : logPositionOf(known);
  // asked in any case: the first reactor to begin writes down the installation
  const atStart = (await isInstalledWith(name, names, ports)) || readsWholeLog === true;
  const began = await appendFirst(stream, { type: 'ReactorBegan', data: atStart ? { atStart } : {} }, ports);
  if (!began) return reactorBeginning({ name, ...(readsWholeLog && { readsWholeLog }) }, names, ports);
  return atStart ? startOfLog : began;
}

/** Whether the first installation of this log had the reactor. */
async function isInstalledWith(name: string, names: readonly string[], ports: Ports): Promise<boolean> {
  // Read before the installation, which its own process writes before any beginning.
  const begun = await Promise.all(names.map((each) => ports.log.read(streamOf(each))));
  const [installed] = await ports.log.read<{ type: string; data: { names: readonly string[] } }>(installation);
  if (installed) return installed.data.names.includes(name);
  if (begun.some((events) => events.length > 0)) return false;
  await appendFirst(installation, { type: 'ReactorsInstalled', data: { names: names.toSorted() } }, ports);
  return isInstalledWith(name, names, ports);
}

/** Undefined where another process was first. */
async function appendFirst(
  stream: string,
  event: { readonly type: string; readonly data: object },
  { log, sealing, now }: Ports,
): Promise<LogPosition | undefined> {
  const id = uuid(stream, namespace);
  const at = now();
  const metadata = {
    ...{ eventId: id, commandId: id, fingerprint: '', causationId: id, correlationId: id },
    ...{ actorId: stream, organizationId: '', at, capturedAt: at, on: at.slice(0, 10) },
  };
  try {
    const events = await sealing.seal(stream, noStream, [{ ...event, metadata }], { hash: '', key: undefined });
    return { ...(await log.append(stream, noStream, events)), stream, eventId: id };
  } catch (error) {
    if (error instanceof RevisionConflict) return undefined;
    throw error;
  }
}

const streamOf = (name: string): string => `reactor-${name}`;
