/** Lead as in lists and on its page. */
export interface ModelLead {
  readonly leadId: string;
  readonly revision: number;
  readonly name: string;
  readonly city: string;
  readonly status: string;
  readonly type: string;
  readonly assignedTo: { readonly id: string };
  readonly createdOn: string;
  readonly createdAt: string;
  readonly quotedPaise: number;
  readonly photos: readonly string[];
  readonly ownPhotos: number;
}

type Data = Readonly<Record<string, unknown>>;

export interface Change {
  readonly position: string;
  readonly owner: string;
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly document?: ModelLead;
  readonly removed?: true;
  readonly added?: boolean;
}

/** Applied command. */
export interface AppliedCommand {
  readonly name: string;
  readonly by: string;
  readonly data: Data;
  /** Order of application. */
  readonly order: number;
  readonly revision: number;
}

const PAGE_SIZE = 4;
const ORGANIZATION = 'suryodaya';
/** A note with this text is refused. */
export const REFUSED_NOTE = 'refused';

export interface Session {
  readonly account: string;
}

/** Answer, with the cookie that it sets. */
interface Answer {
  readonly response: Response;
  readonly cookie?: Session | undefined;
}

/**
 * Model of the server with two accounts' leads. Applies each command id once and refuses edits of
 * other revisions.
 */
export class ServerModel {
  readonly leads = new Map<string, ModelLead>();
  readonly applied = new Map<string, AppliedCommand>();
  readonly changes: Change[] = [];
  /** Revisions of a colleague's edits of the city. */
  readonly othersEdits = new Map<string, number[]>();
  /** Ids of finally refused commands. */
  readonly refused = new Set<string>();
  readonly files = new Map<string, Blob>();
  private readonly removedFiles = new Set<string>();
  private readonly sessions = new Set<Session>();
  private readonly answers = new Map<string, object>();
  private time = 0;

  /**
   * @param onChange called with each change
   * @param onSessionEnd called with each session that ends
   */
  constructor(
    private readonly onChange: (change: Change) => void,
    private readonly onSessionEnd: (session: Session) => void,
  ) {}

  isSignedIn = (session: Session | undefined): session is Session =>
    session !== undefined && this.sessions.has(session);

  get position(): string {
    return String(this.changes.length).padStart(8, '0');
  }

  /** Leads in an account's list. */
  listOf(account: string, status?: string): ModelLead[] {
    return [...this.leads.values()]
      .filter((lead) => lead.assignedTo.id === account && (!status || lead.status === status))
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  }

  /**
   * Answers a request.
   * @param session session named by its cookie
   */
  answer(path: string, init: RequestInit, session: Session | undefined): Answer {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (pathname === '/api/auth/sign-out') return this.signOut(session);
    if (pathname === '/api/auth/verify')
      return this.signIn(
        JSON.parse(String(init.body)) as { readonly challengeId: string },
        session,
      );
    if (!this.isSignedIn(session)) return { response: refusalResponse(401, 'signed-out') };
    const asker = new Headers(init.headers).get('X-Account') ?? session.account;
    if (asker !== session.account) return { response: refusalResponse(401, 'another-account') };
    return { response: this.answerTo(session, pathname, searchParams, init) };
  }

  private answerTo(
    { account }: Session,
    pathname: string,
    params: URLSearchParams,
    init: RequestInit,
  ): Response {
    if (pathname === '/api/me') return Response.json(meOf(account));
    if (pathname === '/api/files') return this.upload(init);
    if (init.method === 'POST')
      return this.applyCommand(pathname.split('/').at(-1)!, account, init);
    if (pathname === '/api/leads') return this.answerList(account, params);
    const lead = this.leads.get(pathname.split('/').at(-1)!);
    if (lead?.assignedTo.id === account) return this.answerAtPosition(lead);
    // An answer without result has a log position too.
    const missing = refusalResponse(404, 'not-found');
    missing.headers.set('X-Position', this.position);
    return missing;
  }

  private signOut(session: Session | undefined): Answer {
    if (session && this.sessions.delete(session)) this.onSessionEnd(session);
    return { response: Response.json({}), cookie: undefined };
  }

  /** Begins a session; ends the browser's earlier one. The challenge is named like its account. */
  private signIn(
    { challengeId: account }: { readonly challengeId: string },
    formerSession: Session | undefined,
  ): Answer {
    const cookie = { account };
    this.sessions.add(cookie);
    this.signOut(formerSession);
    return { response: Response.json({ status: 'signed-in' }), cookie };
  }

  private upload({ headers, body }: RequestInit): Response {
    const fileId = new Headers(headers).get('Idempotency-Key')!;
    if (!this.files.has(fileId)) this.files.set(fileId, (body as FormData).get('file') as Blob);
    return Response.json({ fileId });
  }

  /** Removes the uploads that no applied command names, each file once. */
  removeUnusedFiles(): void {
    const used = new Set(
      [...this.applied.values()].flatMap(({ data }) => (data['photoFileIds'] as string[]) ?? []),
    );
    for (const fileId of this.files.keys()) {
      if (used.has(fileId) || this.removedFiles.has(fileId)) continue;
      this.files.delete(fileId);
      this.removedFiles.add(fileId);
    }
  }

  /** Changes of an account after a position. */
  changesSince(account: string, after: string): readonly Change[] {
    const latest = new Map(
      this.changesOf(account)
        .filter(({ position }) => position > after)
        .map((change) => [`${change.view} ${change.id}`, change]),
    );
    return [...latest.values()];
  }

  private changesOf = (account: string): readonly Change[] =>
    this.changes.filter(({ owner }) => owner === account);

  create(leadId: string, owner: string): void {
    this.time++;
    const createdAt = new Date(Date.UTC(2026, 0, 1) + this.time * 1_000).toISOString();
    const lead = {
      leadId,
      revision: 0,
      name: 'Rajesh',
      city: 'Pune',
      status: 'New',
      type: 'Owner',
      assignedTo: { id: owner },
    };
    this.write(
      {
        ...lead,
        createdOn: createdAt.slice(0, 10),
        createdAt,
        quotedPaise: 0,
        photos: [],
        ownPhotos: 0,
      },
      { added: true },
    );
  }

  /** A colleague edits a lead. */
  edit(leadId: string, change: Partial<ModelLead>): void {
    const lead = this.leads.get(leadId);
    if (!lead) return;
    this.write({ ...lead, ...change, revision: lead.revision + 1 });
    if (change.city)
      this.othersEdits.set(leadId, [...(this.othersEdits.get(leadId) ?? []), lead.revision + 1]);
  }

  remove(leadId: string): void {
    const lead = this.leads.get(leadId);
    if (!lead) return;
    this.leads.delete(leadId);
    this.commit({
      owner: lead.assignedTo.id,
      id: leadId,
      revision: lead.revision + 1,
      removed: true,
    });
  }

  private applyCommand(name: string, by: string, init: RequestInit): Response {
    const headers = new Headers(init.headers);
    const id = headers.get('Idempotency-Key')!;
    const earlierAnswer = this.answers.get(id);
    if (earlierAnswer) return Response.json(earlierAnswer);
    const data = JSON.parse(String(init.body)) as Data & { readonly leadId: string };
    const {
      leadId,
      photoFileIds = [],
      ...typed
    } = data as typeof data & { readonly photoFileIds?: readonly string[] };
    const lead = this.leads.get(leadId);
    const refuse = (status: number, code: string): Response => {
      this.refused.add(id);
      return refusalResponse(status, code);
    };
    if (name !== 'CreateLead' && lead?.assignedTo.id !== by) return refuse(404, 'not-found');
    const ifMatch = headers.get('If-Match');
    if (ifMatch !== null && ifMatch !== `"${lead?.revision}"`) return refuse(412, 'revision-stale');
    if (typed['note'] === REFUSED_NOTE) return refuse(422, 'no');
    // Not final: the command is sent again with its photos.
    if (photoFileIds.some((fileId) => !this.files.has(fileId)))
      return refusalResponse(404, 'unknown-reference', 'photoFileIds');
    if (name === 'CreateLead') this.create(leadId, by);
    else if (name === 'DeleteLead') this.remove(leadId);
    else
      this.write({
        ...lead!,
        ...(name === 'EditLead' && { city: String(typed['city']) }),
        revision: lead!.revision + 1,
      });
    const revision = this.leads.get(leadId)?.revision ?? lead!.revision + 1;
    this.applied.set(id, { name, by, data, order: this.applied.size, revision });
    const answer = { id: leadId, revision, position: this.position };
    this.answers.set(id, answer);
    return Response.json(answer);
  }

  private answerList(account: string, params: URLSearchParams): Response {
    const all = this.listOf(account, params.get('status') ?? undefined);
    const after = params.get('after');
    const afterCursor = all.filter(({ createdAt }) => after === null || createdAt < after);
    const items = afterCursor.slice(0, PAGE_SIZE);
    const counts = { All: this.listOf(account).length, New: this.listOf(account, 'New').length };
    return this.answerAtPosition({
      items,
      hasMore: afterCursor.length > PAGE_SIZE,
      next: items.at(-1)?.createdAt,
      counts,
      total: all.length,
    });
  }

  private answerAtPosition(answer: object): Response {
    return Response.json(answer, { headers: { 'X-Position': this.position } });
  }

  private write(lead: ModelLead, { added = false } = {}): void {
    this.leads.set(lead.leadId, lead);
    this.commit({
      owner: lead.assignedTo.id,
      id: lead.leadId,
      revision: lead.revision,
      document: lead,
      added,
    });
  }

  private commit(change: Omit<Change, 'position' | 'view'>): void {
    for (const view of ['lead-list', 'lead-detail']) {
      const committed = {
        ...change,
        position: String(this.changes.length + 1).padStart(8, '0'),
        view,
      };
      this.changes.push(committed);
      this.onChange(committed);
    }
  }
}

const meOf = (account: string): object => ({
  account: { id: account, language: 'en-IN' },
  organization: { id: ORGANIZATION },
  role: 'rep',
  rights: [],
  verification: { verified: true },
});

const refusalResponse = (status: number, code: string, field?: string): Response =>
  Response.json(
    { status, code, detail: code, fields: field === undefined ? {} : { [field]: code } },
    { status },
  );
