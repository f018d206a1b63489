import { randomUUID } from 'node:crypto';
import type { Product } from './product.js';
import { until } from './waiting.js';

export type Answer<Body = Answered> = { readonly status: number; readonly body: Body; readonly headers: Headers };
/** What any door answers, as far as specs look at it. */
export type Answered = {
  readonly code?: string;
  readonly detail?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly existing?: Readonly<Record<string, unknown>>;
  readonly id?: string;
  readonly revision?: number;
  readonly position?: string;
};
export type Done = { readonly id: string; readonly revision: number; readonly position: string };
export type Me = {
  readonly account: { readonly id: string; readonly name: string; readonly phone: string };
  readonly memberId: string | null;
  readonly role: string | null;
  readonly organization: { readonly id: string; readonly name: string; readonly inviteCode?: string } | null;
};
type Headed = Readonly<Record<string, string>>;
type SendOptions = { readonly key?: string; readonly headers?: Headed };

let numbersGiven = 0;
/** A number that nobody in this run has. */
export const newPhone = (): string => `+919${String(process.pid % 10_000).padStart(4, '0')}${String(numbersGiven++).padStart(5, '0')}`;

/** Somebody with a browser: keeps its cookies, sends commands, asks. */
export class Person {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly product: Pick<Product, 'address'>,
    readonly name: string,
    readonly phone: string,
    readonly accountId: string = randomUUID(),
  ) {}

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async request<Body = Answered>(
    method: string,
    path: string,
    { body, headers = {} }: { readonly body?: string | FormData; readonly headers?: Headed } = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(this.product.address + path, {
      method,
      headers: {
        ...(this.cookies.size > 0 && { Cookie: this.cookie }),
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body,
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) this.keep(set);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: (isJson && text !== '' ? JSON.parse(text) : {}) as Body, headers: response.headers };
  }

  post<Body = Answered>(path: string, body: unknown, headers: Headed = {}): Promise<Answer<Body>> {
    return this.request<Body>('POST', path, { body: JSON.stringify(body), headers });
  }

  /** What a query answers. @throws Error if it does not */
  async get<Body>(path: string, { after, headers = {} }: { readonly after?: string; readonly headers?: Headed } = {}): Promise<Body> {
    const { status, body } = await this.request<Body>('GET', path, { headers: { ...(after && { 'X-After-Position': after }), ...headers } });
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** A command as the browser sends it, whatever comes of it. */
  send(command: string, data: unknown, { key = randomUUID(), headers = {} }: SendOptions = {}): Promise<Answer> {
    return this.post(`/api/commands/${command}`, data, { 'Idempotency-Key': key, ...headers });
  }

  /** A command that is to succeed. @throws Error if it does not */
  async does(command: string, data: object, options: SendOptions = {}): Promise<Done> {
    const { status, body } = await this.send(command, data, options);
    if (status !== 200) throw new Error(`${command} was answered ${status}: ${JSON.stringify(body)}`);
    return body as Done;
  }

  upload(
    bytes: Uint8Array,
    { name = 'photo.png', type = 'image/png', key = randomUUID() }: { readonly name?: string; readonly type?: string; readonly key?: string } = {},
  ) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    return this.request<Answered & { readonly fileId?: string }>('POST', '/api/files', { body: form, headers: { 'Idempotency-Key': key } });
  }

  me(): Promise<Me> {
    return this.get<Me>('/api/me');
  }

  /** The newest code that was sent to this number, from the dev inbox. */
  code(unlike?: string): Promise<string> {
    return until(`a code for ${this.name}`, async () => {
      const inbox = (await (await fetch(`${this.product.address}/dev/inbox.json`)).json()) as readonly {
        readonly to: string;
        readonly code?: string;
      }[];
      const code = inbox.find(({ to, code }) => to === this.phone && code)?.code;
      return code === unlike ? undefined : code;
    });
  }

  private keep(set: string): void {
    const [pair = '', ...attributes] = set.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(name.length + 1);
    const isDropped = value === '' || attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
    if (isDropped) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Signed up and verified with the code of the dev inbox; a member at once where there is an invite code. */
export async function signedUp(
  product: Pick<Product, 'address'>,
  name: string,
  { inviteCode, phone = newPhone() }: { readonly inviteCode?: string; readonly phone?: string } = {},
): Promise<Person> {
  const person = new Person(product, name, phone);
  const asked = await person.post<Answered & { readonly challengeId: string }>('/api/auth/sign-up', {
    accountId: person.accountId,
    name,
    phone,
    inviteCode,
  });
  if (asked.status !== 200) throw new Error(`Signing up was answered ${asked.status}: ${JSON.stringify(asked.body)}`);
  const verified = await person.post('/api/auth/verify', { challengeId: asked.body.challengeId, code: await person.code() });
  if (verified.status !== 200) throw new Error(`Verifying was answered ${verified.status}: ${JSON.stringify(verified.body)}`);
  return person;
}

export type Team = { readonly admin: Person; readonly reps: readonly Person[]; readonly organizationId: string; readonly inviteCode: string };

/** An organization with its founder and so many sales reps. */
export async function team(
  product: Pick<Product, 'address'>,
  { reps = 0, name = 'Sharma Solar' }: { readonly reps?: number; readonly name?: string } = {},
): Promise<Team> {
  const admin = await signedUp(product, 'Asha Sharma');
  const organizationId = randomUUID();
  await admin.does('FoundOrganization', { organizationId, name });
  const inviteCode = (await admin.me()).organization!.inviteCode!;
  const joined = await Promise.all(Array.from({ length: reps }, (_, number) => signedUp(product, `Rep ${number + 1}`, { inviteCode })));
  return { admin, reps: joined, organizationId, inviteCode };
}

/** What a lead is made of, with what matters to the spec put in its place. */
export const aLead = (with_: Readonly<Record<string, unknown>> = {}) => ({
  leadId: randomUUID(),
  firstName: 'Ravi',
  lastName: 'Kumar',
  phone: newPhone(),
  city: 'Pune',
  type: 'Builder',
  ...with_,
});
