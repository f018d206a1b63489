import { v7 } from 'uuid';
import type { CommandInput, CommandName } from '#domain/commands.js';
import type { Posts } from '#domain/posts.js';
import type { AnswerAt, ParamsAt, QueryPath } from '#domain/queries.js';
import { identity, identityRefused, sessionEnded } from '../account/identity.js';
import { exchange, postForm } from './exchange.js';
import { commandStarted, commandEnded } from '../live/own-changes.js';
import {
  askedAfter,
  type CommandResult,
  type Positioned,
  positionOf,
  sawStale,
  sawViews,
} from './position.js';
import { isJson, Offline, Problem, problemIn } from './problem.js';
import { hearServerTime } from './server-clock.js';
import { closeVerificationGate } from './verification-gate.js';

export type { CommandResult } from './position.js';
export { Offline, Problem, errorMessage, fileMessage } from './problem.js';

/** Makes a new id; ids sort by creation time (UUID v7). */
export const newId = (): string => v7();

export interface SendOptions {
  /** Idempotency key, made once per button press. A repetition under it has no second effect. */
  id: string;
  /** ISO instant on this device's clock at which the person acted; left out: now. */
  capturedAt?: string;
  /** Account that sends. The server refuses if the browser is signed in to another account. */
  account?: string | undefined;
  /** Organization of the action. The server refuses if the member has switched to another. */
  organization?: string;
  /** Expected revision (`If-Match`); the server answers 412 if the record has another one. */
  revision?: number;
  signal?: AbortSignal;
}

type NamesAt<Path extends QueryPath> = Path extends QueryPath ? keyof ParamsAt<Path> : never;
/** Parameters of a query. Names that the query does not know are compile errors. */
export type Asking<Path extends QueryPath, Given> = Given &
  Readonly<Record<Exclude<keyof Given, NamesAt<Path>>, never>>;

/** Builds the address of a query, without empty parameters. */
export function addressOf<Path extends QueryPath, Given extends ParamsAt<Path>>(
  path: Path,
  params: Asking<Path, Given>,
): string {
  const behind = new URLSearchParams(
    Object.entries<string | undefined>(params).filter((each): each is [string, string] =>
      Boolean(each[1]),
    ),
  );
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = behind.get(name) ?? '';
    behind.delete(name);
    return encodeURIComponent(value);
  });
  return behind.size > 0 ? `${address}?${behind}` : address;
}

/**
 * Fetches a query of the domain by its path.
 * @throws Problem, Offline
 */
export const get = async <Path extends QueryPath, Given extends ParamsAt<Path>>(
  path: Path,
  params: Asking<Path, Given>,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<AnswerAt<Path>> => (await getPositioned(path, params, options)).answer;

/**
 * Fetches a query, with the log position that the views had at least.
 * @throws Problem, Offline
 */
export async function getPositioned<Path extends QueryPath, Given extends ParamsAt<Path>>(
  path: Path,
  params: Asking<Path, Given>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Positioned<AnswerAt<Path>>> {
  const after = askedAfter();
  const asker = identity();
  return request(
    addressOf(path, params),
    { signal, headers: after ? { 'X-After-Position': after } : {} },
    async (response) => {
      if (response.headers.get('X-Stale') === 'true') sawStale();
      // Drops the answer if another account has signed in since: it must not see it.
      const isAnothers = asker.accountId !== undefined && asker.accountId !== identity().accountId;
      if (isAnothers && path !== mePath) throw new Offline('no answer');
      sawViews(response.headers.get('X-Views') ?? undefined);
      return {
        answer: (await response.json()) as AnswerAt<Path>,
        position: positionOf(response),
      };
    },
  );
}

/** @throws Problem, Offline */
export async function post<Path extends keyof Posts>(
  path: Path,
  body: Posts[Path]['body'],
): Promise<Posts[Path]['answer']> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  const asking = request(path, init, async (response) => {
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as Posts[Path]['answer'];
  });
  return isSigningIn(path) ? withNewCookie(asking) : asking;
}

/**
 * Sends a command. Its live changes are not highlighted in this browser.
 * @throws Problem, Offline
 */
export async function sendCommand<Name extends CommandName>(
  name: Name,
  data: CommandInput<Name>,
  {
    id,
    capturedAt,
    account,
    organization = identity().organizationId,
    revision,
    signal,
  }: SendOptions,
): Promise<CommandResult> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Idempotency-Key': id,
  };
  if (account) headers['X-Account'] = account;
  if (organization) headers['X-Organization'] = organization;
  if (capturedAt)
    Object.assign(headers, { 'X-Captured-At': capturedAt, 'X-Sent-At': new Date().toISOString() });
  if (revision !== undefined) headers['If-Match'] = `"${revision}"`;
  const own = commandStarted(data);
  let done: CommandResult | undefined;
  try {
    const init = { method: 'POST', headers, body: JSON.stringify(data), signal };
    return (done = await request(
      `/api/commands/${name}`,
      init,
      (response) => response.json() as Promise<CommandResult>,
    ));
  } finally {
    commandEnded(own, done);
  }
}

/**
 * Uploads a file under the id that commands name it by. A repetition is the same file.
 * @throws Problem, Offline
 */
export async function uploadFile<T>(
  fileId: string,
  blob: Blob,
  {
    account,
    organization,
    name,
  }: Pick<SendOptions, 'account' | 'organization'> & { name?: string } = {},
): Promise<T> {
  const form = new FormData();
  form.append('file', blob, name ?? `${fileId}.${extensionOf(blob.type)}`);
  const where = organization ?? identity().organizationId;
  const path = '/api/files';
  const asker = account === undefined ? askerHeader(path) : { 'X-Account': account };
  const headers = {
    ...accepted,
    ...asker,
    'Idempotency-Key': fileId,
    ...(where && { 'X-Organization': where }),
  };
  return ask(path, {
    send: (signal, onProgress) => postForm(path, form, headers, signal, onProgress),
    read: (response) => response.json() as Promise<T>,
  });
}

/** Whether an endpoint signs in or out. Its 401 does not end the session. */
const isSigningIn = (path: string): boolean => path.startsWith('/api/auth/');

/** Counts starts and ends of sign-in requests. A 401 of an older count had another cookie. */
let cookieVersion = 0;
let signingIn: Promise<unknown> = Promise.resolve();

async function withNewCookie<Answer>(asking: Promise<Answer>): Promise<Answer> {
  cookieVersion++;
  const answered = asking.finally(() => cookieVersion++);
  signingIn = answered.catch(() => undefined);
  return answered;
}

const extensionOf = (type: string): string => type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'bin';

const accepted = { Accept: 'application/json' };

/** Names this tab's account: another tab may have signed in to another one. */
function askerHeader(path: string): { readonly 'X-Account'?: string } {
  const { accountId } = identity();
  return accountId === undefined || path === mePath || isSigningIn(path)
    ? {}
    : { 'X-Account': accountId };
}
const mePath = '/api/me';

function request<Answer>(
  path: string,
  init: RequestInit,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const headers = { ...accepted, ...askerHeader(path), ...init.headers };
  const send = (signal: AbortSignal): Promise<Response> =>
    fetch(path, { credentials: 'same-origin', ...init, headers, signal });
  return ask(path, { send, read, signal: init.signal });
}

/**
 * Whether the server answered, and no portal or proxy: the API declares JSON and never redirects.
 */
function isServers({ redirected, headers }: Response): boolean {
  const type = headers.get('Content-Type');
  // an answer without a body has no content type
  return !redirected && (type === null || isJson(type));
}

/** @throws Problem where the server refuses, Offline where no answer came */
async function ask<Answer>(
  path: string,
  { read, ...exchanged }: Parameters<typeof exchange<Answer>>[0],
): Promise<Answer> {
  const sentWith = cookieVersion;
  try {
    return await exchange({
      ...exchanged,
      read: async (response) => {
        hearServerTime(response.headers.get('Date'));
        if (!response.ok) throw await problemIn(response);
        if (!isServers(response)) throw new Offline('unreadable');
        return read(response);
      },
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'verification-needed') closeVerificationGate();
    if (!(error instanceof Problem) || error.status !== 401 || isSigningIn(path)) throw error;
    // verifying a number replaces the session: wait for the new cookie
    await signingIn;
    if (sentWith !== cookieVersion) return ask(path, { read, ...exchanged });
    if (error.code === 'another-account') identityRefused();
    else void sessionEnded();
    throw error;
  }
}
