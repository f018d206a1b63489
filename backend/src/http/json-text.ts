import type { List } from '#domain/kernel/views.js';

/** An answer that is written already: it is sent as it stands. */
export class JsonText<Value> {
  /** What it reads as. */
  declare readonly value: Value;

  constructor(readonly text: string) {}
}

/** Every answer that is not a text yet is written here. */
export const written = (answer: unknown): string => (answer instanceof JsonText ? answer.text : JSON.stringify(answer));

/** A list of texts, and what is beside it; a list comes first. */
export const listText = <Answer extends List<unknown>>(items: readonly string[], beside: Omit<Answer, 'items'>): JsonText<Answer> =>
  new JsonText(`{"items":[${items.join()}],${JSON.stringify(beside).slice(1)}`);
