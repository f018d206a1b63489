import { t } from '@lingui/core/macro';
import { Offline, Problem } from '../lib/api.js';
import { noAnswerText } from '../lib/problem.js';

/** What to say when one of these requests failed: the server's words, or the catalogue's for this act. */
export const wordsFor =
  (otherwise: string) =>
  (error: unknown): string => {
    if (error instanceof Offline) {
      const why = noAnswerText(error.reason);
      return t`${why} What you typed is kept; try again.`;
    }
    return error instanceof Problem && error.status < 500 ? error.detail : otherwise;
  };

/** The words of a refusal that only another number mends: an account has verified this one. */
export const takenWords = (error: unknown): string | undefined =>
  error instanceof Problem && error.code === 'phone-taken' ? error.detail : undefined;
