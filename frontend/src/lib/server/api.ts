import { v7 } from 'uuid';
import type { CommandInput, CommandName } from '#domain/commands.js';
import type { Posts } from '#domain/posts.js';
import type { AnswerAt, ParamsAt, QueryPath } from '#domain/queries.js';
import { type Identity, identity, reloadSession, endSession } from '../account/identity.js';
import { exchange, postForm } from './exchange.js';
import { trackCommandStart, trackCommandEnd } from '../live/own-changes.js';
import {
  positionToAwait,
  type CommandResult,
  type Positioned,
  positionOf,
  markBehind,
  updateKnownViews,
} from './position.js';
import { isJson, Offline, Problem, readProblem } from './problem.js';
import { updateServerClock } from './server-clock.js';
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
  /** Sends a small command also if the page is left meanwhile. Browsers limit it to 64 kB. */
  keepalive?: boolean;
}

type NamesAt<Path extends QueryPath> = Path extends QueryPath ? keyof ParamsAt<Path> : never;
/** Parameters of a query. Names that the query does not know are compile errors. */
export type QueryParams<Path extends QueryPath, Params> = Params &
  Readonly<Record<Exclude<keyof Params, NamesAt<Path>>, never>>;

/** Builds the address of a query, without empty parameters. */
export function addressOf<Path extends QueryPath, Params extends ParamsAt<Path>>(
  path: Path,
  params: QueryParams<Path, Params>,
): string {
  const query = new URLSearchParams(
    Object.entries<string | undefined>(params).filter((each): each is [string, string] =>
      Boolean(each[1]),
    ),
  );
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = query.get(name) ?? '';
    query.delete(name);
    return encodeURIComponent(value);
  });
  return query.size > 0 ? `${address}?${query}` : address;
}

/**
 * Fetches a query of the domain by its path.
 * @throws Problem, Offline
 */
export const get = async <Path extends QueryPath, Params extends ParamsAt<Path>>(
  path: Path,
  params: QueryParams<Path, Params>,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<AnswerAt<Path>> => (await getPositioned(path, params, options)).answer;

/**
 * Fetches a query, with the log position that the views had at least.
 * @throws Problem, Offline
 */
export async function getPositioned<Path extends QueryPath, Params extends ParamsAt<Path>>(
  path: Path,
  params: QueryParams<Path, Params>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Positioned<AnswerAt<Path>>> {
  const after = positionToAwait();
  const sender = identity();
  return request(
    addressOf(path, params),
    { signal, headers: after ? { 'X-After-Position': after } : {} },
    async (response) => {
      if (response.headers.get('X-Stale') === 'true') markBehind();
      const answer = (await response.json()) as AnswerAt<Path>;
      // Drops the answer if another account has signed in since, which must not see it.
      if (path !== mePath && hasChangedSince(sender)) throw new Offline('no answer');
      updateKnownViews(response.headers.get('X-Views') ?? undefined);
      return { answer, position: positionOf(response) };
    },
  );
}

/** Whether account or organization have changed since a request of this sender. */
function hasChangedSince({ accountId, organizationId }: Identity): boolean {
  const current = identity();
  return (
    (accountId !== undefined && accountId !== current.accountId) ||
    (organizationId !== undefined && organizationId !== current.organizationId)
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
  const pending = request(path, init, async (response) => {
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as Posts[Path]['answer'];
  });
  return isSigningIn(path) ? trackCookie(pending) : pending;
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
    keepalive = false,
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
  const ownCommand = trackCommandStart(data);
  let result: CommandResult | undefined;
  try {
    const init = { method: 'POST', headers, body: JSON.stringify(data), signal, keepalive };
    return (result = await request(
      `/api/commands/${name}`,
      init,
      (response) => response.json() as Promise<CommandResult>,
    ));
  } finally {
    trackCommandEnd(ownCommand, result);
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
  const sendingOrganization = organization ?? identity().organizationId;
  const path = '/api/files';
  const sender = account === undefined ? accountHeader(path) : { 'X-Account': account };
  const headers = {
    ...acceptHeader,
    ...sender,
    'Idempotency-Key': fileId,
    ...(sendingOrganization && { 'X-Organization': sendingOrganization }),
  };
  return sendAndCheck(path, {
    send: (signal, onProgress) => postForm(path, form, headers, signal, onProgress),
    read: (response) => response.json() as Promise<T>,
  });
}

/** Whether an endpoint signs in or out. Its 401 does not end the session. */
const isSigningIn = (path: string): boolean => path.startsWith('/api/auth/');

/**
 * Counts starts and ends of sign-in requests, which replace the session's cookie. If the count has
 * changed since a request was sent, its 401 was about the former cookie.
 */
let cookieVersion = 0;
let signingIn: Promise<unknown> = Promise.resolve();

async function trackCookie<Answer>(pending: Promise<Answer>): Promise<Answer> {
  cookieVersion++;
  const trackedAnswer = pending.finally(() => cookieVersion++);
  signingIn = trackedAnswer.catch(() => undefined);
  return trackedAnswer;
}

const extensionOf = (type: string): string => type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'bin';

const acceptHeader = { Accept: 'application/json' };

/** Header with this tab's account, because another tab may have signed in to another account. */
function accountHeader(path: string): { readonly 'X-Account'?: string } {
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
  const headers = { ...acceptHeader, ...accountHeader(path), ...init.headers };
  const send = (signal: AbortSignal): Promise<Response> =>
    fetch(path, { credentials: 'same-origin', ...init, headers, signal });
  return sendAndCheck(path, { send, read, signal: init.signal });
}

/**
 * Whether the answer is from the server and not from a portal or proxy: the API declares JSON and
 * never redirects.
 */
function isFromServer({ redirected, headers }: Response): boolean {
  const type = headers.get('Content-Type');
  // an answer without a body has no content type
  return !redirected && (type === null || isJson(type));
}

/** @throws Problem where the server refuses, Offline where no answer came */
async function sendAndCheck<Answer>(
  path: string,
  { read, ...options }: Parameters<typeof exchange<Answer>>[0],
): Promise<Answer> {
  const cookieBefore = cookieVersion;
  try {
    return await exchange({
      ...options,
      read: async (response) => {
        updateServerClock(response.headers.get('Date'));
        if (!response.ok) throw await readProblem(response);
        if (!isFromServer(response)) throw new Offline('unreadable');
        return read(response);
      },
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'verification-needed') closeVerificationGate();
    if (!(error instanceof Problem) || error.status !== 401 || isSigningIn(path)) throw error;
    // verifying a number replaces the session: wait for the new cookie
    await signingIn;
    if (cookieBefore !== cookieVersion) return sendAndCheck(path, { read, ...options });
    if (error.code === 'another-account') reloadSession();
    else void endSession();
    throw error;
  }
}
