import type { AccountContext, ConsultedRecord, Context, Decider, Series } from './decider.js';
import type { Message } from './texts/message.js';
import type { RefusalCode } from './refusal.js';
import type { CommandDefinitions, CommandsIn, EventDefinitions, EventsIn } from './schema.js';

/** Example of each event with every optional field, as it is stored. */
type ExamplesOf<Events extends EventDefinitions> = {
  readonly [Type in keyof Events]: EventsIn<Events>;
};

/** Decider with its commands and events. */
export type Aggregate<
  Commands extends CommandDefinitions,
  Events extends EventDefinitions,
  State,
  DecisionContext extends AccountContext = Context,
  Category extends string = string,
> = Decider<State, CommandsIn<Commands>, EventsIn<Events>, DecisionContext> & {
  readonly category: Category;
  readonly commands: Commands;
  readonly events: Events;
  readonly examples: ExamplesOf<Events>;
  /**
   * Category of another record with the same id; the erasure of that record erases this one too.
   */
  readonly erasedWith?: string;
};

/** Any aggregate. Its members are methods, so that one list can hold aggregates of all types. */
export type AnyAggregate = {
  readonly category: string;
  readonly scope: 'organization' | 'global';
  readonly commands: CommandDefinitions;
  readonly events: EventDefinitions;
  readonly examples: Readonly<Record<string, Message>>;
  readonly erasedWith?: string;
  readonly notFound: RefusalCode;
  readonly initialState: unknown;
  streamId(...parameters: Parameters<Decider<unknown, Message, Message>['streamId']>): string;
  evolve(state: unknown, event: Message): unknown;
  decide(command: Message, state: unknown, context: AccountContext): readonly Message[];
  existing?(command: Message, state: unknown): object | undefined;
  consults?(command: Message, state: unknown): readonly ConsultedRecord[];
  series?(command: Message, state: unknown, context: AccountContext): Series | undefined;
  readonly personalValues?: readonly string[];
  uniqueValues(
    state: unknown,
    now: string,
  ): ReturnType<Decider<unknown, Message, Message>['uniqueValues']>;
  ownerOf(state: unknown): string | undefined;
};

/** Any decider, also one without the definitions of an aggregate. */
export type AnyDecider = Omit<AnyAggregate, 'commands' | 'events' | 'examples' | 'erasedWith'> & {
  readonly events: object;
};

type Defaults<
  State,
  Command extends Message,
  Event extends Message,
  DecisionContext extends AccountContext,
> = Partial<
  Pick<
    Decider<State, Command, Event, DecisionContext>,
    'scope' | 'existing' | 'consults' | 'series' | 'uniqueValues' | 'personalValues' | 'ownerOf'
  >
>;
/** Function that finds a command's record; by default it reads `<category>Id`. */
type StreamId<Category extends string, Command extends Message, Rule> =
  Command['data'] extends Readonly<Record<`${Category}Id`, string>>
    ? { readonly streamId?: Rule }
    : { readonly streamId: Rule };
/** Refusal code, by default `<category>-not-found`. */
type NotFound<Category extends string> = `${Category}-not-found` extends RefusalCode
  ? { readonly notFound?: RefusalCode }
  : { readonly notFound: RefusalCode };

/**
 * Defines an aggregate with defaults: inside an organization, found by `<category>Id`, without
 * owner and unique values. `evolve` precedes `decide` for type inference.
 */
export function defineAggregate<
  const Category extends string,
  const Commands extends CommandDefinitions,
  const Events extends EventDefinitions,
  State,
  DecisionContext extends AccountContext = Context,
>(
  definition: {
    readonly category: Category;
    readonly commands: Commands;
    readonly events: Events;
    readonly examples: ExamplesOf<Events>;
    readonly erasedWith?: string;
    readonly initialState: NoInfer<State>;
    readonly evolve: (state: State, event: EventsIn<Events>) => State;
    readonly decide: (
      command: CommandsIn<Commands>,
      state: State,
      context: DecisionContext,
    ) => readonly EventsIn<Events>[];
  } & Defaults<State, CommandsIn<Commands>, EventsIn<Events>, DecisionContext> &
    StreamId<
      Category,
      CommandsIn<Commands>,
      Decider<State, CommandsIn<Commands>, EventsIn<Events>, DecisionContext>['streamId']
    > &
    NotFound<Category>,
): Aggregate<Commands, Events, State, DecisionContext, Category> {
  const idField = `${definition.category}Id`;
  return {
    scope: 'organization',
    streamId: (data) => (data as Readonly<Record<string, string>>)[idField]!,
    notFound: `${definition.category}-not-found` as RefusalCode,
    ownerOf: () => undefined,
    uniqueValues: () => [],
    ...definition,
  };
}
