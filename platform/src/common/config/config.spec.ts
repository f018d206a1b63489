import { describe, expect, test } from '@jest/globals';
import {
  BadConfig,
  misspeltVariables,
  publicAddress,
  readConfig,
  readConfigForSeparateProcess,
  readConfigToServe,
} from './config.js';

test('by default a process listens on port 3000 of this machine and stores its data in ./data', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: `${process.cwd()}/data`,
    production: false,
    demo: false,
  });
});

test('by default every part is embedded', () => {
  expect(Object.values(readConfig({}).servers).filter((address) => address !== undefined)).toEqual(
    [],
  );
});

test('an empty variable counts as unset', () =>
  expect(readConfig({ PORT: ' ', MONGO_URL: '' })).toMatchObject({ port: 3000, servers: {} }));

test.each([
  ['PORT', '70000'],
  ['PORT', '3e3'],
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'prod'],
  ['NODE_ENV', 'Production'],
  ['DEV_INBOX', 'true'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['DEMO', 'yes'],
  ['BOOK_DEMO_NUMBER', '98765'],
  ['WAIT_FOR_SERVERS_SECONDS', '-1'],
  ['ERASURE_HOLD_DAYS', '366'],
  ['ERASURE_HOLD_DAYS', '1.5'],
  ['EVENTSTORE_URL', 'http://events:2113'],
  ['MONGO_URL', 'db:27017'],
  ['KEYS_URL', 'mongodb://'],
  ['REDIS_URL', 'localhost:6379'],
  ['S3_URL', 's3://bucket'],
  ['GEOCODER_URL', 'nominatim.example.com'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://app:hunter2@collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['WHATSAPP_PHONE_NUMBER_ID', '+919876543210'],
])('a bad %s is named in its error', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(BadConfig);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must`));
});

test('erasures have no hold unless days are set', () => {
  expect(readConfig({}).erasureHoldDays).toBe(0);
  expect(readConfig({ ERASURE_HOLD_DAYS: '30' }).erasureHoldDays).toBe(30);
});

test('nothing is traced without a receiver', () => {
  expect(readConfig({ OTEL_SERVICE_NAME: 'crm' }).traces).toBeUndefined();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.com/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20eA==, tenant = fieldtrace',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  };
  expect(readConfig(env).traces).toEqual({
    endpoint: 'https://traces.example.com/otlp',
    headers: { authorization: 'Basic eA==', tenant: 'fieldtrace' },
    serviceName: 'fieldtrace',
    share: 0.1,
  });
});

test('all errors are reported together', () => {
  expect(() => readConfig({ PORT: 'x', REDIS_URL: 'y', GEOCODER_URL: 'z' })).toThrow(
    /PORT must.*\nREDIS_URL must.*\nGEOCODER_URL must/,
  );
});

test('a bad address is not repeated, because it may contain a password', () => {
  const text = (() => {
    try {
      return String(
        readConfig({ MONGO_URL: 'mongo://app:hunter2@db', S3_URL: 'https://key:hunter2@host' }),
      );
    } catch (error) {
      return (error as Error).message;
    }
  })();
  expect(text).toContain('MONGO_URL must');
  expect(text).not.toContain('hunter2');
});

test.each([
  ['mongodb://app:p%40ss@a:27017,b:27017/fieldtrace?replicaSet=rs0', 'mongodb://a:27017,b:27017'],
  ['mongodb://app:p@ss/word@a:27017/fieldtrace', 'mongodb://a:27017'],
  ['rediss://:secret@queue:6379/2', 'rediss://queue:6379'],
  ['esdb://events:2113?tls=true', 'esdb://events:2113'],
])('a log shows %s as %s', (url, address) => expect(publicAddress(url)).toBe(address));

test('keys are stored beside views unless they have their own address', () => {
  const [views, keys] = ['mongodb://views/fieldtrace', 'mongodb://keys/fieldtrace'];
  expect(readConfig({ MONGO_URL: views }).servers.keys).toBe(views);
  expect(readConfig({ MONGO_URL: views, KEYS_URL: keys }).servers.keys).toBe(keys);
  expect(readConfig({ KEYS_URL: keys }).servers).toMatchObject({ keys, mongo: undefined });
});

describe('with a dev inbox', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['HOST 0.0.0.0', { HOST: '0.0.0.0' }],
    ['HOST [::]', { HOST: '::' }],
    ['HOST 192.168.1.7', { HOST: '192.168.1.7', NODE_ENV: 'development' }],
    ['PUBLIC_URL crm.example.com', { PUBLIC_URL: 'https://crm.example.com' }],
    ['PUBLIC_URL localhost.example.com', { PUBLIC_URL: 'http://localhost.example.com' }],
  ])('a process does not start if others could read all codes: %s', (variable, env) => {
    expect(() => readConfigToServe(env)).toThrow(`${variable} would open the dev inbox`);
    expect(readConfigToServe({ ...env, DEV_INBOX: '1' }).devInboxForAll).toBe(true);
    expect(readConfigToServe({ ...env, NODE_ENV: 'production', MESSAGES: 'off' }).hasDevInbox).toBe(
      false,
    );
    expect(readConfigToServe(env, 'projections').host).toBe(env['HOST'] ?? '127.0.0.1');
  });
  test.each([
    { HOST: 'localhost' },
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'http://[::1]:3000' },
  ])('a process may listen locally: %j', (env) =>
    expect(readConfigToServe(env).hasDevInbox).toBe(true),
  );
  test('production has no dev inbox', () =>
    expect(() => readConfig({ NODE_ENV: 'production', DEV_INBOX: '1' })).toThrow(
      /^DEV_INBOX must be left out/,
    ));
});

test.each([
  ['MONGOURL', 'MONGO_URL'],
  ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ['REDIS_URI', 'REDIS_URL'],
  ['EVENT_STORE_URL', 'EVENTSTORE_URL'],
  ['node_env', 'NODE_ENV'],
  ['WHATSAPP_TOKN', 'WHATSAPP_TOKEN'],
  ['OTEL_EXPORTER_OLTP_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
])('%s is reported as a misspelt %s', (written, meant) =>
  expect(misspeltVariables({ [written]: 'x' })).toEqual([[written, meant]]),
);

test('variables of other programs are not reported', () => {
  const others = [
    'HOME',
    'HOSTNAME',
    'PATH',
    'LOGNAME',
    'NODE_OPTIONS',
    'NODE_PATH',
    'PORTS',
    'npm_config_node_gyp',
    'SSH_AUTH_SOCK',
    'FAILPOINTS',
    'TZ',
  ];
  expect(misspeltVariables(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
  expect(misspeltVariables({ MONGO_URL: 'mongodb://m', MONGOURL: 'x' })).toEqual([]);
});

describe('in production', () => {
  const production = { NODE_ENV: 'production' };

  test('a process does not start if nobody could receive a code, and says what to set', () => {
    expect(() => readConfigToServe(production)).toThrow(BadConfig);
    expect(() => readConfigToServe(production)).toThrow(
      /^WHATSAPP_TOKEN is missing: .*\n.*MESSAGES=off/,
    );
  });
  test.each<[string, Readonly<Record<string, string>>]>([
    ['a service for messages', { WHATSAPP_TOKEN: 'token', WHATSAPP_PHONE_NUMBER_ID: '1234567' }],
    ['MESSAGES=off', { MESSAGES: 'off' }],
    ['Watch Demo, which lets people in without a code', { DEMO: '1' }],
  ])('%s is enough', (_, env) =>
    expect(readConfigToServe({ ...production, ...env }).production).toBe(true),
  );
  test('a process that is not in production uses the dev inbox', () =>
    expect(readConfigToServe({}).production).toBe(false));
  test('MESSAGES must be "off" or unset', () =>
    expect(() => readConfig({ MESSAGES: 'no' })).toThrow(/^MESSAGES must be off/));
});

describe('a process of its own', () => {
  const all = {
    EVENTSTORE_URL: 'esdb://e:2113?tls=false',
    MONGO_URL: 'mongodb://m',
    REDIS_URL: 'redis://r',
    S3_URL: 'https://key:secret@s3/bucket',
  };

  test('has its own port', () => {
    expect(
      (['backend', 'projections', 'workers'] as const).map(
        (process) => readConfigForSeparateProcess(all, process).port,
      ),
    ).toEqual([3000, 3001, 3002]);
  });
  test.each(Object.keys(all))('reports that %s is missing', (name) => {
    expect(() => readConfigForSeparateProcess({ ...all, [name]: '' }, 'workers')).toThrow(
      new RegExp(`workers cannot run apart.*\\n${name} is missing`),
    );
  });
  test('may share files by a folder', () => {
    expect(
      readConfigForSeparateProcess(
        { ...all, S3_URL: undefined, FILES_DIR: '/srv/files' },
        'backend',
      ).filesDir,
    ).toBe('/srv/files');
  });
  test('reports too if nobody could receive a code, unless it only projects', () => {
    const production = { ...all, NODE_ENV: 'production' };
    for (const process of ['backend', 'workers'] as const)
      expect(() => readConfigForSeparateProcess(production, process)).toThrow(
        /^WHATSAPP_TOKEN is missing/,
      );
    expect(readConfigForSeparateProcess(production, 'projections').production).toBe(true);
  });
  test('needs no files if it uses none', () => {
    expect(readConfigForSeparateProcess({ ...all, S3_URL: undefined }, 'projections').port).toBe(
      3001,
    );
  });
});
