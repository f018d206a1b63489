import { expect, test } from '@jest/globals';
import { Offline, Problem } from '../lib/server/api.js';
import { authErrorText } from './auth-errors.js';

const textOf = authErrorText('Failed to sign in');

test.each([
  [
    'words of a refusal',
    new Problem(409, 'code-wrong', 'Verification failed'),
    'Verification failed',
  ],
  [
    'a server that failed',
    new Problem(500, 'failed', 'Something went wrong.'),
    'Failed to sign in',
  ],
  ['a server that is not reached', new Problem(502, 'http-502', ''), 'Failed to sign in'],
  [
    'an unavailable part of the server',
    new Problem(503, 'unavailable', 'The log is away'),
    'Database connection error',
  ],
  ['a 503 without words', new Problem(503, 'http-503', ''), 'Database connection error'],
  [
    'a session that is not made',
    new Problem(503, 'session-failed', 'Authentication failed. Please try again.'),
    'Authentication failed. Please try again.',
  ],
  [
    'a code that is not looked up',
    new Problem(
      503,
      'organization-look-up-failed',
      'Error looking up organization. Please try again.',
    ),
    'Error looking up organization. Please try again.',
  ],
  ['a refusal without words', new Problem(400, 'http-400', ''), 'Invalid response from server'],
  ['an answer that cannot be read', new Offline('unreadable'), 'Invalid response from server'],
  [
    'an account that is not opened',
    new Problem(409, 'account-exists', 'Failed to create user profile: It is there.'),
    'Failed to create user profile: It is there.',
  ],
] as const)('has a text for %s', (_, error, text) => expect(textOf(error)).toBe(text));
