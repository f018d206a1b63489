import { join, resolve } from 'node:path';
import { z } from 'zod';

const whole = (least: number, most: number) => {
  const words = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, words)
    .transform(Number)
    .refine((number) => number >= least && number <= most, words);
};
const flag = z
  .enum(['0', '1'], 'must be 0 or 1')
  .default('0')
  .transform((value) => value === '1');
const matching = (form: RegExp, words: string) => z.string().regex(form, words);
const httpUrl = (words: string) =>
  z.url({ protocol: /^https?$/, error: words }).transform((url) => url.replace(/\/+$/, ''));

/**
 * Several hosts may stand in a server's address, so it need not be a URL. It is never shown in an
 * error: there may be a password in it.
 */
const server = (scheme: RegExp, example: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) => scheme.test(text) && /:\/\/[^\s/]\S*$/.test(text),
      `must be an address such as ${example}`,
    )
    .optional();
const mongo = server(
  /^mongodb(\+srv)?:/,
  'mongodb://db.example.com:27017/fieldtrace?replicaSet=rs0',
);

const s3Words =
  'must be an address such as https://KEY:SECRET@s3.example.com/bucket?region=ap-south-1';
/** Key and secret are percent-encoded, as in any URL: a secret of S3 often has a `/` or a `+`. */
export const s3Settings = z.string().transform((text, context) => {
  try {
    const { protocol, host, pathname, searchParams, username, password } = new URL(text);
    const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(pathname)?.[1];
    const [accessKeyId, secretAccessKey] = [
      decodeURIComponent(username),
      decodeURIComponent(password),
    ];
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
  context.addIssue(s3Words);
  return z.NEVER;
});

const limit = whole(1, 1_000_000).optional();
/** Each sets a limit of the table to another number. */
const limits = {
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
  FILES_PER_MEMBER_MEGABYTES: whole(1, 1_000_000_000).optional(),
  FILES_PER_ORGANIZATION_MEGABYTES: whole(1, 1_000_000_000).optional(),
};
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));
const template = matching(
  /^[a-z0-9_]{1,512}$/,
  'must be a template’s name: small letters, digits and _',
);

const variablesOf = {
  PORT: whole(0, 65_535).optional(),
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
  ...limits,
  MESSAGES: z.literal('off', 'must be off, or left out').optional(),
  METRICS_TOKEN: z.string().min(24, 'must have at least 24 characters').optional(),
  FILES_DIR: z.string().optional(),
  EVENTSTORE_URL: server(/^esdb(\+discover)?:/, 'esdb://events.example.com:2113?tls=true'),
  MONGO_URL: mongo,
  KEYS_URL: mongo,
  REDIS_URL: server(/^rediss?:/, 'redis://queue.example.com:6379'),
  S3_URL: s3Settings.optional(),
  WAIT_FOR_SERVERS_SECONDS: whole(0, 3_600).default(60),
  ERASURE_HOLD_DAYS: whole(0, 365).default(0),
  GEOCODER_URL: httpUrl(
    'must be the address of a Nominatim server, such as https://nominatim.example.com',
  ).optional(),
  GEOCODER_CONTACT: matching(
    /^[\x21-\x7e]{3,200}$/,
    'must be an e-mail address or a page, so that the operator of the geocoder can reach you',
  ).optional(),
  PUSH_SERVICES: list.optional(),
  CLOSED_PAGES: list
    .pipe(z.array(z.uuid('must be ids of organizations, separated by commas').toLowerCase()))
    .optional(),
  WHATSAPP_TOKEN: z.string().optional(),
  WHATSAPP_PHONE_NUMBER_ID: matching(
    /^\d{5,30}$/,
    'must be the id of the phone number, in digits: not the number itself',
  ).optional(),
  WHATSAPP_CODE_TEMPLATE: template.default('fieldtrace_code'),
  WHATSAPP_MESSAGE_TEMPLATE: template.optional(),
  WHATSAPP_LANGUAGE: matching(
    /^[a-z]{2,3}(_[A-Z]{2})?$/,
    'must be a template’s language such as en or en_US',
  ).default('en'),
  WHATSAPP_HINDI: matching(
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
const pushServices = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];

export const variables: readonly string[] = Object.keys(variablesOf);

/** Settings that need another one: where the first is set, the second must be set too. */
const pairs = [
  ['GEOCODER_URL', 'GEOCODER_CONTACT', ': geocoders ask for it'],
  ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID', ''],
  ['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_TOKEN', ''],
  ['WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN', ''],
  ['WHATSAPP_VERIFY_TOKEN', 'WHATSAPP_APP_SECRET', ''],
  ['WHATSAPP_APP_SECRET', 'WHATSAPP_TOKEN', ''],
] as const;

/** The environment, validated, and what a process makes of it. */
export const settings = z
  .object(variablesOf)
  .superRefine((env, context) => {
    for (const [name, needed, why] of pairs)
      if (env[name] !== undefined && env[needed] === undefined)
        context.addIssue({
          code: 'custom',
          path: [needed],
          message: `must be set too, because ${name} is${why}`,
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
    const whatsApp = whatsAppOf(env);
    const hasDevInbox = !production && whatsApp === undefined;
    return {
      port: env.PORT,
      host: env.HOST,
      dataDir,
      /** No dev inbox, no demo data. */
      production,
      /**
       * Sign-in codes appear in the dev inbox, because no service sends messages and this is no
       * production.
       */
      hasDevInbox,
      /**
       * `DEV_INBOX=1` shows the dev inbox to whoever reaches the port, not to this machine alone.
       */
      devInboxForAll: hasDevInbox && env.DEV_INBOX,
      /** Nothing sends messages, on purpose. */
      messagesOff: env.MESSAGES === 'off',
      logLevel: env.LOG_LEVEL,
      /**
       * The address that people use, if it differs from where the process listens. With https,
       * cookies are sent over https only.
       */
      publicUrl: env.PUBLIC_URL,
      /** A proxy in front writes the client's address (`X-Forwarded-For`). */
      trustProxy: env.TRUST_PROXY,
      demo: env.DEMO,
      bookDemoNumber: env.BOOK_DEMO_NUMBER,
      /** Limits that were set, by the name of their variable. */
      limits: Object.fromEntries(
        Object.keys(limits).map((name) => [name, env[name as keyof typeof limits]]),
      ),
      /** The bearer token of `/metrics`; without one only this machine may read it. */
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
      /**
       * To which servers messages for browsers may be sent; those of the browsers there are, if it
       * is left out.
       */
      pushServices: env.PUSH_SERVICES ?? pushServices,
      /** Ids of organizations whose public pages the operator has closed. */
      closedPages: new Set(env.CLOSED_PAGES),
      waitForServersSeconds: env.WAIT_FOR_SERVERS_SECONDS,
      /** Days between an erasure and the destruction of its keys and files. 0 destroys at once. */
      erasureHoldDays: env.ERASURE_HOLD_DAYS,
    };
  });

function whatsAppOf(env: z.output<z.ZodObject<typeof variablesOf>>) {
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
    /** For codes: of the category "authentication", with a copy-code button. */
    codeTemplate: env.WHATSAPP_CODE_TEMPLATE,
    /**
     * For everything else: of the category "utility", its body one variable. Without it only codes
     * are sent.
     */
    messageTemplate: env.WHATSAPP_MESSAGE_TEMPLATE,
    language: env.WHATSAPP_LANGUAGE,
    /**
     * Language code of the Hindi templates. Without it everybody gets the templates of `language`.
     */
    hindi: env.WHATSAPP_HINDI,
    url: env.WHATSAPP_URL,
    /** For the endpoint that receives the status of messages; without them there is none. */
    webhooks:
      appSecret !== undefined && verifyToken !== undefined ? { appSecret, verifyToken } : undefined,
  };
}

type Settings = z.output<typeof settings>;
export type S3Settings = z.output<typeof s3Settings>;
export type WhatsAppSettings = NonNullable<Settings['servers']['whatsApp']>;
