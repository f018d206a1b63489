import { resolve } from 'node:path';
import { z } from 'zod';

/** A number of the environment, written in digits. */
const whole = (least: number, most: number, otherwise: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be a whole number from ${least} to ${most}`)
    .default(otherwise);
const flag = z
  .enum(['0', '1'], 'must be 0 or 1')
  .default('0')
  .transform((value) => value === '1');

const environment = z.object({
  PORT: whole(0, 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent')
    .default('warn'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an address such as https://crm.example.com' }).optional(),
  TRUST_PROXY: flag,
  DEMO: flag,
  BOOK_DEMO_NUMBER: z.e164({ error: 'must be a number such as +919876543210' }).optional(),
  CODES_PER_ADDRESS_AND_HOUR: whole(1, 1_000_000, 300),
  STRANGERS_PER_ADDRESS_AND_HOUR: whole(1, 1_000_000, 20),
});

/** Addresses of real servers. Naming one switches that part over; a build without the part must not pretend that it did. */
const realServers = {
  EVENTSTORE_URL: 'the event log',
  MONGO_URL: 'views and secrets',
  KEYS_URL: 'keys',
  REDIS_URL: 'jobs and live updates',
  S3_URL: 'files',
  GEOCODER_URL: 'addresses of places',
  WHATSAPP_TOKEN: 'messages',
} as const;

export type Config = {
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** No dev inbox, no demo data. */
  readonly production: boolean;
  readonly logLevel: string;
  /** Where people reach it, if that differs from where it listens. With https, cookies are sent over https only. */
  readonly publicUrl: string | undefined;
  /** A proxy in front says who asks (`X-Forwarded-For`). */
  readonly trustProxy: boolean;
  readonly demo: boolean;
  readonly bookDemoNumber: string | undefined;
  /** Codes asked for from one network address in an hour: in all, and for numbers without an account. */
  readonly codesPerAddress: number;
  readonly strangersPerAddress: number;
};

/** What the environment says is wrong: shown to who started the process, which stops. */
export class BadConfig extends Error {}

/** Read and validated once, at start. An empty variable is one that is not set. @throws BadConfig that names each bad value */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const named = Object.entries(realServers).filter(([name]) => name in set);
  if (named.length > 0)
    throw new BadConfig(
      named.map(([name, part]) => `${name} is set, but this build has only the embedded part for ${part}. Leave ${name} out.`).join('\n'),
    );
  const read = environment.safeParse(set);
  if (!read.success) throw new BadConfig(read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  const { data } = read;
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    production: data.NODE_ENV === 'production',
    logLevel: data.LOG_LEVEL,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: data.TRUST_PROXY,
    demo: data.DEMO,
    bookDemoNumber: data.BOOK_DEMO_NUMBER,
    codesPerAddress: data.CODES_PER_ADDRESS_AND_HOUR,
    strangersPerAddress: data.STRANGERS_PER_ADDRESS_AND_HOUR,
  };
}
