import type { AlertList } from '#domain/notifications/alerts.views.js';
import type { RecordHistory } from '#domain/history/history.views.js';
import type { LeadList } from '#domain/leads/lead.views.js';
import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  type Person,
  type Product,
  captureLead,
  cookieOf,
  inDays,
  expectRefusal,
  createTeam,
} from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';

type Readiness = {
  readonly status: string;
  readonly views: {
    readonly parkedByOrganization?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  readonly reactors?: { readonly standing: object };
};

const NEEDS = 'needs a newer build, which knows';
/** Why a former build parks records of `createNewerBuild`, with their number. */
const PARKED = { [`${NEEDS} QuotationWished`]: 1, [`${NEEDS} FollowUpScheduled (version 2)`]: 1 };

/** Two organizations that work on a build, on a newer one, on the former again, and so on. */
export class RollbackStory {
  /** Leads of the first organization. */
  private readonly leadIds: string[] = [];
  private readonly refusedNote = { key: randomUUID(), noteId: randomUUID() };

  private constructor(
    private readonly product: Product,
    private readonly people: { readonly admin: Person; readonly rep: Person },
    private readonly stranger: Person,
    private readonly organizationId: string,
  ) {}

  /** @param product forwards requests to the current process */
  static async begin(product: Product): Promise<RollbackStory> {
    const { admin, reps, organizationId } = await createTeam(product, 'Asha');
    const { admin: stranger } = await createTeam(product);
    const people = { admin, rep: reps[0] };
    const story = new RollbackStory(product, people, stranger, organizationId);
    for (let leadCount = 0; leadCount < 3; leadCount++) await story.capture();
    await captureLead(stranger);
    return story;
  }

  /** Records an event of a new type, one of a new version, and one that each build knows. */
  async recordOnNewer(): Promise<void> {
    const [leadWithWish, leadWithFollowUp, leadWithNote] = this.leadIds;
    const { rep } = this.people;
    await rep.send('RequestQuotation', { leadId: leadWithWish, note: 'Six panels' });
    const followUpId = randomUUID();
    await rep.send('ScheduleFollowUp', { leadId: leadWithFollowUp, followUpId, dueOn: inDays(3) });
    await rep.send('AddNote', { leadId: leadWithNote, noteId: randomUUID(), note: 'South roof' });
    await this.capture();
    expect(await this.readTimeline(leadWithWish!)).toContain('QuotationWished');
  }

  /**
   * Checks that the former build parks two records, and that everything else goes on.
   * @param options.hasOwnViews false if its views are those of the newer build
   */
  async checkOnFormer({ hasOwnViews = true } = {}): Promise<void> {
    const [leadWithWish, leadWithFollowUp, leadWithNote] = this.leadIds;
    const { rep } = this.people;
    await this.untilParked(hasOwnViews ? PARKED : {});
    const readiness = await this.readReadiness();
    expect([readiness.status, readiness.reactors?.standing ?? {}]).toEqual(['ready', {}]);
    await this.checkLeads();
    for (const leadId of [leadWithWish, leadWithFollowUp])
      expect('trouble' in (await rep.get<object>(`/api/leads/${leadId}`))).toBe(hasOwnViews);
    expect((await this.readTimeline(leadWithWish!)).includes('QuotationWished')).toBe(!hasOwnViews);
    expect(await this.readFollowUp(leadWithFollowUp!)).toBe(hasOwnViews ? undefined : inDays(3));
    expect(await rep.get(`/api/leads/${leadWithNote}`)).not.toHaveProperty('trouble');
    expect((await this.readTimeline(leadWithNote!)).sort()).toEqual(['LeadCreated', 'NoteAdded']);
    for (const leadId of [leadWithWish, leadWithFollowUp]) {
      const { admin } = this.people;
      const history = await admin.get<RecordHistory>(`/api/history/lead/${leadId}`);
      expect(history).toMatchObject({ newerFrom: 2, items: [{ newer: true }, {}] });
    }

    expect(await expectRefusal(this.sendRefusedNote())).toMatchObject({
      status: 503,
      problem: { code: 'unavailable' },
    });
    await rep.send('AddNote', { leadId: leadWithNote, noteId: randomUUID(), note: 'Called' });
    await this.capture();
    await this.checkLeads();
    const strangersLeadId = await captureLead(this.stranger);
    const { items } = await this.stranger.get<LeadList>('/api/leads');
    expect(items.map(({ leadId }) => leadId)).toContain(strangersLeadId);
  }

  /** Checks that the newer build has everything that was recorded on both. */
  async checkOnNewer(): Promise<void> {
    const [leadWithWish, leadWithFollowUp, leadWithNote] = this.leadIds;
    await this.untilParked({});
    await this.sendRefusedNote();
    await this.checkLeads();
    for (const leadId of this.leadIds)
      expect((await this.readUnchecked(`/api/leads/${leadId}`)).body).not.toHaveProperty('trouble');
    expect((await this.readTimeline(leadWithWish!)).sort()).toEqual([
      'LeadCreated',
      'NoteAdded',
      'QuotationWished',
    ]);
    expect(await this.readFollowUp(leadWithFollowUp!)).toBe(inDays(3));
    expect(await this.readTimeline(leadWithNote!)).toHaveLength(3);
    const alerts = await until(
      async () => {
        const alerts = await this.readAlertsOfRequest();
        return alerts.length > 0 ? alerts : undefined;
      },
      { withinMs: 60_000, what: () => 'the alert of the requested quotation' },
    );
    expect(alerts).toHaveLength(1);
  }

  /** Alerts of the admin about the quotation that was requested on the newer build. */
  async readAlertsOfRequest() {
    const { admin } = this.people;
    const { items } = await admin.get<AlertList>('/api/alerts');
    return items.filter(
      ({ about }) => about.kind === 'quote-requested' && about.leadId === this.leadIds[0],
    );
  }

  private async capture(): Promise<void> {
    this.leadIds.push(await captureLead(this.people.rep));
  }

  /** Sends a note that a former build refuses, and a newer one accepts under the same id. */
  private sendRefusedNote() {
    const { key, noteId } = this.refusedNote;
    const note = { leadId: this.leadIds[0], noteId, note: 'Wants a loan' };
    return this.people.rep.send('AddNote', note, { key });
  }

  private async checkLeads(): Promise<void> {
    const { admin, rep } = this.people;
    const { items, total } = await admin.afterCommandsOf(rep).get<LeadList>('/api/leads');
    expect(items.map(({ leadId }) => leadId).sort()).toEqual([...this.leadIds].sort());
    expect(total).toBe(this.leadIds.length);
  }

  private async readFollowUp(leadId: string): Promise<string | undefined> {
    const { items } = await this.people.rep.get<LeadList>('/api/leads');
    return items.find((item) => item.leadId === leadId)!.nextFollowUpOn;
  }

  private async readTimeline(leadId: string): Promise<string[]> {
    // Waits for the rep's last command.
    await this.people.rep.get('/api/leads');
    const { body } = await this.readUnchecked(`/api/leads/${leadId}/timeline`);
    return (body as { readonly items: readonly { readonly type: string }[] }).items.map(
      ({ type }) => type,
    );
  }

  /** Reads without a check of the answer, which may contain an event of the newer build. */
  private async readUnchecked(path: string): Promise<{ readonly body: unknown }> {
    const answer = await fetch(`${this.product.url}${path}`, {
      headers: { cookie: cookieOf(this.people.rep) },
    });
    expect(answer.status).toBe(200);
    return { body: await answer.json() };
  }

  private async readReadiness(): Promise<Readiness> {
    return (await (await fetch(`${this.product.url}/readyz`)).json()) as Readiness;
  }

  private async untilParked(expected: Readonly<Record<string, number>>): Promise<void> {
    let parked: Readonly<Record<string, number>> = {};
    await until(
      async () => {
        const { views } = await this.readReadiness();
        parked = views.parkedByOrganization?.[this.organizationId] ?? {};
        return (
          JSON.stringify(Object.entries(parked).sort()) ===
          JSON.stringify(Object.entries(expected).sort())
        );
      },
      { withinMs: 60_000, what: () => `the parked records; they are ${JSON.stringify(parked)}` },
    );
  }
}
