import type { Decider } from '#domain/kernel/decider.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { EventLog, type Position, type RecordedEvent } from '#platform/event-log/event-log.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Injectable } from '@nestjs/common';

type FoldRules<State, Event extends Message> = Pick<
  Decider<State, never, Event, never>,
  'events' | 'initialState' | 'evolve'
>;

/** State of an aggregate after these events. */
export const stateAfter = <State, Event extends Message>(
  { evolve, initialState }: Pick<FoldRules<State, Event>, 'evolve' | 'initialState'>,
  events: readonly RecordedEvent<Event>[],
): State => events.reduce<State>(evolve, initialState);

/** Streams as of a position, so that a reactor decides the same however late it runs. */
@Injectable()
export class StreamHistory {
  constructor(
    private readonly log: EventLog,
    private readonly sealing: Sealing,
  ) {}

  /**
   * Decrypted events of the aggregate.
   * @throws NewerEvent if the stream has one that only a newer build knows
   */
  async loadEvents<Event extends Message>(
    { events }: Pick<FoldRules<unknown, Event>, 'events'>,
    stream: string,
  ): Promise<readonly RecordedEvent<Event>[]> {
    const opened = await this.sealing.open(await this.log.read<Event>(stream));
    return opened.filter(({ type }) => Object.hasOwn(events, type));
  }

  /** @param upTo position of the last event that counts */
  async loadState<State, Event extends Message>(
    aggregate: FoldRules<State, Event>,
    stream: string,
    upTo: Position,
  ): Promise<State> {
    const past = (await this.loadEvents(aggregate, stream)).filter(
      ({ position }) => position <= upTo,
    );
    return stateAfter(aggregate, past);
  }
}
