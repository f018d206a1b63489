import { Unrecoverable, Delayed } from '../../jobs/job-queue/attempts.js';
import { Unavailable } from '../../common/unavailable.js';

/** Whether a retry may succeed, and the error's meaning for operators. */
type Trouble = readonly [kind: 'later' | 'never', meaning: string];

/** Meanings by error code. The status says nothing: it is 400 for most errors. */
const ERROR_CODES: readonly (readonly [...Trouble, codes: readonly number[]])[] = [
  ['later', 'it is down for a while', [2, 131016, 133004]],
  ['later', 'it does not know what is wrong', [1, 131000]],
  ['later', 'messages were sent too fast', [4, 80007, 130429]],
  ['later', 'this number was written to too often', [131056]],
  ['later', 'too many people have blocked or reported what was sent', [131048]],
  ['later', 'the account is under maintenance', [131057]],
  ['never', 'the token has ended: set a new WHATSAPP_TOKEN', [0, 190]],
  ['never', 'the token may not send messages: give its system user that right', [3, 10, 131005]],
  ['never', 'it knows no such phone number id: look at WHATSAPP_PHONE_NUMBER_ID', [33]],
  [
    'never',
    'it does not know a part of the request: look at WHATSAPP_PHONE_NUMBER_ID and WHATSAPP_URL',
    [100],
  ],
  ['never', 'the phone number is not registered with it', [131045, 133010]],
  ['never', 'the account is blocked for breaking its rules', [368]],
  ['never', 'the account is locked', [131031]],
  ['never', 'the account has not paid', [131042]],
  ['never', 'the account may not write to people in that country', [130497]],
  ['never', 'the number has no WhatsApp, or one that is too old', [131026]],
  ['never', 'the number is not among those that a test account may write to', [131030]],
  ['never', 'the number it sends from is the one it should write to', [131021]],
  ['never', 'the person has not written for a day: only templates may be sent', [131047]],
  [
    'never',
    'it withholds this message, to protect the person or for an experiment',
    [130472, 131049],
  ],
  [
    'never',
    'the template has another number of variables: compare it with docs/whatsapp.md',
    [131008, 132000],
  ],
  ['never', 'the template has other variables: compare it with docs/whatsapp.md', [131009, 132012]],
  [
    'never',
    'it has no such template in that language, or has not approved it: look at WHATSAPP_CODE_TEMPLATE and WHATSAPP_LANGUAGE',
    [132001],
  ],
  ['never', 'the text is too long for the template', [132005]],
  ['never', 'the template breaks its rules', [132007]],
  ['never', 'the template is paused, because people disliked it', [132015]],
  ['never', 'the template is switched off for good: make a new one', [132016]],
];
const TROUBLE_BY_CODE = new Map(
  ERROR_CODES.flatMap(([kind, meaning, codes]) =>
    codes.map((code): [number, Trouble] => [code, [kind, meaning]]),
  ),
);

/** Fields of a WhatsApp error, without its text, which may hold a phone number. */
export type WhatsAppFault = {
  readonly status: number;
  readonly code?: number;
  readonly trace?: string;
  readonly retryAfter: number | undefined;
};

/**
 * @returns Unrecoverable for what an operator must correct first; Delayed or Unavailable if a retry
 * may succeed
 */
export function whatsAppError({ status, code, trace, retryAfter }: WhatsAppFault): Error {
  const [kind, meaning] = (code !== undefined && TROUBLE_BY_CODE.get(code)) || troubleOf(status);
  const details = [
    String(status),
    code !== undefined && `code ${withHyphen(code)}`,
    trace && `trace ${trace}`,
  ]
    .filter(Boolean)
    .join(', ');
  const message = `WhatsApp has not taken a message: ${meaning} (${details})`;
  if (kind === 'never') return new Unrecoverable(message);
  return retryAfter === undefined ? new Unavailable(message) : new Delayed(message, retryAfter);
}

/** Formats a code as `131-026`, because the logger masks six digits in a row as a sign-in code. */
const withHyphen = (code: number): string => String(code).replace(/(?<=^\d{3})(?=\d{3}$)/, '-');

export const errorMeaning = (code: number): string =>
  TROUBLE_BY_CODE.get(code)?.[1] ?? 'it gives an unknown error code';

function troubleOf(status: number): Trouble {
  if (status === 429) return ['later', 'messages were sent too fast'];
  if (status === 408 || status >= 500) return ['later', 'it is down for a while'];
  if (status === 401) return ['never', 'the token is not accepted: set a new WHATSAPP_TOKEN'];
  if (status === 403) return ['never', 'the token may not do that'];
  return ['never', 'it refuses the message'];
}
