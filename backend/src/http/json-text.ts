import type { List } from '#domain/kernel/views.js';

/** An answer that is written already: it is sent as it stands. */
export class JsonText<Value> {
  /** What it reads as. */
  declare readonly value: Value;

  constructor(readonly text: string) {}
}

/** Every answer that is not a text yet is written here. */
export const written = (answer: unknown): string => (answer instanceof JsonText ? answer.text : JSON.stringify(answer));

/** A list of texts, and what is beside it; a list comes first. Joined once: a text of several kilobytes is not put together twice. */
export function listText<Answer extends List<unknown>>(items: readonly string[], beside: Omit<Answer, 'items'>): JsonText<Answer> {
  const parts = ['{"items":['];
  for (const item of items) parts.push(parts.length > 1 ? ',' : '', item);
  parts.push('],', JSON.stringify(beside).slice(1));
  return new JsonText(parts.join(''));
}
