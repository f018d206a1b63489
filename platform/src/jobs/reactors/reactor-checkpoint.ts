import {
  beforeAll,
  type EventLog,
  noStream,
  type RecordedEvent,
} from '../../event-log/event-log.js';
import { appendFirst } from '../../sealing/append-first.js';
import type { Sealing } from '../../sealing/sealing.js';
import type { LogPosition, QueueUsed } from './queue-in-use.js';
import type { Reactor } from './reactor.js';
import type { ParkedEvent } from './reactors-health.js';

/** How far a reactor is: everything up to the position is done, but for what is parked. */
export type ReactorCheckpoint = LogPosition &
  QueueUsed & { readonly log: string; readonly parked?: readonly ParkedEvent[] };

export const logPositionOf = ({
  position,
  stream,
  revision,
  metadata: { eventId },
}: RecordedEvent): LogPosition => ({
  position,
  stream,
  revision,
  eventId,
});

/** Namespace of the ids of beginnings. */
const namespace = '5f0c9a52-6f0a-4b0e-9f43-0b9d3c1f7a11';
const installation = 'reactors-installation';
const startOfLog: LogPosition = {
  position: beforeAll,
  stream: '',
  revision: noStream,
  eventId: '',
};

type Ports = { readonly log: EventLog; readonly sealing: Sealing; readonly now: () => string };

/**
 * Position from which a reactor reads when it has no checkpoint; the log remembers it. Reactors of
 * the build that is installed first begin at the start of the log, however late workers start. A
 * reactor that an upgrade adds begins where it is first started, unless it reads the whole log.
 * @param names of all reactors of this build
 */
export async function reactorBeginning(
  reactor: Pick<Reactor, 'name' | 'readsWholeLog'>,
  names: readonly string[],
  ports: Ports,
): Promise<LogPosition> {
  const { name, readsWholeLog } = reactor;
  const stream = streamOf(name);
  const [known] = await ports.log.read<{ type: string; data: { atStart?: true } }>(stream);
  if (known) return known.data.atStart ? startOfLog : logPositionOf(known);
  // asked in any case: the first reactor to begin writes down the installation
  const atStart = (await isInstalledWith(name, names, ports)) || readsWholeLog === true;
  const began = await begin(
    stream,
    { type: 'ReactorBegan', data: atStart ? { atStart } : {} },
    ports,
  );
  if (!began) return reactorBeginning(reactor, names, ports);
  return atStart ? startOfLog : began;
}

/** Whether the first installation of this log had the reactor. */
async function isInstalledWith(
  name: string,
  names: readonly string[],
  ports: Ports,
): Promise<boolean> {
  // Read before the installation, which its own process writes before any beginning.
  const begun = await Promise.all(names.map((each) => ports.log.read(streamOf(each))));
  const [installed] = await ports.log.read<{ type: string; data: { names: readonly string[] } }>(
    installation,
  );
  if (installed) return installed.data.names.includes(name);
  if (begun.some((events) => events.length > 0)) return false;
  await begin(
    installation,
    { type: 'ReactorsInstalled', data: { names: names.toSorted() } },
    ports,
  );
  return isInstalledWith(name, names, ports);
}

/** Undefined where another process was first. */
async function begin(
  stream: string,
  event: { readonly type: string; readonly data: object },
  ports: Ports,
): Promise<LogPosition | undefined> {
  const first = { ...event, namespace, actorId: stream, organizationId: '' };
  const appended = await appendFirst(stream, first, ports);
  return appended && { ...appended, stream };
}

const streamOf = (name: string): string => `reactor-${name}`;
