import {
  BEFORE_ALL,
  type EventLog,
  type LogPosition,
  NO_STREAM,
  logPositionOf,
} from '../../event-log/event-log.js';
import { appendFirst } from '../../sealing/append-first.js';
import type { Sealing } from '../../sealing/sealing.js';
import type { QueueState } from './queue-loss-detector.js';
import type { Reactor } from './reactor.js';
import type { ParkedEvent } from './reactors-health.js';

/** Progress of a reactor: everything up to the position is done, except parked events. */
export type ReactorCheckpoint = LogPosition &
  QueueState & { readonly log: string; readonly parked?: readonly ParkedEvent[] };

const EVENT_ID_NAMESPACE = '5f0c9a52-6f0a-4b0e-9f43-0b9d3c1f7a11';
const INSTALLATION_STREAM = 'reactors-installation';
const START_OF_LOG: LogPosition = {
  position: BEFORE_ALL,
  stream: '',
  revision: NO_STREAM,
  eventId: '',
};

type Ports = { readonly log: EventLog; readonly sealing: Sealing; readonly now: () => string };

/**
 * Position from which a reactor without a checkpoint reads; stored in the log.
 * Reactors of the first installed build begin at the start of the log. A reactor that an upgrade
 * adds begins at the present, unless it reads the whole log.
 * @param names names of all reactors of this build
 */
export async function findReactorBeginning(
  reactor: Pick<Reactor, 'name' | 'readsWholeLog'>,
  names: readonly string[],
  ports: Ports,
): Promise<LogPosition> {
  const { name, readsWholeLog } = reactor;
  const stream = reactorStreamName(name);
  const [existing] = await ports.log.read<{ type: string; data: { atStart?: true } }>(stream);
  if (existing) return existing.data.atStart ? START_OF_LOG : logPositionOf(existing);
  // Evaluated before `readsWholeLog`, because it also records the installation.
  const atStart = (await wasInstalledFirst(name, names, ports)) || readsWholeLog === true;
  const appended = await appendBeginning(
    stream,
    { type: 'ReactorBegan', data: atStart ? { atStart } : {} },
    ports,
  );
  if (!appended) return findReactorBeginning(reactor, names, ports);
  return atStart ? START_OF_LOG : appended;
}

/**
 * Whether the first installed build of this log had the reactor. Records the installation if none
 * is recorded.
 */
async function wasInstalledFirst(
  name: string,
  names: readonly string[],
  ports: Ports,
): Promise<boolean> {
  // Read before the installation: a process writes the installation before its first reactor
  // stream.
  const reactorStreams = await Promise.all(
    names.map((each) => ports.log.read(reactorStreamName(each))),
  );
  const [installed] = await ports.log.read<{ type: string; data: { names: readonly string[] } }>(
    INSTALLATION_STREAM,
  );
  if (installed) return installed.data.names.includes(name);
  if (reactorStreams.some((events) => events.length > 0)) return false;
  await appendBeginning(
    INSTALLATION_STREAM,
    { type: 'ReactorsInstalled', data: { names: names.toSorted() } },
    ports,
  );
  return wasInstalledFirst(name, names, ports);
}

/** Appends a stream's first event. Returns undefined if another process was first. */
async function appendBeginning(
  stream: string,
  event: { readonly type: string; readonly data: object },
  ports: Ports,
): Promise<LogPosition | undefined> {
  const first = { ...event, namespace: EVENT_ID_NAMESPACE, actorId: stream, organizationId: '' };
  const appended = await appendFirst(stream, first, ports);
  return appended && { ...appended, stream };
}

const reactorStreamName = (name: string): string => `reactor-${name}`;
