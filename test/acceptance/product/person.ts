import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type { Me } from '#domain/accounts/account.views.js';
import type { UploadedFile } from '#domain/kernel/files/file.views.js';
import { randomInt, randomUUID } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { Product as Running } from './product.js';
import { checkAnswer } from './answers.js';
import { until } from './until.js';

/** Product as people use it: its own process, or one inside the spec. */
export type Product = Pick<Running, 'url' | 'readNewestCode' | 'waitForCode'>;

export type HttpAnswer<Body = unknown> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
};
export type CommandAck = {
  readonly id: string;
  readonly revision: number;
  readonly position: string;
};
export type Problem = {
  readonly code: string;
  readonly detail: string;
  readonly fields?: Readonly<Record<string, string>>;
} & Readonly<Record<string, unknown>>;

/** Refusal by an endpoint. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(`${status} ${problem.code}: ${problem.detail}`);
  }
}

type SendOptions = { readonly key?: string; readonly headers?: Readonly<Record<string, string>> };

/**
 * Person at a browser, with cookies and the HTTP API. Every test prepares its data through this
 * class.
 */
export class Person {
  readonly cookies = new Map<string, string>();
  /** Position of their latest command, for which their next queries wait. */
  private position: string | undefined;

  constructor(
    readonly product: Product,
    readonly name: string,
    readonly phone: string,
    readonly id: string = newId(),
  ) {}

  async request<Body = unknown>(
    method: string,
    path: string,
    {
      body,
      headers = {},
    }: {
      body?: string | FormData | Uint8Array<ArrayBuffer>;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    const cookie = cookieOf(this);
    const response = await fetch(`${this.product.url}${path}`, {
      method,
      body,
      headers: { ...(cookie && { cookie }), ...headers },
      redirect: 'manual',
    });
    this.keepCookies(response.headers);
    const contentType = response.headers.get('content-type') ?? '';
    const isJson = /\bjson\b/.test(contentType);
    // The bytes of a file are read as one character each.
    const text = /\b(?:g?zip|octet-stream)\b/.test(contentType)
      ? Buffer.from(await response.arrayBuffer()).toString('latin1')
      : await response.text();
    const parsedBody = (isJson && text !== '' ? JSON.parse(text) : text) as Body;
    if (method === 'GET' && response.status === 200) checkAnswer(path, parsedBody);
    return {
      status: response.status,
      headers: response.headers,
      body: parsedBody,
    } satisfies HttpAnswer<Body>;
  }

  /** @throws Refused unless the answer is 200 */
  async post<Body = unknown>(
    path: string,
    data: unknown,
    { headers = {} }: SendOptions = {},
  ): Promise<Body> {
    return bodyOf(
      await this.request<Body>('POST', path, {
        body: JSON.stringify(data),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    );
  }

  /**
   * Queries after the position of the person's last command.
   * @throws Refused unless the answer is 200
   */
  get<Body = unknown>(path: string): Promise<Body> {
    return this.getAfter<Body>(path, this.position);
  }

  /**
   * Queries after a log position. Repeats a stale answer, as pages do, because views of a slow
   * machine may lag longer than a query waits.
   * @throws Refused unless the answer is 200
   */
  async getAfter<Body = unknown>(path: string, position: string | undefined): Promise<Body> {
    if (position === undefined) return bodyOf(await this.request<Body>('GET', path));
    const readFresh = async () => {
      const answer = await this.request<Body>('GET', path, {
        headers: { 'x-after-position': position },
      });
      return answer.headers.get('x-stale') !== 'true' && answer;
    };
    return bodyOf(
      await until(readFresh, {
        withinMs: 60_000,
        what: () => `${path} to have what ${this.name} did`,
      }),
    );
  }

  /**
   * Sends a command.
   * @throws Refused unless it succeeds
   */
  async send(
    command: string,
    data: object,
    { key = randomUUID(), headers = {} }: SendOptions = {},
  ): Promise<CommandAck> {
    const ack = await this.post<CommandAck>(`/api/commands/${command}`, data, {
      headers: { 'idempotency-key': key, ...headers },
    });
    if (ack.position && (this.position === undefined || ack.position > this.position))
      this.position = ack.position;
    return ack;
  }

  async upload(
    bytes: Uint8Array<ArrayBuffer>,
    name: string,
    type: string,
    key: string = newId(),
  ): Promise<UploadedFile> {
    const body = new FormData();
    body.append('file', new Blob([bytes], { type }), name);
    return bodyOf(
      await this.request<UploadedFile>('POST', '/api/files', {
        body,
        headers: { 'idempotency-key': key },
      }),
    );
  }

  /** Makes this person's next queries wait for the other's last command. */
  afterCommandsOf({ position }: Person): this {
    if (position !== undefined && (this.position === undefined || position > this.position))
      this.position = position;
    return this;
  }

  /** Account of this person in a second browser, not signed in. */
  inAnotherBrowser(): Person {
    return new Person(this.product, this.name, this.phone, this.id);
  }

  readMe(): Promise<Me> {
    return this.get<Me>('/api/me');
  }

  /** Signs up, and verifies the number with the code of the dev inbox unless `verify` is false. */
  async signUp({
    role,
    inviteCode,
    verify = true,
  }: { role?: string; inviteCode?: string; verify?: boolean } = {}): Promise<this> {
    const formerCode = await this.product.readNewestCode(this.phone);
    const form = { accountId: this.id, name: this.name, phone: this.phone, role, inviteCode };
    const { challengeId } = await this.post<{ challengeId: string }>('/api/auth/sign-up', form);
    if (verify) await this.verify(challengeId, formerCode);
    return this;
  }

  /** Signs in, with a code unless this browser is trusted. */
  async signIn(): Promise<this> {
    const formerCode = await this.product.readNewestCode(this.phone);
    const { challengeId } = await this.post<{ challengeId?: string }>('/api/auth/sign-in', {
      phone: this.phone,
    });
    if (challengeId) await this.verify(challengeId, formerCode);
    return this;
  }

  private async verify(challengeId: string, formerCode: string | undefined): Promise<void> {
    await this.post('/api/auth/verify', {
      challengeId,
      code: await this.product.waitForCode(this.phone, formerCode),
    });
  }

  private keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', ...value] = pair.split('=');
      const isDropped =
        value.join('=') === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute));
      if (isDropped) this.cookies.delete(name);
      else this.cookies.set(name, value.join('='));
    }
  }
}

function bodyOf<Body>({ status, body }: HttpAnswer<Body>): Body {
  if (status !== 200) throw new Refused(status, body as Problem);
  return body;
}

/** Formats the cookies as a `Cookie` header. */
export const cookieOf = ({ cookies }: Person): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Formats the cookies as Playwright adds them to a browser. */
export const browserCookies = ({ cookies }: Person, url: string) =>
  [...cookies].map(([name, value]) => ({
    name,
    value,
    url,
    httpOnly: true,
    sameSite: 'Lax' as const,
  }));

/**
 * Expects that an endpoint refuses.
 * @throws Error if it does not
 */
export async function expectRefusal(sending: Promise<unknown>): Promise<Refused> {
  const error: unknown = await sending.then(
    () => new Error('It was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof Refused) return error;
  throw error;
}

/** Phone number that is used once in this run. */
export const newPhone = (): string =>
  `+91${randomInt(60_000_000, 99_999_999)}${String(randomInt(100)).padStart(2, '0')}`;

export const signUp = (product: Product, name: string, phone = newPhone()): Promise<Person> =>
  new Person(product, name, phone).signUp();

/**
 * Founds an organization.
 * @returns its id and its invite code
 */
export async function foundOrganization(
  founder: Person,
  name = 'Sharma Solar',
): Promise<{ organizationId: string; inviteCode: string }> {
  const organizationId = newId();
  await founder.send('FoundOrganization', { organizationId, name });
  const { organization } = await founder.readMe();
  if (!organization) throw new Error(`${founder.name} founded ${name} and is not in it`);
  return { organizationId, inviteCode: organization.inviteCode };
}

export const joinOrganization = (person: Person, inviteCode: string): Promise<CommandAck> =>
  person.send('JoinOrganization', { inviteCode });

/** Organization with the admin Meera and a sales rep per name. */
export async function createTeam<Names extends readonly string[]>(
  product: Product,
  ...names: Names
) {
  const admin = await signUp(product, 'Meera Sharma');
  const { organizationId, inviteCode } = await foundOrganization(admin);
  const reps: Person[] = [];
  for (const name of names) {
    const rep = await signUp(product, name);
    await joinOrganization(rep, inviteCode);
    reps.push(rep);
  }
  return { admin, reps: reps as { [Place in keyof Names]: Person }, organizationId, inviteCode };
}

/** Creates a lead; unnamed fields have default values. */
export async function captureLead(
  person: Person,
  lead: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const leadId = newId();
  await person.send('CreateLead', {
    leadId,
    firstName: 'Rajesh',
    lastName: 'Patil',
    phone: newPhone(),
    city: 'Pune',
    type: 'Builder',
    ...lead,
  });
  return leadId;
}

/** Day of India's calendar after the given number of days. */
export const inDays = (days: number): string => dayAfter(dayIn('Asia/Kolkata', new Date()), days);
