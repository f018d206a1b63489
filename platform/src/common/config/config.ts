import { join, resolve } from 'node:path';
import { z } from 'zod';
import { address } from './addresses.js';
import { s3Url } from './s3-settings.js';
import { type GeocoderSettings, geocoderSettings } from './geocoder-settings.js';
import { type WhatsAppSettings, whatsAppSettings } from './whatsapp-settings.js';

/** A number of the environment, written in digits. */
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be a whole number from ${least} to ${most}`);
const flag = z
  .enum(['0', '1'], 'must be 0 or 1')
  .default('0')
  .transform((value) => value === '1');

/** What sets a limit to another number than its own. Left out, the table of limits counts. */
const limits = {
  COMMANDS_PER_MEMBER_AND_SECOND: whole(1, 1_000_000).optional(),
  QUERIES_PER_MEMBER_AND_SECOND: whole(1, 1_000_000).optional(),
  REQUESTS_PER_ADDRESS_AND_SECOND: whole(1, 1_000_000).optional(),
  CODES_PER_ADDRESS_AND_HOUR: whole(1, 1_000_000).optional(),
  STRANGERS_PER_ADDRESS_AND_HOUR: whole(1, 1_000_000).optional(),
  SOCKETS_PER_MEMBER: whole(1, 1_000_000).optional(),
  FILES_PER_MEMBER_MEGABYTES: whole(1, 1_000_000_000).optional(),
  FILES_PER_ORGANIZATION_MEGABYTES: whole(1, 1_000_000_000).optional(),
};

const environment = z.object({
  PORT: whole(0, 65_535).optional(),
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
  ...limits,
  MESSAGES: z.literal('off', 'must be off, or left out').optional(),
  METRICS_TOKEN: z.string().min(24, 'must have at least 24 characters').optional(),
  FILES_DIR: z.string().optional(),
  EVENTSTORE_URL: address('eventStore'),
  MONGO_URL: address('mongo'),
  KEYS_URL: address('mongo'),
  REDIS_URL: address('redis'),
  S3_URL: s3Url.optional(),
  WAIT_FOR_SERVERS_SECONDS: whole(0, 3_600).default(60),
});

/** Every variable there is: what is set for a process elsewhere is one of these. */
export const variables: readonly string[] = [environment, geocoderSettings.in, whatsAppSettings.in].flatMap(({ shape }) => Object.keys(shape));

/** Addresses of real servers. A part whose address is left out is the embedded one. */
export type Servers = {
  readonly eventStore: string | undefined;
  readonly mongo: string | undefined;
  /** The keys' own, or the same as the views'. */
  readonly keys: string | undefined;
  readonly redis: string | undefined;
  readonly s3: string | undefined;
  readonly geocoder: GeocoderSettings | undefined;
  readonly whatsApp: WhatsAppSettings | undefined;
};

export abstract class Config {
  /** 0: any free one. */
  abstract readonly port: number;
  abstract readonly host: string;
  abstract readonly dataDir: string;
  /** No dev inbox, no demo data. */
  abstract readonly production: boolean;
  /** Codes appear in the dev inbox: nothing sends messages, and this is no production. */
  abstract readonly hasDevInbox: boolean;
  abstract readonly logLevel: string;
  /** Where people reach it, if that differs from where it listens. With https, cookies are sent over https only. */
  abstract readonly publicUrl: string | undefined;
  /** A proxy in front says who asks (`X-Forwarded-For`). */
  abstract readonly trustProxy: boolean;
  abstract readonly demo: boolean;
  abstract readonly bookDemoNumber: string | undefined;
  /** Limits that were set, by the name of their variable. */
  abstract readonly limits: Readonly<Partial<Record<string, number>>>;
  /** What whoever reads `/metrics` has to send; without one they are told to this machine only. */
  abstract readonly metricsToken: string | undefined;
  /** Where files are kept while no S3 is named. Processes that run apart may share it. */
  abstract readonly filesDir: string;
  /** Whether it was named, which is how several processes come to have one. */
  abstract readonly sharesFiles: boolean;
  abstract readonly servers: Servers;
  /** How long a start waits for a server that does not answer. */
  abstract readonly waitForServersSeconds: number;
}

/** What runs in a process of its own, and the port on which it says how it is unless `PORT` names another one. */
const usualPorts = { backend: 3000, projections: 3001, workers: 3002 } as const;
export type Process = keyof typeof usualPorts;

/** What the environment says is wrong: shown to who started the process, which stops. */
export class BadConfig extends Error {}

/** Read and validated once, at start. An empty variable is one that is not set. @throws BadConfig that names each bad value */
export function readConfig(env: Readonly<Record<string, string | undefined>>, process: Process = 'backend'): Config {
  const set = setIn(env);
  const [read, geocoder, whatsApp] = [environment.safeParse(set), geocoderSettings.safeParse(set), whatsAppSettings.safeParse(set)];
  if (!read.success || !geocoder.success || !whatsApp.success) {
    const issues = [read, geocoder, whatsApp].flatMap(({ error }) => error?.issues ?? []);
    throw new BadConfig(issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  }
  const { data } = read;
  const dataDir = resolve(data.DATA_DIR);
  return {
    port: data.PORT ?? usualPorts[process],
    host: data.HOST,
    dataDir,
    production: data.NODE_ENV === 'production',
    hasDevInbox: data.NODE_ENV !== 'production' && whatsApp.data === undefined,
    logLevel: data.LOG_LEVEL,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: data.TRUST_PROXY,
    demo: data.DEMO,
    bookDemoNumber: data.BOOK_DEMO_NUMBER,
    limits: Object.fromEntries(Object.keys(limits).map((name) => [name, data[name as keyof typeof limits]])),
    metricsToken: data.METRICS_TOKEN,
    sharesFiles: data.FILES_DIR !== undefined,
    filesDir: data.FILES_DIR === undefined ? join(dataDir, 'files') : resolve(data.FILES_DIR),
    servers: {
      eventStore: data.EVENTSTORE_URL,
      mongo: data.MONGO_URL,
      keys: data.KEYS_URL ?? data.MONGO_URL,
      redis: data.REDIS_URL,
      s3: data.S3_URL,
      geocoder: geocoder.data,
      whatsApp: whatsApp.data,
    },
    waitForServersSeconds: data.WAIT_FOR_SERVERS_SECONDS,
  };
}

/** As `readConfig`, for a process that serves people. @throws BadConfig where nobody could receive a code to sign in with */
export function readConfigToServe(env: Readonly<Record<string, string | undefined>>, process: Process = 'backend'): Config {
  const config = readConfig(env, process);
  // Projections send nothing, and Watch Demo lets people in without a code.
  const sendsCodes = process !== 'projections' && !config.demo && setIn(env)['MESSAGES'] !== 'off';
  if (config.production && sendsCodes && !config.servers.whatsApp)
    throw new BadConfig(
      'WHATSAPP_TOKEN is missing: with NODE_ENV=production there is no dev inbox, so nobody could receive a code to sign in with.\nSet WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID (docs/whatsapp.md), or MESSAGES=off to start without messages.',
    );
  return config;
}

/** What processes that run apart have to share: without it each would have a world of its own. */
const shared: Readonly<Record<string, string>> = {
  EVENTSTORE_URL: 'the event log',
  MONGO_URL: 'views, secrets and keys',
  REDIS_URL: 'jobs and live updates',
};

/** As `readConfigToServe`, for one of several processes. @throws BadConfig that names each server which is missing */
export function readConfigApart(env: Readonly<Record<string, string | undefined>>, process: Process): Config {
  const config = readConfigToServe(env, process);
  const set = setIn(env);
  const missing = Object.entries(shared).flatMap(([name, part]) => (name in set ? [] : [`${name} is missing: ${part}`]));
  if (process !== 'projections' && !('S3_URL' in set) && !('FILES_DIR' in set))
    missing.push('S3_URL is missing: files (or FILES_DIR, a folder that backends and workers share)');
  if (missing.length > 0)
    throw new BadConfig(
      `The ${process} cannot run apart from the rest without the real servers.\n${missing.join('\n')}\nnpm start runs everything in one process.`,
    );
  return config;
}

const setIn = (env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
