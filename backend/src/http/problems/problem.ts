/**
 * Problems of endpoints; those of rules are in the domain's table of refusals. Codes never change.
 */
const PROBLEMS = {
  'signed-out': [401, 'Please sign in.'],
  'unknown-command': [404, 'There is no such command.'],
  'unknown-path': [404, 'There is nothing here.'],
  'not-found': [404, 'Not found'],
  'bad-request': [400, 'The request is not in the expected form.'],
  'invalid-fields': [400, 'Please check what you entered.'],
  'idempotency-key-needed': [400, 'The header Idempotency-Key must be a UUID.'],
  'another-account': [401, 'This browser is signed in to another account now.'],
  'another-membership': [409, 'You have changed your organization since. This was not sent.'],
  'revision-stale': [412, 'This was changed meanwhile. Look at it again.'],
  'too-slow': [408, 'This took too long to arrive. Try again.'],
  'too-large': [413, 'This is too large.'],
  'file-quota-reached': [413, 'There is no more room for files.'],
  'wrong-content-type': [415, 'Send this as application/json.'],
  'too-many-requests': [429, 'Too many tries. Please wait a moment.'],
  'headers-too-large': [431, 'The headers of the request are too large.'],
  'unknown-host': [
    421,
    'This address is not known here. Use the one that the server printed at its start.',
  ],
  'inbox-closed': [403, 'The dev inbox is shown to this machine only, unless DEV_INBOX=1 is set.'],
  'another-site': [403, 'This request came from another site.'],
  'metrics-closed': [
    403,
    'These figures are shown to this machine only, or to whoever sends METRICS_TOKEN.',
  ],
  overloaded: [503, 'Fieldtrace has more to do than it can. Try again in a moment.'],
  busy: [503, 'Too many people changed this at once. Try again.'],
  unavailable: [503, 'Part of Fieldtrace is not available now. Try again in a moment.'],
  failed: [500, 'Something went wrong on our side. Try again.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type ProblemCode = keyof typeof PROBLEMS;
/** Messages by field path. */
export type FieldErrors = Readonly<Record<string, string>>;

type ProblemDetails = {
  readonly fields?: FieldErrors;
  /** Existing record that conflicts. */
  readonly existing?: object;
  readonly retryAfterSeconds?: number;
  /** Progress of reading past days: the day that is read now, and the percentage that was read. */
  readonly progress?: { readonly day: string; readonly percent: number };
};

/** Error answer as `application/problem+json`. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly details: ProblemDetails = {},
  ) {
    super(detail);
  }

  get body(): object {
    const { fields, existing, progress } = this.details;
    return {
      type: `urn:fieldtrace:problem:${this.code}`,
      title: STATUS_TITLES[this.status] ?? 'Error',
      status: this.status,
      code: this.code,
      detail: this.message,
      fields,
      existing,
      progress,
    };
  }
}

/** Creates a problem by its code, with the code's message unless `detail` is given. */
export const problem = (
  code: ProblemCode,
  details: ProblemDetails & { readonly detail?: string } = {},
): Problem => new Problem(PROBLEMS[code][0], code, details.detail ?? PROBLEMS[code][1], details);

const STATUS_TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};
