import { queries } from '#domain/queries.js';
import { z } from 'zod';

const answers = Object.values(queries).map(({ path, answer }) => ({
  pathPattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  answer,
}));

/**
 * Checks that an answer has the fields of its query's schema, and no others.
 * @throws Error that names the difference
 */
export function checkAnswer(path: string, body: unknown): void {
  const [pathWithoutQuery = ''] = path.split('?');
  const declared = answers.find(({ pathPattern }) => pathPattern.test(pathWithoutQuery));
  const error = declared?.answer.safeParse(body).error;
  if (error)
    throw new Error(`${path} is not answered as its query declares:\n${z.prettifyError(error)}`);
}
