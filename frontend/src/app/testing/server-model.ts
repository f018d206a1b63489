/** Lead as lists and its page have it. */
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

interface Change {
  readonly position: string;
  readonly owner: string;
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly document?: ModelLead;
  readonly removed?: true;
  readonly added?: boolean;
}

/** Command that the server has applied, by its id. */
export interface Applied {
  readonly name: string;
  readonly by: string;
  readonly data: Readonly<Record<string, string>>;
  /** Place in the order in which commands were applied. */
  readonly place: number;
  readonly revision: number;
}

const PAGE = 4;
/** A note with this text is refused. */
export const REFUSED_NOTE = 'refused';

/** Server with the leads of two accounts: takes a command once by its id, and refuses an edit of another revision. */
export class ServerModel {
  readonly leads = new Map<string, ModelLead>();
  readonly applied = new Map<string, Applied>();
  readonly changes: Change[] = [];
  /** Revisions at which a colleague wrote the city of a lead. */
  readonly othersEdits = new Map<string, number[]>();
  /** Account of the browser's cookie. */
  session: string | undefined;
  private readonly answers = new Map<string, Response>();
  private time = 0;

  get position(): string {
    return String(this.changes.length).padStart(8, '0');
  }

  /** Leads of an account as its list has them. */
  listOf(account: string, status?: string): ModelLead[] {
    return [...this.leads.values()]
      .filter((lead) => lead.assignedTo.id === account && (!status || lead.status === status))
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  }

  /** @param account whose cookie the request carries */
  answer(path: string, init: RequestInit, account: string | undefined): Response {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (pathname === '/api/auth/sign-out') {
      this.session = undefined;
      return Response.json({});
    }
    if (account === undefined || account !== this.session) return refusal(401, 'signed-out');
    if (init.method === 'POST') return this.command(pathname.split('/').at(-1)!, account, init);
    if (pathname === '/api/leads') return this.page(account, searchParams);
    const lead = this.leads.get(pathname.split('/').at(-1)!);
    return lead?.assignedTo.id === account ? this.positioned(lead) : refusal(404, 'not-found');
  }

  create(leadId: string, owner: string): void {
    this.time++;
    const createdAt = new Date(Date.UTC(2026, 0, 1) + this.time * 1_000).toISOString();
    const lead = { leadId, revision: 0, name: 'Rajesh', city: 'Pune', status: 'New', type: 'Owner', assignedTo: { id: owner } };
    this.write({ ...lead, createdOn: createdAt.slice(0, 10), createdAt, quotedPaise: 0, photos: [], ownPhotos: 0 }, true);
  }

  /** A colleague edits a lead. */
  edit(leadId: string, change: Partial<ModelLead>): void {
    const lead = this.leads.get(leadId);
    if (!lead) return;
    this.write({ ...lead, ...change, revision: lead.revision + 1 });
    if (change.city) this.othersEdits.set(leadId, [...(this.othersEdits.get(leadId) ?? []), lead.revision + 1]);
  }

  remove(leadId: string): void {
    const lead = this.leads.get(leadId);
    if (!lead) return;
    this.leads.delete(leadId);
    this.tell({ owner: lead.assignedTo.id, id: leadId, revision: lead.revision + 1, removed: true });
  }

  private command(name: string, by: string, init: RequestInit): Response {
    const headers = new Headers(init.headers);
    const id = headers.get('Idempotency-Key')!;
    const answered = this.answers.get(id);
    if (answered) return answered.clone();
    const data = JSON.parse(String(init.body)) as Readonly<Record<string, string>>;
    const leadId = data['leadId']!;
    const lead = this.leads.get(leadId);
    if (name !== 'CreateLead' && lead?.assignedTo.id !== by) return refusal(404, 'not-found');
    const wanted = headers.get('If-Match');
    if (wanted !== null && wanted !== `"${lead?.revision}"`) return refusal(412, 'revision-stale');
    if (data['note'] === REFUSED_NOTE) return refusal(422, 'no');
    if (name === 'CreateLead') this.create(leadId, by);
    else if (name === 'DeleteLead') this.remove(leadId);
    else this.write({ ...lead!, ...(data['city'] && { city: data['city'] }), revision: lead!.revision + 1 });
    const revision = this.leads.get(leadId)?.revision ?? lead!.revision + 1;
    this.applied.set(id, { name, by, data, place: this.applied.size, revision });
    const answer = Response.json({ id: leadId, revision, position: this.position });
    this.answers.set(id, answer);
    return answer.clone();
  }

  private page(account: string, params: URLSearchParams): Response {
    const all = this.listOf(account, params.get('status') ?? undefined);
    const after = params.get('after');
    const rest = all.filter(({ createdAt }) => after === null || createdAt < after);
    const items = rest.slice(0, PAGE);
    const counts = { All: this.listOf(account).length, New: this.listOf(account, 'New').length };
    return this.positioned({ items, hasMore: rest.length > PAGE, next: items.at(-1)?.createdAt, counts, total: all.length });
  }

  private positioned(answer: object): Response {
    return Response.json(answer, { headers: { 'X-Position': this.position } });
  }

  private write(lead: ModelLead, added = false): void {
    this.leads.set(lead.leadId, lead);
    this.tell({ owner: lead.assignedTo.id, id: lead.leadId, revision: lead.revision, document: lead, added });
  }

  private tell(change: Omit<Change, 'position' | 'view'>): void {
    const position = String(this.changes.length + 1).padStart(8, '0');
    this.changes.push({ ...change, position, view: 'lead-list' });
    this.changes.push({ ...change, position: String(this.changes.length + 1).padStart(8, '0'), view: 'lead-detail' });
  }
}

const refusal = (status: number, code: string): Response => Response.json({ status, code, detail: code, fields: {} }, { status });
