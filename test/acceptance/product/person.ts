import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type { Me } from '#domain/accounts/account.views.js';
import type { UploadedFile } from '#domain/kernel/files/file.views.js';
import { randomInt, randomUUID } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { Product as Running } from './product.js';
import { checkAnswer } from './answers.js';
import { until } from './until.js';

/** Product as people need it: a process of its own, or one that runs within the spec. */
export type Product = Pick<Running, 'url' | 'newestCodeFor' | 'codeFor'>;

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

/** An endpoint refused. */
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
 * A person at a browser: cookies, and what can be done with them through the HTTP API. Every test
 * is set up through here.
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
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const answered = (isJson && text !== '' ? JSON.parse(text) : text) as Body;
    if (method === 'GET' && response.status === 200) checkAnswer(path, answered);
    return {
      status: response.status,
      headers: response.headers,
      body: answered,
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
   * Asks for what it is after everything this person has done. @throws Refused unless the answer is
   * 200
   */
  get<Body = unknown>(path: string): Promise<Body> {
    return this.getAfter<Body>(path, this.position);
  }

  /**
   * Asks for what it is after a position of the log. A slow machine's views may need longer than a
   * query waits for them: it then says that it is stale, and is asked again, as a page asks again.
   * @throws Refused unless the answer is 200
   */
  async getAfter<Body = unknown>(path: string, position: string | undefined): Promise<Body> {
    if (position === undefined) return bodyOf(await this.request<Body>('GET', path));
    const ask = async () => {
      const answer = await this.request<Body>('GET', path, {
        headers: { 'x-after-position': position },
      });
      return answer.headers.get('x-stale') !== 'true' && answer;
    };
    return bodyOf(
      await until(ask, { within: 60_000, what: () => `${path} to have what ${this.name} did` }),
    );
  }

  /** Sends a command. @throws Refused unless it was done */
  async send(
    command: string,
    data: object,
    { key = randomUUID(), headers = {} }: SendOptions = {},
  ): Promise<CommandAck> {
    const done = await this.post<CommandAck>(`/api/commands/${command}`, data, {
      headers: { 'idempotency-key': key, ...headers },
    });
    if (done.position && (this.position === undefined || done.position > this.position))
      this.position = done.position;
    return done;
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

  /** Makes the next queries of this person show all that the other one has done. */
  after({ position }: Person): this {
    if (position !== undefined && (this.position === undefined || position > this.position))
      this.position = position;
    return this;
  }

  /** Returns the account in a second browser, where it is not signed in. */
  inAnotherBrowser(): Person {
    return new Person(this.product, this.name, this.phone, this.id);
  }

  me(): Promise<Me> {
    return this.get<Me>('/api/me');
  }

  /**
   * A new account: the number is verified with the code of the dev inbox unless it is to stay
   * unverified.
   */
  async signUp({
    role,
    inviteCode,
    verify = true,
  }: { role?: string; inviteCode?: string; verify?: boolean } = {}): Promise<this> {
    const before = await this.product.newestCodeFor(this.phone);
    const form = { accountId: this.id, name: this.name, phone: this.phone, role, inviteCode };
    const { challengeId } = await this.post<{ challengeId: string }>('/api/auth/sign-up', form);
    if (verify) await this.verify(challengeId, before);
    return this;
  }

  /** With a code, unless this browser is trusted. */
  async signIn(): Promise<this> {
    const before = await this.product.newestCodeFor(this.phone);
    const { challengeId } = await this.post<{ challengeId?: string }>('/api/auth/sign-in', {
      phone: this.phone,
    });
    if (challengeId) await this.verify(challengeId, before);
    return this;
  }

  private async verify(challengeId: string, before: string | undefined): Promise<void> {
    await this.post('/api/auth/verify', {
      challengeId,
      code: await this.product.codeFor(this.phone, before),
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

/** @throws Error where it was not refused */
export async function refusalOf(sending: Promise<unknown>): Promise<Refused> {
  const error: unknown = await sending.then(
    () => new Error('It was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof Refused) return error;
  throw error;
}

/** A number that is used once in this run. */
export const newPhone = (): string =>
  `+91${randomInt(60_000_000, 99_999_999)}${String(randomInt(100)).padStart(2, '0')}`;

export const signUp = (product: Product, name: string, phone = newPhone()): Promise<Person> =>
  new Person(product, name, phone).signUp();

/**
 * Its founder is its admin. Answers with the organization's id and the code by which others join.
 */
export async function foundOrganization(
  founder: Person,
  name = 'Sharma Solar',
): Promise<{ organizationId: string; inviteCode: string }> {
  const organizationId = newId();
  await founder.send('FoundOrganization', { organizationId, name });
  const { organization } = await founder.me();
  if (!organization) throw new Error(`${founder.name} founded ${name} and is not in it`);
  return { organizationId, inviteCode: organization.inviteCode };
}

export const joinOrganization = (person: Person, inviteCode: string): Promise<CommandAck> =>
  person.send('JoinOrganization', { inviteCode });

/** An organization with an admin, Meera, and as many sales reps as there are names. */
export async function team<Names extends readonly string[]>(product: Product, ...names: Names) {
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

/** Creates a lead; fields that the test does not name have default values. */
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

/** A day of India's calendar so many days from now. */
export const inDays = (days: number): string => dayAfter(dayIn('Asia/Kolkata', new Date()), days);
