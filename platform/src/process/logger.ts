import { hostname } from 'node:os';
import { type Logger as PinoLogger, pino } from 'pino';
import { build } from './build.js';

export abstract class Logger {
  abstract info(fields: object, message: string): void;
  abstract warn(fields: object, message: string): void;
  abstract error(fields: object, message: string): void;
}

/** Fields that may be personal, in case they are logged by mistake. */
const REDACTED_PATHS = [
  '*.phone',
  '*.number',
  '*.name',
  '*.firstName',
  '*.lastName',
  '*.note',
  '*.code',
  '*.cookie',
  'req.headers',
  'body',
  '*.body',
];

/** Writes JSON lines with machine and build; of errors type, message, stack and code. */
export const createLogger = (level: string): PinoLogger =>
  pino({
    level,
    base: { host: hostname(), build: build.commit },
    redact: { paths: REDACTED_PATHS, censor: '…' },
    serializers: {
      err: ({ name, message, stack, code }) => ({
        type: name,
        message: withoutNumbers(message),
        stack: withoutNumbers(stack),
        errorCode: code,
      }),
    },
  });

/** Masks phone numbers and codes in an error's text. */
const withoutNumbers = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.replace(/\+?\d{6,}/g, '…') : undefined;
