import { type Logger as PinoLogger, pino } from 'pino';

export abstract class Logger {
  abstract info(what: object, words: string): void;
  abstract warn(what: object, words: string): void;
  abstract error(what: object, words: string): void;
}

/** Fields that may be personal, if logged by mistake. Bodies and query strings are never logged. */
const redact = [
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

/** Structured lines. Of an error its kind, place and, where it is foreseen, its words. */
export const makeLogger = (level: string): PinoLogger =>
  pino({
    level,
    base: undefined,
    redact: { paths: redact, censor: '…' },
    serializers: {
      err: ({ name, message, stack, code }) => ({
        type: name,
        message: withoutNumbers(message),
        stack: withoutNumbers(stack),
        code,
      }),
    },
  });

/** Phone numbers and codes in the words of an error. */
const withoutNumbers = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.replace(/\+?\d{6,}/g, '…') : undefined;
