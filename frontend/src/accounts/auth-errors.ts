import { t } from '@lingui/core/macro';
import { Offline, Problem } from '../lib/server/api.js';
import { noAnswerText } from '../lib/server/problem.js';
import { translated } from '../words/i18n.js';

/** Text of a failed request: the server's, else `otherwise`. */
export const authErrorText =
  (otherwise: string) =>
  (error: unknown): string => {
    if (error instanceof Offline) {
      const why = noAnswerText(error.reason);
      return error.reason === 'unreadable' ? why : t`${why} What you typed is kept; try again.`;
    }
    return error instanceof Problem ? problemText(error, otherwise) : otherwise;
  };

/** Failures with status 503 that have a text. */
const codesWithText = ['session-failed', 'organization-look-up-failed', 'overloaded', 'busy'];

function problemText({ status, code, detail }: Problem, otherwise: string): string {
  if (status < 500 && detail === '') return t`Invalid response from server`;
  if (status !== 503) return status < 500 ? profileText(detail) : otherwise;
  return codesWithText.includes(code) && detail ? translated(detail) : t`Database connection error`;
}

/** Detail of a refusal, whose reason inside the sentence is translated by itself. */
function profileText(detail: string): string {
  const [, reason] = /^Failed to create user profile: (.+)$/s.exec(detail) ?? [];
  return reason === undefined ? detail : t`Failed to create user profile: ${translated(reason)}`;
}

/** Text of a refusal because another account has verified the number. */
export const takenNumberText = (error: unknown): string | undefined =>
  error instanceof Problem && error.code === 'phone-taken' ? error.detail : undefined;
