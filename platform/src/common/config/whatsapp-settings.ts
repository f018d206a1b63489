import { z } from 'zod';

const address = 'must be an address such as https://graph.facebook.com/v25.0';

/** Template names as WhatsApp allows them. */
const template = z.string().regex(/^[a-z0-9_]{1,512}$/, 'must be a template’s name: small letters, digits and _');

/** What the environment says of WhatsApp; `undefined` where messages are not sent through it. Every value is told with its name. */
export const whatsAppSettings = z
  .object({
    WHATSAPP_TOKEN: z.string().optional(),
    WHATSAPP_PHONE_NUMBER_ID: z
      .string()
      .regex(/^\d{5,30}$/, 'must be the id of the phone number, in digits: not the number itself')
      .optional(),
    WHATSAPP_CODE_TEMPLATE: template.default('fieldtrace_code'),
    WHATSAPP_MESSAGE_TEMPLATE: template.optional(),
    WHATSAPP_LANGUAGE: z
      .string()
      .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'must be a template’s language such as en or en_US')
      .default('en'),
    WHATSAPP_URL: z.url({ protocol: /^https?$/, error: address }).default('https://graph.facebook.com/v25.0'),
    WHATSAPP_APP_SECRET: z.string().optional(),
    WHATSAPP_VERIFY_TOKEN: z.string().optional(),
  })
  .superRefine((set, context) => {
    for (const [name, needs] of [
      ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID'],
      ['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_TOKEN'],
      ['WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'],
      ['WHATSAPP_VERIFY_TOKEN', 'WHATSAPP_APP_SECRET'],
      ['WHATSAPP_APP_SECRET', 'WHATSAPP_TOKEN'],
    ] as const)
      if (set[name] !== undefined && set[needs] === undefined)
        context.addIssue({ code: 'custom', path: [needs], message: `must be set too, because ${name} is` });
  })
  .transform((set) => {
    if (set.WHATSAPP_TOKEN === undefined || set.WHATSAPP_PHONE_NUMBER_ID === undefined) return undefined;
    const webhooks =
      set.WHATSAPP_APP_SECRET !== undefined && set.WHATSAPP_VERIFY_TOKEN !== undefined
        ? { appSecret: set.WHATSAPP_APP_SECRET, verifyToken: set.WHATSAPP_VERIFY_TOKEN }
        : undefined;
    return {
      token: set.WHATSAPP_TOKEN,
      phoneNumberId: set.WHATSAPP_PHONE_NUMBER_ID,
      /** For codes: of the category "authentication", with a copy-code button. */
      codeTemplate: set.WHATSAPP_CODE_TEMPLATE,
      /** For everything else: of the category "utility", its body one variable. Without it only codes are sent. */
      messageTemplate: set.WHATSAPP_MESSAGE_TEMPLATE,
      language: set.WHATSAPP_LANGUAGE,
      /** With the version of the API, which is how long it is promised to work. */
      url: set.WHATSAPP_URL.replace(/\/+$/, ''),
      /** Where WhatsApp tells what became of messages; without them there is no such door. */
      webhooks,
    };
  });

export type WhatsAppSettings = NonNullable<z.output<typeof whatsAppSettings>>;
