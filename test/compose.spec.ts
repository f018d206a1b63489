import { variables } from '#platform/common/config/settings.js';
import { describe, expect, test } from '@jest/globals';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { existsSync, readFileSync } from 'node:fs';

/** Checks the composition without a container engine. */

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
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly ulimits?: { readonly nofile: { readonly hard: number } };
  readonly deploy?: { readonly replicas: number };
  readonly mem_limit?: string;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
};
type Compose = {
  readonly 'x-supported-until': Readonly<Record<string, string>>;
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
};

const text = readFileSync('docker-compose.yml', 'utf8');
const schema = CORE_SCHEMA.withTags(mergeTag);
const {
  services,
  volumes,
  networks,
  'x-supported-until': supportedUntil,
} = load(text, { schema }) as Compose;
const dockerfile = readFileSync('Dockerfile', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

const ownServices = Object.entries(services).filter(([, { build }]) => build !== undefined);
const [[, anOwnService]] = ownServices as [[string, Service]];
/** Sockets that the proxy and each backend may hold; each socket takes two files. */
const SOCKETS = 33_000;
/** Whether the service runs once and ends. */
const runsOnce = ({ restart }: Service) => restart === 'on-failure';
const sourceOf = (program: string) => program.replace(/^dist\//, '').replace(/\.js$/, '.ts');

describe('the composition', () => {
  test('has every process of Fieldtrace, two backends among them, on one image', () => {
    const programs = ownServices.flatMap(([, { command, deploy }]) =>
      Array.from({ length: deploy?.replicas ?? 1 }, () => command?.at(-1)),
    );
    expect(programs.sort()).toEqual(
      ['backend', 'backend', 'projections', 'projections', 'workers', 'workers'].map(
        (name) => `dist/${name}/src/main.js`,
      ),
    );
    expect(new Set(ownServices.map(([, { image }]) => image)).size).toBe(1);
  });
  test.each(ownServices)('%s runs a program that is built', (_, { command }) => {
    expect(command?.[0]).toBe('node');
    expect(existsSync(sourceOf(command!.at(-1)!))).toBe(true);
  });
  test.each(ownServices)(
    '%s gets only variables that the configuration knows',
    (_, { environment }) => {
      expect(Object.keys(environment!).filter((name) => !variables.includes(name))).toEqual([]);
    },
  );
  test.each(ownServices)(
    '%s gets the address of every server that it needs',
    (_, { environment }) => {
      for (const name of ['EVENTSTORE_URL', 'MONGO_URL', 'KEYS_URL', 'REDIS_URL', 'S3_URL'])
        expect(environment).toHaveProperty(name);
    },
  );
  test.each(Object.entries(services).filter(([, service]) => !runsOnce(service)))(
    '%s has a health check and restarts',
    (_, service) => {
      expect(service.healthcheck?.test.length).toBeGreaterThan(1);
      expect(service.restart).toBe('unless-stopped');
    },
  );
  test.each(Object.entries(services))(
    '%s waits for existing services until they are usable',
    (_, { depends_on: needs = {} }) => {
      for (const [name, { condition }] of Object.entries(needs))
        expect([name, condition]).toEqual([
          name,
          runsOnce(services[name]!) ? 'service_completed_successfully' : 'service_healthy',
        ]);
    },
  );
  test('every address leads to a service', () => {
    const hosts = Object.entries(anOwnService.environment!)
      .filter(([name]) => /^(EVENTSTORE|MONGO|KEYS|REDIS|S3)_URL$/.test(name))
      .map(([, url]) => /:\/\/(?:.*@)?([\w-]+):\d+/.exec(url)?.[1]);
    expect(hosts.filter((host) => !Object.hasOwn(services, host!))).toEqual([]);
  });
  test('every volume is declared and used, and every mounted file is there', () => {
    const mounted = Object.values(services).flatMap(({ volumes: mounts = [] }) =>
      mounts.map((volume) => volume.split(':')[0]!),
    );
    expect([...new Set(mounted.filter((name) => !name.startsWith('.')))].sort()).toEqual(
      Object.keys(volumes).sort(),
    );
    for (const file of mounted.filter((name) => name.startsWith('.')))
      expect(existsSync(file)).toBe(true);
  });
  test('only the proxy is reached from outside', () => {
    expect(
      Object.entries(services)
        .filter(([, { ports }]) => ports)
        .map(([name]) => name),
    ).toEqual(['proxy']);
  });
  test.each(Object.entries(services).filter(([, { image, build }]) => image && !build))(
    '%s has an exact version',
    (_, { image }) => {
      expect(image).toMatch(/:\d+\.\d+\.\d+(?:-[\w.-]+)?$|seaweedfs:\d+\.\d+$/);
    },
  );
  test('every image of a server is supported today, and every supported one is used', () => {
    const serverImages = Object.values(services).flatMap(({ build, image }) =>
      build ? [] : image,
    );
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(Object.keys(supportedUntil).sort()).toEqual(
      [...new Set([...serverImages, ...bases])].sort(),
    );
    const today = new Date().toISOString().slice(0, 10);
    for (const [image, day] of Object.entries(supportedUntil))
      expect(`${image} is supported until ${day > today ? day : `${day}, which has passed`}`).toBe(
        `${image} is supported until ${day}`,
      );
  });
  test.each(Object.entries(services))('%s fills neither memory nor disk', (_, service) => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.logging?.options).toEqual({ 'max-size': '20m', 'max-file': '5' });
  });
  test('https adds a certificate to the proxy, and changes nothing else', () => {
    const file = readFileSync('docker-compose.tls.yml', 'utf8');
    const overlay = load(file.replace('!override', ''), { schema }) as Compose;
    expect(Object.keys(overlay.services)).toEqual(['proxy']);
    const { ports, volumes: mounted = [], ...others } = overlay.services['proxy']!;
    expect(others).toEqual({});
    expect(ports).toEqual(['80:8081', '443:8443']);
    expect(existsSync(mounted[0]!.split(':')[0]!)).toBe(true);
  });
  test('no password has a default: an unset one stops the start', () => {
    const passwords = [...text.matchAll(/\$\{(\w*PASSWORD)([^}]*)\}/g)];
    expect(new Set(passwords.map(([, name]) => name))).toEqual(
      new Set(
        ['EVENTS', 'MONGO', 'MONGO_ROOT', 'REDIS', 'FILES'].map((name) => `${name}_PASSWORD`),
      ),
    );
    for (const [match, , rest] of passwords)
      expect([match, rest?.startsWith(':?')]).toEqual([match, true]);
  });
  test('every server needs a password', () => {
    for (const name of ['EVENTSTORE_URL', 'MONGO_URL', 'KEYS_URL', 'REDIS_URL', 'S3_URL'])
      expect(anOwnService.environment![name]).toMatch(/:\/\/\w*:\$\{\w+_PASSWORD:\?[^}]+\}@/);
    expect(services['redis']!.command!.join(' ')).toContain('--requirepass');
    expect(services['mongo']!.command!.join(' ')).toContain('--keyFile');
    expect(services['events']!.environment).not.toHaveProperty('EVENTSTORE_INSECURE');
  });
  test.each(Object.entries(services))(
    '%s has minimal privileges',
    (name, { user, build, cap_drop, security_opt, read_only }) => {
      expect(cap_drop).toEqual(['ALL']);
      expect(security_opt).toEqual(['no-new-privileges:true']);
      // The log's server writes into its image's folders.
      expect(read_only).toBe(name === 'events' ? undefined : true);
      // The Dockerfile sets the user of our own image. Only the service that sets volume owners
      // needs root.
      if (!build) expect(/^(?:root|0)/.test(user ?? 'root')).toBe(name === 'volume-owners');
    },
  );
  test('servers are reachable from Fieldtrace’s processes only', () => {
    expect(networks).toEqual({ servers: { internal: true }, outside: null });
    const reachable = Object.entries(services).filter(
      ([, { networks: ownNetworks, network_mode }]) =>
        network_mode !== 'none' && ownNetworks?.join() !== 'servers',
    );
    expect(reachable.map(([name]) => name).sort()).toEqual([
      'backend-1',
      'backend-2',
      'proxy',
      'workers',
    ]);
    expect(services['proxy']!.networks).toEqual(['outside']);
  });
  test.each(['backend-1', 'backend-2'])('%s spools uploads on a volume, not in memory', (name) => {
    const { environment, volumes: mounts = [] } = services[name]!;
    const mounted = mounts
      .filter((volume) => !volume.endsWith(':ro'))
      .map((volume) => volume.split(':')[1]);
    expect(mounted).toContain(environment!['DATA_DIR']);
  });
  test('the proxy and the backends may open as many files as 33,000 sockets take', () => {
    for (const name of ['proxy', 'backend-1', 'backend-2'])
      expect(services[name]!.ulimits!.nofile.hard).toBeGreaterThanOrEqual(2 * SOCKETS);
    const nginx = readFileSync('docker/nginx.conf', 'utf8');
    for (const setting of ['worker_rlimit_nofile', 'worker_connections'])
      expect(Number(new RegExp(`${setting} (\\d+);`).exec(nginx)?.[1])).toBeGreaterThanOrEqual(
        2 * SOCKETS,
      );
  });
  test('Redis stores jobs on disk and evicts nothing', () => {
    expect(services['redis']!.command!.join(' ')).toMatch(
      /--appendonly yes.*--maxmemory-policy noeviction/,
    );
  });
  test('MongoDB is an initiated replica set', () => {
    expect(services['mongo']!.command!.join(' ')).toContain('--replSet');
    expect(readFileSync('docker/mongo-users.js', 'utf8')).toContain('rs.initiate');
  });
  test('the proxy knows each backend', () => {
    const servers = [
      ...readFileSync('docker/nginx.conf', 'utf8').matchAll(/server ([\w-]+):3000/g),
    ].map(([, name]) => name);
    expect(servers).toEqual(
      Object.keys(services).filter(
        (name) => services[name]!.command?.at(-1) === 'dist/backend/src/main.js',
      ),
    );
  });
});

describe('the image', () => {
  const stages = dockerfile.split(/^FROM /m).slice(1);

  test('is built in two stages, without sources and build tools', () => {
    expect(stages).toHaveLength(2);
    expect(stages[0]).toMatch(/npm prune --workspaces=false --omit=dev/);
    expect([...stages[1]!.matchAll(/^COPY .*$/gm)].map(([line]) => line)).toEqual(
      [
        'package.json ./',
        'node_modules ./node_modules',
        'dist ./dist',
        'workers/pdf ./workers/pdf',
      ].map((names) => `COPY --from=build /app/${names}`),
    );
  });
  test('uses one exact, tested version of Node', () => {
    const versions = stages.map((stage) => /^node:(\d+\.\d+\.\d+)-/.exec(stage)?.[1]);
    expect(new Set(versions).size).toBe(1);
    expect(readFileSync('test/node-versions.mjs', 'utf8')).toContain(`'${versions[0]}'`);
  });
  test('does not run as root, and has a health check', () => {
    expect(stages[1]).toMatch(/^USER node$/m);
    expect(stages[1]).toMatch(/^HEALTHCHECK /m);
  });
  test('copies only files that exist and are not ignored', () => {
    const ignoreLines = readFileSync('.dockerignore', 'utf8').split('\n');
    const copied = [...stages[0]!.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names]) =>
      names!.split(' '),
    );
    expect(copied.filter((name) => !existsSync(name) || !ignoreLines.includes(`!${name}`))).toEqual(
      [],
    );
  });
  test('gets only variables that the configuration knows', () => {
    const names = [...stages[1]!.matchAll(/^ENV (.+)$/gm)]
      .flatMap(([, pairs]) => pairs!.split(' ').map((pair) => pair.split('=')[0]!))
      .filter((name) => name === name.toUpperCase());
    expect(names.filter((name) => !variables.includes(name))).toEqual([]);
  });
});

test.each(['backend', 'projections', 'workers'])(
  '%s has a script that starts it, and a main file',
  (name) => {
    expect(scripts[`start:${name}`]).toMatch(new RegExp(` ${name}$`));
    expect(existsSync(`${name}/src/main.ts`)).toBe(true);
  },
);
