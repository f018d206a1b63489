import type { LeadItem } from '#domain/leads/lead.views.js';
import { type Socket, io } from 'socket.io-client';
import { type Person, cookieOf } from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { allLeads } from './all-pages.js';

type Change = {
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly document?: Partial<LeadItem>;
  readonly removed?: true;
};
type Resumed = {
  readonly position: string;
  readonly rooms: readonly string[];
  readonly changes?: readonly Change[];
  readonly startOver?: true;
};
type Kept = { readonly revision: number; readonly lead: Partial<LeadItem> | undefined };

/** In milliseconds. A loaded machine is slow, not wrong. */
const timeout = 120_000;

/**
 * A page that keeps the list of leads by what the socket tells it: a message is a hint, the answer
 * to `resume` is the truth and the only thing that moves its position. It reads the list only where
 * a resume says to start over.
 */
export class LiveClient {
  private readonly socket: Socket;
  private readonly kept = new Map<string, Kept>();
  private position: string | undefined;
  private resuming: Promise<boolean> | undefined;
  private failure: unknown;
  /**
   * How often the list was read, and how many events were missed where a resume said that it has to
   * be read again.
   */
  listReads = 0;
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

  /** Connected, and has seen the list once. */
  async started(): Promise<void> {
    await until(async () => this.position !== undefined || (await this.resumed()), {
      within: timeout,
      what: () => `${this.person.name} to follow`,
    });
  }

  /** The network goes, and comes back. */
  drop(): void {
    this.drops++;
    this.socket.io.engine?.close();
  }

  /**
   * Resumes as the browser does on focus and every half minute. Afterwards it has all that happened
   * before.
   */
  async caughtUp(): Promise<void> {
    await this.resuming;
    await until(() => this.resumed(), {
      within: timeout,
      what: () => `${this.person.name} to catch up`,
    });
  }

  /** False where it is not connected, or the server was too slow for an answer. */
  private async resumed(): Promise<boolean> {
    if (this.failure) throw this.failure;
    return this.socket.connected && (await this.resume());
  }

  /** Leads that the page shows, by id. */
  get leads(): ReadonlyMap<string, Partial<LeadItem>> {
    return new Map([...this.kept].flatMap(([id, { lead }]) => (lead ? [[id, lead] as const] : [])));
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
    let answer: Resumed;
    try {
      answer = (await this.socket
        .timeout(10_000)
        .emitWithAck('resume', { ...(after && { after }), rooms: this.rooms })) as Resumed;
    } catch {
      return false; // The connection went meanwhile: the next one asks again.
    }
    if (answer.rooms.length !== this.rooms.length)
      throw new Error(
        `${this.person.name} was given ${answer.rooms.join() || 'no room'} of ${this.rooms.join()}`,
      );
    if (answer.startOver || after === undefined) {
      const listed = await allLeads(this.person, answer.position).catch(() => undefined);
      if (!listed) return false; // The server went meanwhile.
      this.listReads++;
      if (after !== undefined) this.missedEvents.push(Number(answer.position) - Number(after));
      const there = new Set(listed.map(({ leadId }) => leadId));
      for (const [id, { revision }] of this.kept)
        if (!there.has(id)) this.kept.set(id, { revision, lead: undefined });
      for (const lead of listed) this.keep(lead.leadId, lead.revision, lead);
    }
    this.apply(answer.changes ?? []);
    this.position = answer.position;
    return true;
  }

  private apply(changes: readonly Change[]): void {
    for (const { view, id, revision, document, removed } of changes) {
      if (view !== 'lead-list') continue;
      if (removed) this.keep(id, revision, undefined);
      else if (document) this.keep(id, Math.max(revision, document.revision ?? 0), document);
    }
  }

  /** Messages and answers may cross: what is newer stays. */
  private keep(id: string, revision: number, lead: Partial<LeadItem> | undefined): void {
    const known = this.kept.get(id);
    if (!known || revision >= known.revision) this.kept.set(id, { revision, lead });
  }
}

/**
 * The fields in which the feed and the list must agree: the feed names an assignee by id, the list
 * by id and name.
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
