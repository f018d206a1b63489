import type { z } from 'zod';
import { editDistance } from '../edit-distance.js';
import { isLocalHost } from '../networks.js';
import { settings, variables } from './settings.js';

type Environment = Readonly<Record<string, string | undefined>>;
type Settings = Readonly<z.output<typeof settings>>;

const DEFAULT_PORTS = { backend: 3000, projections: 3001, workers: 3002 } as const;
type ProcessName = keyof typeof DEFAULT_PORTS;

/** Settings from the environment; also their token in Nest. */
export abstract class Config extends (Object as unknown as abstract new () => Settings) {
  /** Port; 0 means any free one. */
  abstract override readonly port: number;
}

/** Invalid environment: the process prints the message and stops. */
export class BadConfig extends Error {}

/**
 * Validates the environment, once at start. An empty variable counts as not set.
 * @throws BadConfig that names each invalid value
 */
export function readConfig(env: Environment, process: ProcessName = 'backend'): Config {
  const { data, error } = settings.safeParse(nonEmptyVariables(env));
  if (error)
    throw new BadConfig(
      error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'),
    );
  return { ...data, port: data.port ?? DEFAULT_PORTS[process] };
}

/**
 * Reads the config of a process that serves people.
 * @throws BadConfig if sign-in codes could not be delivered, or strangers could read them
 */
export function readConfigToServe(env: Environment, process: ProcessName = 'backend'): Config {
  const config = readConfig(env, process);
  if (process === 'backend') refuseOpenDevInbox(config);
  // Projections send nothing; Watch Demo signs people in without a code.
  const sendsCodes = process !== 'projections' && !config.demo && !config.messagesOff;
  if (config.production && sendsCodes && !config.servers.whatsApp)
    throw new BadConfig(
      'WHATSAPP_TOKEN is missing: with NODE_ENV=production there is no dev inbox, so no sign-in code could be delivered.\nSet WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID (docs/whatsapp.md), or MESSAGES=off to start without messages.',
    );
  return config;
}

/** @throws BadConfig if another machine could reach the dev inbox without `DEV_INBOX=1` */
function refuseOpenDevInbox({ hasDevInbox, devInboxForAll, host, publicUrl }: Config): void {
  if (!hasDevInbox || devInboxForAll) return;
  const addresses = {
    HOST: host.includes(':') ? `[${host}]` : host,
    PUBLIC_URL: publicUrl && new URL(publicUrl).host,
  };
  const publicAddresses = Object.entries(addresses).flatMap(([name, address]) =>
    address === undefined || isLocalHost(address) ? [] : [`${name} ${address}`],
  );
  if (publicAddresses.length > 0)
    throw new BadConfig(
      `${publicAddresses.join(' and ')} would open the dev inbox, which shows everybody's sign-in codes, to other machines.\nSet NODE_ENV=production where people work with it, or DEV_INBOX=1 where everybody may read all codes.`,
    );
}

/**
 * Environment variables that are probably misspelt ones of ours, with the right name. They would be
 * ignored silently.
 */
export function misspeltVariables(
  env: Environment,
): readonly (readonly [written: string, meant: string])[] {
  const ownNames = variables.map((name) => [name, normalizeName(name)] as const);
  return Object.keys(env).flatMap((written) => {
    const letters = normalizeName(written);
    if (variables.includes(written) || letters.length < MIN_LETTERS) return [];
    const maxDistance = letters.length < TWO_ERRORS_MIN_LETTERS ? 1 : 2;
    const [meant] =
      ownNames.find(
        ([, name]) => name.length >= MIN_LETTERS && editDistance(letters, name) <= maxDistance,
      ) ?? [];
    return meant === undefined || meant in env ? [] : [[written, meant] as const];
  });
}
/** Shorter names resemble too many others. */
const MIN_LETTERS = 5;
/** Length from which two wrong letters are allowed, else one. */
const TWO_ERRORS_MIN_LETTERS = 8;

const normalizeName = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Servers that separate processes must share, so that each does not have its own data. */
const REQUIRED_SERVERS = {
  EVENTSTORE_URL: 'the event log',
  MONGO_URL: 'views, secrets and keys',
  REDIS_URL: 'jobs and live updates',
};

/**
 * Reads the config of a process that runs apart from the others.
 * @throws BadConfig that names each missing server
 */
export function readConfigForSeparateProcess(env: Environment, process: ProcessName): Config {
  const config = readConfigToServe(env, process);
  const setVariables = nonEmptyVariables(env);
  const missing = Object.entries(REQUIRED_SERVERS).flatMap(([name, part]) =>
    name in setVariables ? [] : [`${name} is missing: ${part}`],
  );
  if (process !== 'projections' && !('S3_URL' in setVariables) && !('FILES_DIR' in setVariables))
    missing.push(
      'S3_URL is missing: files (or FILES_DIR, a folder that backends and workers share)',
    );
  if (missing.length > 0)
    throw new BadConfig(
      `The ${process} cannot run apart from the rest without the real servers.\n${missing.join('\n')}\nnpm start runs everything in one process.`,
    );
  return config;
}

const nonEmptyVariables = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));

/** Server address for people and logs: without user, password, path and options. */
export function publicAddress(url: string): string {
  const [, scheme = '', host = ''] = /^([\w+.-]+:\/\/)(?:.*@)?([^/?#]*)/s.exec(url) ?? [];
  return `${scheme}${host}`;
}
