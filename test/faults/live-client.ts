import type { LeadItem } from '#domain/leads/lead.views.js';
import { type Socket, io } from 'socket.io-client';
import { type Person, cookieOf } from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { readAllLeads } from './all-pages.js';

type Change = {
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly document?: Partial<LeadItem>;
  readonly removed?: true;
};
type ResumeAnswer = {
  readonly position: string;
  readonly rooms: readonly string[];
  readonly changes?: readonly Change[];
  readonly startOver?: true;
};
type KnownLead = { readonly revision: number; readonly lead: Partial<LeadItem> | undefined };

/** Milliseconds; generous, because a loaded machine is slow. */
const TIMEOUT_MS = 120_000;

/**
 * Simulated page that keeps the list of leads by socket messages. Messages are hints; only `resume`
 * answers move its position. It refetches the list only if a resume says so.
 */
export class LiveClient {
  private readonly socket: Socket;
  private readonly knownLeads = new Map<string, KnownLead>();
  private position: string | undefined;
  private resuming: Promise<boolean> | undefined;
  private failure: unknown;
  listReads = 0;
  /** Number of missed events of each resume that required a new read of the list. */
  readonly missedEvents: number[] = [];
  drops = 0;

  constructor(
    address: string,
    readonly person: Person,
    private readonly rooms: readonly string[],
  ) {
    this.socket = io(address, {
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { Cookie: cookieOf(person) },
      reconnectionDelay: 50,
      reconnectionDelayMax: 500,
    });
    this.socket.on(
      'connect',
      () => void this.resume().catch((error: unknown) => (this.failure = error)),
    );
    this.socket.on('changes', ({ changes }: { readonly changes: readonly Change[] }) =>
      this.apply(changes),
    );
  }

  /** Resolves when connected, with the list read once. */
  async untilStarted(): Promise<void> {
    await until(async () => this.position !== undefined || (await this.tryResume()), {
      withinMs: TIMEOUT_MS,
      what: () => `${this.person.name} to follow`,
    });
  }

  /** Drops the connection, which is restored. */
  drop(): void {
    this.drops++;
    this.socket.io.engine?.close();
  }

  /** Resumes like the browser on focus and every half minute; then it has all earlier changes. */
  async untilCaughtUp(): Promise<void> {
    await this.resuming;
    await until(() => this.tryResume(), {
      withinMs: TIMEOUT_MS,
      what: () => `${this.person.name} to catch up`,
    });
  }

  /** False if it is disconnected, or the server was too slow. */
  private async tryResume(): Promise<boolean> {
    if (this.failure) throw this.failure;
    return this.socket.connected && (await this.resume());
  }

  /** Shown leads by id. */
  get leads(): ReadonlyMap<string, Partial<LeadItem>> {
    return new Map(
      [...this.knownLeads].flatMap(([id, { lead }]) => (lead ? [[id, lead] as const] : [])),
    );
  }

  close(): void {
    this.socket.disconnect();
  }

  private resume(): Promise<boolean> {
    this.resuming ??= this.resumeOnce().finally(() => (this.resuming = undefined));
    return this.resuming;
  }

  private async resumeOnce(): Promise<boolean> {
    const after = this.position;
    let answer: ResumeAnswer;
    try {
      answer = (await this.socket
        .timeout(10_000)
        .emitWithAck('resume', { ...(after && { after }), rooms: this.rooms })) as ResumeAnswer;
    } catch {
      return false; // The connection broke; the next one resumes again.
    }
    if (answer.rooms.length !== this.rooms.length)
      throw new Error(
        `${this.person.name} was given ${answer.rooms.join() || 'no room'} of ${this.rooms.join()}`,
      );
    if (answer.startOver || after === undefined) {
      const listedLeads = await readAllLeads(this.person, answer.position).catch(() => undefined);
      if (!listedLeads) return false; // The server is unavailable.
      this.listReads++;
      if (after !== undefined) this.missedEvents.push(Number(answer.position) - Number(after));
      const listedIds = new Set(listedLeads.map(({ leadId }) => leadId));
      for (const [id, { revision }] of this.knownLeads)
        if (!listedIds.has(id)) this.knownLeads.set(id, { revision, lead: undefined });
      for (const lead of listedLeads) this.keepLead(lead.leadId, lead.revision, lead);
    }
    this.apply(answer.changes ?? []);
    this.position = answer.position;
    return true;
  }

  private apply(changes: readonly Change[]): void {
    for (const { view, id, revision, document, removed } of changes) {
      if (view !== 'lead-list') continue;
      if (removed) this.keepLead(id, revision, undefined);
      else if (document) this.keepLead(id, Math.max(revision, document.revision ?? 0), document);
    }
  }

  /** Messages and answers may arrive in any order; the newer one wins. */
  private keepLead(id: string, revision: number, lead: Partial<LeadItem> | undefined): void {
    const known = this.knownLeads.get(id);
    if (!known || revision >= known.revision) this.knownLeads.set(id, { revision, lead });
  }
}

/**
 * Fields in which feed and list must agree. The feed names an assignee by id, the list by id and
 * name.
 */
export function comparableLead(lead: Partial<LeadItem>): Readonly<Record<string, unknown>> {
  const {
    leadId,
    name,
    phone,
    city,
    siteName,
    type,
    status,
    assignedTo,
    createdAt,
    lastActivityAt,
    nextFollowUpOn,
    quotedPaise,
    revision,
  } = lead;
  const assignee = typeof assignedTo === 'string' ? assignedTo : assignedTo?.id;
  return {
    leadId,
    name,
    phone,
    city,
    siteName,
    type,
    status,
    assignee,
    createdAt,
    lastActivityAt,
    nextFollowUpOn,
    quotedPaise,
    revision,
  };
}
