import { z } from 'zod';

/** What an address has to begin with, and what one looks like; several hosts may stand in it, so it need not be one for a browser. */
const kinds = {
  eventStore: [/^esdb(\+discover)?:\/\/[^\s/]/, 'esdb://events.example.com:2113?tls=true'],
  mongo: [/^mongodb(\+srv)?:\/\/[^\s/]/, 'mongodb://db.example.com:27017/fieldtrace?replicaSet=rs0'],
  redis: [/^rediss?:\/\/[^\s/]/, 'redis://queue.example.com:6379'],
} as const;

/** Of a server. Never shown in an error, because there may be a password in it. */
export const address = (kind: keyof typeof kinds) => {
  const [form, example] = kinds[kind];
  return z
    .string()
    .transform((text) => text.trim())
    .refine((text) => form.test(text) && !/\s/.test(text), `must be an address such as ${example}`)
    .optional();
};

/** Where a server is, for people and logs: without user, password, path and options. */
export function placeOf(url: string): string {
  const [, scheme = '', host = ''] = /^([\w+.-]+:\/\/)(?:.*@)?([^/?#]*)/s.exec(url) ?? [];
  return `${scheme}${host}`;
}
