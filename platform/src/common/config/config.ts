import type { z } from 'zod';
import { isLocalHost } from '../network-of.js';
import { settings, variables } from './settings.js';

type Environment = Readonly<Record<string, string | undefined>>;
type Settings = Readonly<z.output<typeof settings>>;

const defaultPorts = { backend: 3000, projections: 3001, workers: 3002 } as const;
type ProcessName = keyof typeof defaultPorts;

/** Settings from the environment; also the token by which Nest provides them. */
export abstract class Config extends (Object as unknown as abstract new () => Settings) {
  /** 0: any free one. */
  abstract override readonly port: number;
}

/** The environment is wrong: the process prints the message and stops. */
export class BadConfig extends Error {}

/**
 * Validated once, at start. An empty variable is one that is not set. @throws BadConfig that names
 * each bad value
 */
export function readConfig(env: Environment, process: ProcessName = 'backend'): Config {
  const { data, error } = settings.safeParse(setIn(env));
  if (error)
    throw new BadConfig(
      error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'),
    );
  return { ...data, port: data.port ?? defaultPorts[process] };
}

/**
 * Reads the config of a process that serves people.
 * @throws BadConfig if sign-in codes could not be delivered, or strangers could read them
 */
export function readConfigToServe(env: Environment, process: ProcessName = 'backend'): Config {
  const config = readConfig(env, process);
  if (process === 'backend') refuseOpenDevInbox(config);
  // Projections send nothing, and Watch Demo lets people in without a code.
  const sendsCodes = process !== 'projections' && !config.demo && !config.messagesOff;
  if (config.production && sendsCodes && !config.servers.whatsApp)
    throw new BadConfig(
      'WHATSAPP_TOKEN is missing: with NODE_ENV=production there is no dev inbox, so no sign-in code could be delivered.\nSet WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID (docs/whatsapp.md), or MESSAGES=off to start without messages.',
    );
  return config;
}

/**
 * @throws BadConfig where others than this machine could reach the dev inbox, unless `DEV_INBOX=1`
 */
function refuseOpenDevInbox({ hasDevInbox, devInboxForAll, host, publicUrl }: Config): void {
  if (!hasDevInbox || devInboxForAll) return;
  const addresses = {
    HOST: host.includes(':') ? `[${host}]` : host,
    PUBLIC_URL: publicUrl && new URL(publicUrl).host,
  };
  const open = Object.entries(addresses).flatMap(([name, address]) =>
    address === undefined || isLocalHost(address) ? [] : [`${name} ${address}`],
  );
  if (open.length > 0)
    throw new BadConfig(
      `${open.join(' and ')} would open the dev inbox, in which everybody's sign-in codes stand, to others than this machine.\nSet NODE_ENV=production where people work with it, or DEV_INBOX=1 where everybody may read all codes.`,
    );
}

/**
 * Variables that are probably misspelt ones of ours, each with the right name: a start would ignore
 * them silently.
 */
export function misspeltVariables(
  env: Environment,
): readonly (readonly [written: string, meant: string])[] {
  const known = variables.map((name) => [name, lettersOf(name)] as const);
  return Object.keys(env).flatMap((written) => {
    const letters = lettersOf(written);
    if (variables.includes(written) || letters.length < leastLetters) return [];
    const most = letters.length < manyLetters ? 1 : 2;
    const [meant] =
      known.find(
        ([, name]) => name.length >= leastLetters && editDistance(letters, name) <= most,
      ) ?? [];
    return meant === undefined || meant in env ? [] : [[written, meant] as const];
  });
}
/** Shorter names resemble too many others. */
const leastLetters = 5;
/** From this length on two wrong letters are allowed, else one. */
const manyLetters = 8;

const lettersOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, compared] of [...other].entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + Number(letter !== compared)));
    row = next;
  }
  return row.at(-1)!;
}

/**
 * Servers that separate processes must share. Without them each process would have its own data.
 */
const shared = {
  EVENTSTORE_URL: 'the event log',
  MONGO_URL: 'views, secrets and keys',
  REDIS_URL: 'jobs and live updates',
};

/**
 * Reads the config of a process that runs apart from the others.
 * @throws BadConfig that names each missing server
 */
export function readConfigApart(env: Environment, process: ProcessName): Config {
  const config = readConfigToServe(env, process);
  const set = setIn(env);
  const missing = Object.entries(shared).flatMap(([name, part]) =>
    name in set ? [] : [`${name} is missing: ${part}`],
  );
  if (process !== 'projections' && !('S3_URL' in set) && !('FILES_DIR' in set))
    missing.push(
      'S3_URL is missing: files (or FILES_DIR, a folder that backends and workers share)',
    );
  if (missing.length > 0)
    throw new BadConfig(
      `The ${process} cannot run apart from the rest without the real servers.\n${missing.join('\n')}\nnpm start runs everything in one process.`,
    );
  return config;
}

const setIn = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));

/** A server's address for people and logs: without user, password, path and options. */
export function placeOf(url: string): string {
  const [, scheme = '', host = ''] = /^([\w+.-]+:\/\/)(?:.*@)?([^/?#]*)/s.exec(url) ?? [];
  return `${scheme}${host}`;
}
