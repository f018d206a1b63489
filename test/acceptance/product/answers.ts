import { queries } from '#domain/queries.js';
import { z } from 'zod';

const answers = Object.values(queries).map(({ path, answer }) => ({
  address: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  answer,
}));

/**
 * Checks that an answer has the fields of its query's schema, and no others.
 * @throws Error that names the difference
 */
export function checkAnswer(path: string, body: unknown): void {
  const [address = ''] = path.split('?');
  const { error } =
    answers.find((each) => each.address.test(address))?.answer.safeParse(body) ?? {};
  if (error)
    throw new Error(`${path} is not answered as its query declares:\n${z.prettifyError(error)}`);
}
