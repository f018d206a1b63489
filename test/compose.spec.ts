import { variables } from '#platform/config.js';
import { describe, expect, test } from '@jest/globals';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { existsSync, readFileSync } from 'node:fs';

/** No container engine is asked: what can be wrong without one is looked for here. */

type Service = {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly restart?: string;
  readonly deploy?: { readonly replicas: number };
};
type Compose = { readonly services: Readonly<Record<string, Service>>; readonly volumes: Readonly<Record<string, unknown>> };

const { services, volumes } = load(readFileSync('docker-compose.yml', 'utf8'), { schema: CORE_SCHEMA.withTags(mergeTag) }) as Compose;
const dockerfile = readFileSync('Dockerfile', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };
const nest = JSON.parse(readFileSync('nest-cli.json', 'utf8')) as {
  projects: Readonly<Record<string, { type: string; sourceRoot: string; entryFile: string }>>;
};

const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);
/** Whose work is done when they end. */
const isOnce = ({ restart }: Service) => restart === 'on-failure';
const sourceOf = (program: string) => program.replace(/^dist\//, '').replace(/\.js$/, '.ts');

describe('the composition', () => {
  test('has every process of ours, two backends among them, on one image', () => {
    const programs = ours.flatMap(([, { command, deploy }]) => Array.from({ length: deploy?.replicas ?? 1 }, () => command?.at(-1)));
    expect(programs.sort()).toEqual(
      ['backend', 'backend', 'projections', 'projections', 'workers', 'workers'].map((name) => `dist/${name}/src/main.js`),
    );
    expect(new Set(ours.map(([, { image }]) => image)).size).toBe(1);
  });
  test.each(ours)('%s runs a program that is built', (_, { command }) => {
    expect(command?.[0]).toBe('node');
    expect(existsSync(sourceOf(command!.at(-1)!))).toBe(true);
  });
  test.each(ours)('%s is told only what its configuration knows', (_, { environment }) => {
    expect(Object.keys(environment!).filter((name) => !variables.includes(name))).toEqual([]);
  });
  test.each(ours)('%s is told of every server that a process apart needs', (_, { environment }) => {
    for (const name of ['EVENTSTORE_URL', 'MONGO_URL', 'KEYS_URL', 'REDIS_URL', 'S3_URL']) expect(environment).toHaveProperty(name);
  });
  test.each(Object.entries(services).filter(([, service]) => !isOnce(service)))('%s is looked after: its health, and its return', (_, service) => {
    expect(service.healthcheck?.test.length).toBeGreaterThan(1);
    expect(service.restart).toBe('unless-stopped');
  });
  test.each(Object.entries(services))('%s waits for services that are there, each until it can be used', (_, { depends_on: needs = {} }) => {
    for (const [name, { condition }] of Object.entries(needs))
      expect([name, condition]).toEqual([name, isOnce(services[name]!) ? 'service_completed_successfully' : 'service_healthy']);
  });
  test('every address leads to a service', () => {
    const hosts = Object.entries(ours[0]![1].environment!)
      .filter(([name]) => /^(EVENTSTORE|MONGO|KEYS|REDIS|S3)_URL$/.test(name))
      .map(([, url]) => /:\/\/(?:.*@)?([\w-]+):\d+/.exec(url)?.[1]);
    expect(hosts.filter((host) => !Object.hasOwn(services, host!))).toEqual([]);
  });
  test('every volume is declared and used, and every mounted file is there', () => {
    const mounted = Object.values(services).flatMap(({ volumes: used = [] }) => used.map((volume) => volume.split(':')[0]!));
    expect([...new Set(mounted.filter((name) => !name.startsWith('.')))].sort()).toEqual(Object.keys(volumes).sort());
    for (const file of mounted.filter((name) => name.startsWith('.'))) expect(existsSync(file)).toBe(true);
  });
  test('only the proxy is reached from outside', () => {
    expect(
      Object.entries(services)
        .filter(([, { ports }]) => ports)
        .map(([name]) => name),
    ).toEqual(['proxy']);
  });
  test('Redis keeps jobs on disk and throws nothing away', () => {
    expect(services['redis']!.command!.join(' ')).toMatch(/--appendonly yes.*--maxmemory-policy noeviction/);
  });
  test('MongoDB is a replica set, which somebody initiates', () => {
    expect(services['mongo']!.command).toContain('--replSet');
    expect(services['mongo-replica-set']!.command!.join(' ')).toContain('rs.initiate');
  });
  test('the proxy knows each backend', () => {
    const servers = [...readFileSync('docker/nginx.conf', 'utf8').matchAll(/server ([\w-]+):3000/g)].map(([, name]) => name);
    expect(servers).toEqual(Object.keys(services).filter((name) => services[name]!.command?.at(-1) === 'dist/backend/src/main.js'));
  });
});

describe('the image', () => {
  const stages = dockerfile.split(/^FROM /m).slice(1);

  test('is built in two stages, and has neither sources nor what only the build needs', () => {
    expect(stages).toHaveLength(2);
    expect(stages[0]).toMatch(/npm prune --omit=dev/);
    expect([...stages[1]!.matchAll(/^COPY .*$/gm)].map(([line]) => line)).toEqual(
      ['package.json ./', 'node_modules ./node_modules', 'dist ./dist'].map((what) => `COPY --from=build /app/${what}`),
    );
  });
  test('does not run as root, and says how it is', () => {
    expect(stages[1]).toMatch(/^USER node$/m);
    expect(stages[1]).toMatch(/^HEALTHCHECK /m);
  });
  test('copies only what is there and is not ignored', () => {
    const allowed = readFileSync('.dockerignore', 'utf8').split('\n');
    const copied = [...stages[0]!.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names]) => names!.split(' '));
    expect(copied.filter((name) => !existsSync(name) || !allowed.includes(`!${name}`))).toEqual([]);
  });
  test('is told only what the configuration knows', () => {
    const names = [...stages[1]!.matchAll(/(\w+)=/g)].map(([, name]) => name!).filter((name) => name === name.toUpperCase());
    expect(names.filter((name) => !variables.includes(name))).toEqual([]);
  });
});

test.each(['backend', 'projections', 'workers'])('%s has a script that starts it, and Nest knows where it begins', (name) => {
  expect(scripts[`start:${name}`]).toMatch(new RegExp(` ${name}$`));
  const { type, sourceRoot, entryFile } = nest.projects[name]!;
  expect([type, existsSync(`${sourceRoot}/${entryFile}.ts`)]).toEqual(['application', true]);
});
