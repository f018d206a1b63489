import { join, resolve } from 'node:path';
import { z } from 'zod';

const integerBetween = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message);
};
const flag = z
  .enum(['0', '1'], 'must be 0 or 1')
  .default('0')
  .transform((value) => value === '1');
const textMatching = (form: RegExp, message: string) => z.string().regex(form, message);
const httpUrl = (message: string) =>
  z.url({ protocol: /^https?$/, error: message }).transform((url) => url.replace(/\/+$/, ''));

/**
 * Address of a server; may list several hosts, so it need not be a URL. Errors never quote it,
 * because it may hold a password.
 */
const serverAddress = (scheme: RegExp, example: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) => scheme.test(text) && /:\/\/[^\s/]\S*$/.test(text),
      `must be an address such as ${example}`,
    )
    .optional();
const mongoAddress = serverAddress(
  /^mongodb(\+srv)?:/,
  'mongodb://db.example.com:27017/fieldtrace?replicaSet=rs0',
);

const S3_MESSAGE =
  'must be an address such as https://KEY:SECRET@s3.example.com/bucket?region=ap-south-1';
/** Key and secret are percent-encoded, because S3 secrets often contain `/` or `+`. */
export const s3Settings = z.string().transform((text, context) => {
  try {
    const { protocol, host, pathname, searchParams, username, password } = new URL(text);
    const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(pathname)?.[1];
    const accessKeyId = decodeURIComponent(username);
    const secretAccessKey = decodeURIComponent(password);
    if (/^https?:$/.test(protocol) && bucket && accessKeyId && secretAccessKey)
      return {
        endpoint: `${protocol}//${host}`,
        bucket,
        region: searchParams.get('region') ?? 'us-east-1',
        accessKeyId,
        secretAccessKey,
      };
  } catch {
    // No URL, or its key or secret is not percent-encoded UTF-8.
  }
  context.addIssue(S3_MESSAGE);
  return z.NEVER;
});

const limit = integerBetween(1, 1_000_000).optional();
/** Each variable replaces a number in the table of limits. */
const limitVariables = {
  COMMANDS_PER_MEMBER_AND_SECOND: limit,
  QUERIES_PER_MEMBER_AND_SECOND: limit,
  REQUESTS_PER_ADDRESS_AND_SECOND: limit,
  CODES_PER_ADDRESS_AND_HOUR: limit,
  STRANGERS_PER_ADDRESS_AND_HOUR: limit,
  UNVERIFIED_COMMANDS_PER_DAY: limit,
  COMMAND_MEGABYTES_PER_DAY: limit,
  UNVERIFIED_COMMAND_MEGABYTES_PER_DAY: limit,
  REQUESTS_PER_MEMBER_AT_ONCE: limit,
  SOCKETS_PER_MEMBER: limit,
  FILES_PER_MEMBER_MEGABYTES: integerBetween(1, 1_000_000_000).optional(),
  FILES_PER_ORGANIZATION_MEGABYTES: integerBetween(1, 1_000_000_000).optional(),
};
/** `name=value` pairs with commas, percent-encoded, as OpenTelemetry's variables have them. */
const namedValues = z.string().transform((text, context) => {
  const pairs = text.split(',').map((pair) => /^([^=]+)=(.*)$/.exec(pair.trim()));
  try {
    return Object.fromEntries(
      pairs.map((pair) => [pair![1]!.trim(), decodeURIComponent(pair![2]!.trim())]),
    );
  } catch {
    context.addIssue('must be pairs such as api-key=secret, separated by commas');
    return z.NEVER;
  }
});
const textList = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));
const templateName = textMatching(
  /^[a-z0-9_]{1,512}$/,
  'must be a template’s name: small letters, digits and _',
);

const variableSchemas = {
  PORT: integerBetween(0, 65_535).optional(),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  NODE_ENV: z
    .enum(
      ['development', 'test', 'production'],
      'must be development, test or production, or left out',
    )
    .optional(),
  DEV_INBOX: flag,
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('warn'),
  PUBLIC_URL: httpUrl('must be an address such as https://crm.example.com').optional(),
  TRUST_PROXY: flag,
  DEMO: flag,
  BOOK_DEMO_NUMBER: z.e164({ error: 'must be a number such as +919876543210' }).optional(),
  ...limitVariables,
  MESSAGES: z.literal('off', 'must be off, or left out').optional(),
  METRICS_TOKEN: z.string().min(24, 'must have at least 24 characters').optional(),
  FILES_DIR: z.string().optional(),
  EVENTSTORE_URL: serverAddress(/^esdb(\+discover)?:/, 'esdb://events.example.com:2113?tls=true'),
  MONGO_URL: mongoAddress,
  KEYS_URL: mongoAddress,
  REDIS_URL: serverAddress(/^rediss?:/, 'redis://queue.example.com:6379'),
  S3_URL: s3Settings.optional(),
  PROJECTION_LANES: integerBetween(1, 16).default(1),
  WAIT_FOR_SERVERS_SECONDS: integerBetween(0, 3_600).default(60),
  ERASURE_HOLD_DAYS: integerBetween(0, 365).default(0),
  WITNESS_URL: httpUrl('must be the address of a C2SP witness').optional(),
  GEOCODER_URL: httpUrl(
    'must be the address of a Nominatim server, such as https://nominatim.example.com',
  ).optional(),
  GEOCODER_CONTACT: textMatching(
    /^[\x21-\x7e]{3,200}$/,
    'must be an e-mail address or a page, so that the operator of the geocoder can reach you',
  ).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl(
    'must be the address of an OTLP/HTTP receiver, such as http://collector.example.com:4318',
  )
    .refine(
      (url) => !/\/\/[^/]*@/.test(url),
      'must have no user: a credential is a header, in OTEL_EXPORTER_OTLP_HEADERS',
    )
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: namedValues.default({}),
  OTEL_SERVICE_NAME: z.string().default('fieldtrace'),
  OTEL_TRACES_SAMPLER_ARG: textMatching(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  PUSH_SERVICES: textList.optional(),
  CLOSED_PAGES: textList
    .pipe(z.array(z.uuid('must be ids of organizations, separated by commas').toLowerCase()))
    .optional(),
  WHATSAPP_TOKEN: z.string().optional(),
  WHATSAPP_PHONE_NUMBER_ID: textMatching(
    /^\d{5,30}$/,
    'must be the id of the phone number, in digits: not the number itself',
  ).optional(),
  WHATSAPP_CODE_TEMPLATE: templateName.default('fieldtrace_code'),
  WHATSAPP_MESSAGE_TEMPLATE: templateName.optional(),
  WHATSAPP_LANGUAGE: textMatching(
    /^[a-z]{2,3}(_[A-Z]{2})?$/,
    'must be a template’s language such as en or en_US',
  ).default('en'),
  WHATSAPP_HINDI: textMatching(
    /^hi(_[A-Z]{2})?$/,
    'must be the language of a Hindi template, which is hi',
  ).optional(),
  WHATSAPP_URL: httpUrl('must be an address such as https://graph.facebook.com/v25.0').default(
    'https://graph.facebook.com/v25.0',
  ),
  WHATSAPP_APP_SECRET: z.string().optional(),
  WHATSAPP_VERIFY_TOKEN: z.string().optional(),
};

/** Push services of Chrome and most others, Firefox, Safari and Edge. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];

export const variables: readonly string[] = Object.keys(variableSchemas);

/** Variables that need another one: if the first is set, the second must be set. */
const REQUIRED_PAIRS = [
  ['GEOCODER_URL', 'GEOCODER_CONTACT', ': geocoders ask for it'],
  ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID', ''],
  ['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_TOKEN', ''],
  ['WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN', ''],
  ['WHATSAPP_VERIFY_TOKEN', 'WHATSAPP_APP_SECRET', ''],
  ['WHATSAPP_APP_SECRET', 'WHATSAPP_TOKEN', ''],
] as const;

/** Settings of a process, validated from the environment. */
export const settings = z
  .object(variableSchemas)
  .superRefine((env, context) => {
    for (const [name, needed, reason] of REQUIRED_PAIRS)
      if (env[name] !== undefined && env[needed] === undefined)
        context.addIssue({
          code: 'custom',
          path: [needed],
          message: `must be set too, because ${name} is${reason}`,
        });
    if (env.PROJECTION_LANES > 1 && env.MONGO_URL === undefined)
      context.addIssue({
        code: 'custom',
        path: ['PROJECTION_LANES'],
        message: 'must be left out without MONGO_URL: embedded views have one lane',
      });
    if (env.DEV_INBOX && env.NODE_ENV === 'production')
      context.addIssue({
        code: 'custom',
        path: ['DEV_INBOX'],
        message: 'must be left out with NODE_ENV=production, which has no dev inbox',
      });
  })
  .transform((env) => {
    const dataDir = resolve(env.DATA_DIR);
    const production = env.NODE_ENV === 'production';
    const whatsApp = whatsAppSettings(env);
    const hasDevInbox = !production && whatsApp === undefined;
    return {
      port: env.PORT,
      host: env.HOST,
      dataDir,
      /** No dev inbox and no demo data. */
      production,
      /**
       * Whether sign-in codes appear in the dev inbox: without a message service, outside
       * production.
       */
      hasDevInbox,
      /** `DEV_INBOX=1` shows the dev inbox to everybody who reaches the port. */
      devInboxForAll: hasDevInbox && env.DEV_INBOX,
      /** The operator has switched messages off. */
      messagesOff: env.MESSAGES === 'off',
      logLevel: env.LOG_LEVEL,
      /** Address that people use, if a proxy is in front. With https, cookies are `Secure`. */
      publicUrl: env.PUBLIC_URL,
      /** A proxy sets the client's address (`X-Forwarded-For`). */
      trustProxy: env.TRUST_PROXY,
      demo: env.DEMO,
      bookDemoNumber: env.BOOK_DEMO_NUMBER,
      /** Limits that were set, by variable. */
      limits: Object.fromEntries(
        Object.keys(limitVariables).map((name) => [name, env[name as keyof typeof limitVariables]]),
      ),
      /** Bearer token of `/metrics`; without one, only this machine may read it. */
      metricsToken: env.METRICS_TOKEN,
      /** Folder of files if S3 is not used. Separate processes may share it. */
      filesDir: env.FILES_DIR === undefined ? join(dataDir, 'files') : resolve(env.FILES_DIR),
      sharesFiles: env.FILES_DIR !== undefined,
      /** Addresses of servers. Without one the embedded adapter is used. */
      servers: {
        eventStore: env.EVENTSTORE_URL,
        mongo: env.MONGO_URL,
        keys: env.KEYS_URL ?? env.MONGO_URL,
        redis: env.REDIS_URL,
        s3: env.S3_URL,
        geocoder:
          env.GEOCODER_URL === undefined
            ? undefined
            : { url: env.GEOCODER_URL, contact: env.GEOCODER_CONTACT! },
        whatsApp,
      },
      /** Receiver of traces; without one, nothing is traced. */
      traces:
        env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
          ? undefined
          : {
              endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
              headers: env.OTEL_EXPORTER_OTLP_HEADERS,
              serviceName: env.OTEL_SERVICE_NAME,
              share: env.OTEL_TRACES_SAMPLER_ARG,
            },
      /** Hosts of push services that messages may go to; default: those of the browsers. */
      pushServices: env.PUSH_SERVICES ?? PUSH_SERVICES,
      /** Ids of organizations whose public pages the operator has closed. */
      closedPages: new Set(env.CLOSED_PAGES),
      /** Lanes of organizations; if there are several, accounts have one more. */
      projectionLanes: env.PROJECTION_LANES,
      waitForServersSeconds: env.WAIT_FOR_SERVERS_SECONDS,
      /** Days between an erasure and the destruction of its keys and files. 0 destroys at once. */
      erasureHoldDays: env.ERASURE_HOLD_DAYS,
      /** Witness that signs the checkpoints of the log too. */
      witnessUrl: env.WITNESS_URL,
    };
  });

function whatsAppSettings(env: z.output<z.ZodObject<typeof variableSchemas>>) {
  const {
    WHATSAPP_TOKEN: token,
    WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: verifyToken,
  } = env;
  if (token === undefined || phoneNumberId === undefined) return undefined;
  return {
    token,
    phoneNumberId,
    /** Template of the category "authentication" with a copy-code button. */
    codeTemplate: env.WHATSAPP_CODE_TEMPLATE,
    /**
     * Template of the category "utility" with one variable, for everything except codes. Without it
     * only codes are sent.
     */
    messageTemplate: env.WHATSAPP_MESSAGE_TEMPLATE,
    language: env.WHATSAPP_LANGUAGE,
    /** Language code of the Hindi templates. Without it, everybody gets `language`. */
    hindi: env.WHATSAPP_HINDI,
    url: env.WHATSAPP_URL,
    /** Secrets of the endpoint for message status; without them there is no endpoint. */
    webhooks:
      appSecret !== undefined && verifyToken !== undefined ? { appSecret, verifyToken } : undefined,
  };
}

type Settings = z.output<typeof settings>;
export type S3Settings = z.output<typeof s3Settings>;
export type WhatsAppSettings = NonNullable<Settings['servers']['whatsApp']>;
