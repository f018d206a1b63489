import fc from 'fast-check';
import { type IDBPDatabase, wrap } from 'idb';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { Clock } from './clock.js';
import { Network } from './network.js';
import { type ModelLead, REFUSED_NOTE } from './server-model.js';
import { Browser, type bundleTab, type Tab } from './tabs.js';

/** Pages of one browser: two tabs and the installed app. */
const TABS = 3;
/** Number of leads at the start of a run. */
const LEADS = 6;
/** Virtual time in which a hung request ends and a sending is tried again. */
const RECOVERY_MS = 25_000;
/** Interval at which the world looks whether everything is sent and shown, in virtual time. */
const CHECK_INTERVAL_MS = 2_000;
/** Limit until everything is sent and shown, in virtual time. */
const MAX_SETTLING_MS = 100_000;

const actions = {
  ofLead: [
    'edit',
    'note',
    'note with photo',
    'refused note',
    'delete',
    'open',
    'colleague edits',
    'colleague moves',
    'colleague deletes',
  ],
  ofTab: [
    'create',
    'create with photo',
    'type',
    'type what is refused',
    'add photo',
    'take photo out',
    'send draft',
    'discard draft',
    'load more',
    'search',
  ],
  ofPage: ['reload', 'crash', 'type and crash', 'sign out', 'sign in as asha', 'sign in as bina'],
  ofSurroundings: [
    'colleague creates',
    'go offline',
    'network hangs',
    // twice, because two actions cut the network
    'come back',
    'come back',
    'lose sockets',
    'server removes unused files',
    'wait',
    'wait long',
  ],
} as const;
type Action = (typeof actions)[keyof typeof actions][number];
export interface Step {
  readonly action: Action;
  readonly tab: number;
  readonly lead: number;
}

interface Captured {
  readonly id: string;
  readonly name: 'EditLead' | 'AddNote' | 'CreateLead' | 'DeleteLead';
  readonly account: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly leadId: string };
  readonly tab: Tab;
  readonly seenRevision: number | undefined;
  draft: Draft | undefined;
  /** The form knows that the capture is stored or sent. */
  isSafe: boolean;
  /** Refused while its form was open. */
  isReturned: boolean;
  isAnswered: boolean;
  /** The page closed before the capture was stored, or as its refusal arrived. */
  mayBeLost: boolean;
}

interface Draft {
  readonly key: string;
  readonly note: string;
  /** Ids of its photos. */
  readonly photos: readonly string[];
}
interface StoredDraft {
  readonly note: string;
  readonly files: readonly { readonly fileId: string }[];
}
/** Form of a tab, with its draft slot. */
interface Form {
  readonly account: string;
  readonly key: string;
  readonly release: () => Promise<unknown>;
  stored: Set<string>;
}

/** State of a simulated run: tabs, person, colleagues, network and server. */
class World {
  private readonly clock = new Clock(Date.UTC(2026, 10, 28));
  private readonly network: Network;
  private readonly browser: Browser;
  private readonly tabs: Tab[] = [];
  private readonly forms: (Form | undefined)[] = [];
  private readonly captures: Captured[] = [];
  /** Drafts that were neither sent nor discarded, by key. */
  private readonly drafts = new Map<string, Draft>();
  /** Contents of all photos by id. */
  private readonly photos = new Map<string, Blob>();
  private readonly leadIds: string[] = [];
  private device!: IDBPDatabase;
  private lastNumber = 0;
  private readonly failures: string[] = [];

  /** @param seed seed of all random numbers */
  constructor(evaluate: ReturnType<typeof bundleTab>, seed: number) {
    this.network = new Network(this.clock, () => this.browser.random());
    this.browser = new Browser(evaluate, this.clock, this.network, seed);
  }

  private get server() {
    return this.network.server;
  }

  async open(): Promise<void> {
    this.network.isPerfect = true;
    for (let index = 0; index < TABS; index++) this.openTab(index);
    await this.clock.advance(500);
    this.device = wrap(
      await this.clock.finish(wrap(this.browser.indexedDB.open('fieldtrace') as never) as never),
    ) as never;
    for (let lead = 0; lead < LEADS; lead++) this.createLead(lead % 3 === 2 ? 'bina' : 'asha');
    await this.signIn(0, 'asha');
    await this.reload(1);
    await this.reload(2);
    await this.clock.advance(1_000);
    this.network.isPerfect = false;
  }

  private openTab(index: number): void {
    const tab = this.browser.open();
    this.tabs[index] = tab;
    this.forms[index] = undefined;
    let account: string | undefined;
    const newestRevisions = new Map<string, number>();
    tab.tabCache.records.subscribe((changes) => {
      if (!tab.isAlive()) return;
      if (account !== this.accountOf(tab)) newestRevisions.clear();
      account = this.accountOf(tab);
      for (const { ref, after } of changes) {
        const { revision } = (after ?? {}) as Partial<ModelLead>;
        if (revision === undefined) continue;
        if (revision < (newestRevisions.get(ref) ?? -1))
          this.failures.push(
            `tab ${index} shows ${ref} at ${revision} after ${newestRevisions.get(ref)}`,
          );
        newestRevisions.set(ref, revision);
      }
    });
    void tab.openPage();
  }

  /**
   * Closes a page and opens it again.
   * @param getsCloseEvents whether the page gets the events of closing
   */
  private async reload(index: number, { getsCloseEvents = true } = {}): Promise<void> {
    const tab = this.tabs[index]!;
    if (getsCloseEvents) tab.dispatch('pagehide');
    // Runs the microtasks that are queued already.
    await this.clock.advance(0);
    tab.kill();
    await this.clock.advance(1);
    for (const captured of this.captures)
      if (captured.tab === tab && !captured.isAnswered) await this.settleCapture(captured);
    this.openTab(index);
  }

  /** Determines the outcome of a capture whose page was closed. */
  private async settleCapture(captured: Captured): Promise<void> {
    captured.isAnswered = true;
    const { id, draft } = captured;
    const isKept = this.server.applied.has(id) || (await this.read('outbox', id)) !== undefined;
    captured.mayBeLost = !isKept && (!captured.isSafe || (!draft && this.server.refused.has(id)));
    if (!draft) return;
    // Refused and returned to its form at that moment.
    if (!captured.mayBeLost && (await this.read('drafts', draft.key)) === undefined) return;
    captured.isReturned = true;
    this.drafts.set(draft.key, draft);
  }

  private read = (store: string, key: string): Promise<unknown> =>
    this.clock.finish(this.device.get(store, key));
  private readAll = (store: string): Promise<unknown[]> =>
    this.clock.finish(this.device.getAll(store));

  private createLead(owner: string): void {
    const leadId = `lead-${this.lastNumber++}`;
    this.leadIds.push(leadId);
    this.server.create(leadId, owner);
  }

  private setOnline(isOnline: boolean): void {
    if (isOnline) this.network.comeBack();
    else this.network.goOffline();
    for (const tab of this.tabs) tab.dispatch(isOnline ? 'online' : 'offline');
  }

  private accountOf = (tab: Tab): string | undefined => tab.identity().accountId;

  private signIn = (index: number, account: string): Promise<void> =>
    this.attempt(this.tabs[index]!.signIn(account));
  private signOut = (index: number): Promise<void> => this.attempt(this.tabs[index]!.signOut());
  private async attempt(work: Promise<void>): Promise<void> {
    await this.clock.finish(work.catch(() => undefined));
  }

  private newPhoto(): string {
    const fileId = `photo-${this.lastNumber++}`;
    this.photos.set(fileId, new Blob([fileId], { type: 'image/jpeg' }));
    return fileId;
  }
  private filesOf = (photos: readonly string[]) =>
    photos.map((fileId) => ({
      fileId,
      blob: this.photos.get(fileId)!,
      name: `${fileId}.jpg`,
      uploaded: false,
    }));

  private capture(
    index: number,
    name: Captured['name'],
    data: Captured['data'],
    {
      draft,
      photos = [],
      creates,
    }: {
      readonly draft?: Draft;
      readonly photos?: readonly string[];
      readonly creates?: string;
    } = {},
  ): void {
    const tab = this.tabs[index]!;
    const account = this.accountOf(tab);
    const { leadId } = data;
    const lead = tab.tabCache.records.read(`lead-detail/${leadId}`) as ModelLead | undefined;
    if (account === undefined || (name === 'EditLead' && !lead)) return;
    const id = `00000000-0000-4000-8000-${String(this.captures.length).padStart(12, '0')}`;
    const sentData = photos.length > 0 ? { ...data, photoFileIds: photos } : data;
    const state = { isSafe: false, isReturned: false, isAnswered: false, mayBeLost: false };
    // a list row may be newer than the lead's detail, and then shows a newer city
    const seenRevision = tab.tabCache.records.version(`lead/${leadId}`)?.revision;
    const captured: Captured = {
      id,
      name,
      account,
      data: sentData,
      tab,
      seenRevision,
      draft,
      ...state,
    };
    this.captures.push(captured);
    const restoreDraft = async (): Promise<boolean> => {
      if (draft) await this.storeDraft(index, draft);
      return true;
    };
    const options = {
      recordId: leadId,
      recordName: 'Rajesh',
      id,
      files: this.filesOf(photos),
      restoreDraft,
      ...(draft && { draftKey: draft.key }),
      ...(creates && { creates }),
      onSafe: () => {
        captured.isSafe = true;
      },
    };
    if (draft) this.drafts.delete(draft.key);
    const send = (): Promise<unknown> => {
      if (name === 'DeleteLead') return tab.sendOrQueue(name, sentData as never, options);
      if (name !== 'EditLead') return tab.enqueueAndWait(name, sentData as never, options);
      const { revision, city } = lead!;
      return tab.sendOrQueue(name, sentData as never, { ...options, revision, seen: { city } });
    };
    const recordAnswer =
      ({ isReturned }: { readonly isReturned: boolean }) =>
      (): void => {
        if (captured.isAnswered || !tab.isAlive()) return;
        captured.isReturned = isReturned;
        captured.isAnswered = true;
      };
    send().then(recordAnswer({ isReturned: false }), recordAnswer({ isReturned: true }));
  }

  /** Form of the tab's signed-in account, with its stored draft. */
  private async openForm(index: number): Promise<Form | undefined> {
    const tab = this.tabs[index]!;
    const account = this.accountOf(tab);
    const previousForm = this.forms[index];
    if (previousForm && previousForm.account !== account) {
      this.forms[index] = undefined;
      await this.clock.finish(previousForm.release());
    }
    if (account === undefined) return undefined;
    if (this.forms[index]) return this.forms[index];
    const { key, release } = await this.clock.finish(tab.claimSlot(tab.draftKeyOf('note')));
    const found = await this.clock.finish(tab.draftStore.get(key));
    const draft = found?.draft as StoredDraft | undefined;
    const expected = this.drafts.get(key);
    if (draft?.note !== expected?.note || draft?.files.length !== expected?.photos.length)
      this.failures.push(
        `form ${key} opens with ${JSON.stringify(draft)} instead of ${JSON.stringify(expected)}`,
      );
    return (this.forms[index] = { account, key, release, stored: new Set(found?.storedFileIds) });
  }

  /** Stores a draft as its form does. */
  private async storeDraft(index: number, draft: Draft): Promise<void> {
    const { key, note, photos } = draft;
    const stored = this.forms[index]?.key === key ? this.forms[index].stored : new Set<string>();
    await this.tabs[index]!.draftStore.put(key, { note, files: this.filesOf(photos) }, stored);
    this.drafts.set(key, draft);
  }

  /** Edits the draft of a tab as the person would, unless its form is busy. */
  private async editDraft(
    index: number,
    change: (draft: Draft) => Draft | undefined,
  ): Promise<void> {
    const form = await this.openForm(index);
    if (!form) return;
    const { key } = form;
    if (this.isSending(key)) return;
    this.detachDraft(key);
    const changedDraft = change(this.drafts.get(key) ?? { key, note: '', photos: [] });
    if (changedDraft) return this.clock.finish(this.storeDraft(index, changedDraft));
    form.stored = new Set();
    this.drafts.delete(key);
    await this.clock.finish(this.tabs[index]!.draftStore.delete(key));
  }

  /** Whether a capture of the draft has no answer yet. */
  private isSending = (draftKey: string): boolean =>
    this.captures.some(({ draft, isAnswered }) => draft?.key === draftKey && !isAnswered);

  /** Separates earlier captures from a draft that the person changes or sends now. */
  private detachDraft(draftKey: string): void {
    for (const captured of this.captures)
      if (captured.draft?.key === draftKey) captured.draft = undefined;
  }

  private async sendDraft(index: number, leadId: string): Promise<void> {
    const form = await this.openForm(index);
    const draft = form && this.drafts.get(form.key);
    if (!draft) return;
    form.stored = new Set();
    this.detachDraft(form.key);
    this.capture(index, 'AddNote', { leadId, note: draft.note }, { draft, photos: draft.photos });
  }

  async act({ action, tab: index, lead: number }: Step): Promise<void> {
    const tab = this.tabs[index]!;
    const leadId = this.leadIds[number % this.leadIds.length]!;
    const typed = `note ${this.lastNumber++}`;
    const colleague = `other ${this.lastNumber}`;
    switch (action) {
      case 'edit':
        this.capture(index, 'EditLead', { leadId, city: `city ${this.lastNumber}` });
        break;
      case 'note':
        this.capture(index, 'AddNote', { leadId, note: typed });
        break;
      case 'note with photo':
        this.capture(index, 'AddNote', { leadId, note: typed }, { photos: [this.newPhoto()] });
        break;
      case 'refused note':
        this.capture(index, 'AddNote', { leadId, note: REFUSED_NOTE });
        break;
      case 'delete':
        this.capture(index, 'DeleteLead', { leadId });
        break;
      case 'create':
      case 'create with photo': {
        const newLeadId = `lead-${this.lastNumber++}`;
        this.leadIds.push(newLeadId);
        this.capture(
          index,
          'CreateLead',
          { leadId: newLeadId },
          { creates: 'leads', photos: action === 'create' ? [] : [this.newPhoto()] },
        );
        break;
      }
      case 'open':
        if (this.accountOf(tab) !== undefined) tab.openLead(leadId);
        break;
      case 'type':
        await this.editDraft(index, (draft) => ({ ...draft, note: typed }));
        break;
      case 'type what is refused':
        await this.editDraft(index, (draft) => ({ ...draft, note: REFUSED_NOTE }));
        break;
      case 'add photo':
        await this.editDraft(index, (draft) => ({
          ...draft,
          photos: [...draft.photos, this.newPhoto()],
        }));
        break;
      case 'take photo out':
        await this.editDraft(index, (draft) => ({ ...draft, photos: draft.photos.slice(1) }));
        break;
      case 'send draft':
        await this.sendDraft(index, leadId);
        break;
      case 'discard draft':
        await this.editDraft(index, () => undefined);
        break;
      case 'load more':
        if (this.accountOf(tab) === undefined) break;
        void tab.tabCache.lists.loadMore(tab.shownLists[0]!).catch(() => undefined);
        break;
      case 'search':
        if (this.accountOf(tab) === undefined) break;
        void tab.queryClient
          .fetchQuery(tab.tabCache.lists.options(tab.searchFor(typed)) as never)
          .catch(() => undefined);
        break;
      case 'reload':
        await this.reload(index);
        break;
      case 'crash':
        await this.reload(index, { getsCloseEvents: false });
        break;
      case 'type and crash': {
        const form = await this.openForm(index);
        if (!form || this.isSending(form.key)) break;
        this.detachDraft(form.key);
        const changedDraft = {
          key: form.key,
          photos: [],
          ...this.drafts.get(form.key),
          note: typed,
        };
        void this.storeDraft(index, changedDraft);
        this.drafts.set(form.key, changedDraft);
        await this.reload(index, { getsCloseEvents: false });
        break;
      }
      case 'sign out':
        await this.signOut(index);
        break;
      case 'sign in as asha':
        await this.signIn(index, 'asha');
        break;
      case 'sign in as bina':
        await this.signIn(index, 'bina');
        break;
      case 'colleague edits':
        this.server.edit(leadId, { city: colleague });
        break;
      case 'colleague moves':
        this.server.edit(leadId, {
          status: this.server.leads.get(leadId)?.status === 'New' ? 'Contacted' : 'New',
        });
        break;
      case 'colleague deletes':
        this.server.remove(leadId);
        break;
      case 'colleague creates':
        this.createLead('asha');
        break;
      case 'go offline':
        this.setOnline(false);
        break;
      case 'network hangs':
        this.network.hang();
        break;
      case 'come back':
        this.setOnline(true);
        break;
      case 'lose sockets':
        this.network.dropSockets();
        break;
      case 'server removes unused files':
        this.server.removeUnusedFiles();
        break;
      case 'wait':
        await this.clock.advance(300);
        break;
      case 'wait long':
        await this.clock.advance(5_000);
        break;
    }
    // mostly a short pause, so that steps meet requests under way
    await this.clock.advance(this.browser.random() < 0.8 ? 5 : 60);
  }

  /** Waits until both accounts are idle, and returns the violations found then. */
  async settle(): Promise<readonly string[]> {
    this.network.isPerfect = true;
    this.setOnline(true);
    await this.clock.advance(RECOVERY_MS);
    for (const account of ['bina', 'asha']) {
      await this.signIn(0, account);
      await this.clock.advance(3_000);
      // Reopens a page that asks for sign-in, as the signed-in person would.
      for (const [index, tab] of this.tabs.entries())
        if (this.accountOf(tab) === undefined) await this.reload(index);
      await this.clock.advance(1_000);
      let differences = await this.findDifferences(account);
      for (
        let waited = 0;
        waited < MAX_SETTLING_MS && differences.length > 0;
        waited += CHECK_INTERVAL_MS
      ) {
        await this.clock.advance(CHECK_INTERVAL_MS);
        differences = await this.findDifferences(account);
      }
      this.failures.push(...differences);
    }
    for (const captured of this.captures)
      this.failures.push(...(await this.findViolations(captured)));
    this.failures.push(...this.findOrderViolations(), ...(await this.findDraftViolations()));
    return [...new Set(this.failures)];
  }

  /** Draws another random number; equal runs draw equal ones. */
  draw = (): number => this.browser.random();

  close(): void {
    for (const tab of this.tabs) tab.kill();
    this.browser.close();
  }

  private async findDifferences(account: string): Promise<string[]> {
    const differences: string[] = [];
    const waitingItems = ((await this.readAll('outbox')) as OutboxItem[]).filter(
      (item) => item.accountId === account && item.state !== 'refused',
    );
    for (const { commandId, state } of waitingItems) differences.push(`${commandId} is ${state}`);
    for (const [index, tab] of this.tabs.entries()) {
      const tabDifferences = [
        ...(this.accountOf(tab) === account ? [] : [`belongs to ${this.accountOf(tab)}`]),
        ...this.findListDifferences(tab, account),
        ...this.findLeadDifferences(tab, account),
      ];
      differences.push(...tabDifferences.map((text) => `tab ${index} of ${account} ${text}`));
    }
    return differences;
  }

  /** Compares the lists of a tab, and their counts, with those of the server. */
  private *findListDifferences(tab: Tab, account: string): Generator<string> {
    const rowsText = (leads: readonly ModelLead[]): string =>
      leads.map(({ leadId, revision, city }) => `${leadId}@${revision} ${city}`).join(', ');
    const expectedCounts = JSON.stringify({
      All: this.server.listOf(account).length,
      New: this.server.listOf(account, 'New').length,
    });
    for (const source of tab.shownLists) {
      const data = tab.readList(source);
      const { status } = source.params;
      const rows =
        (data?.refs.flatMap((ref) => tab.tabCache.records.read(ref) ?? []) as
          readonly ModelLead[] | undefined) ?? [];
      const allLeads = this.server.listOf(account, status);
      const expected = allLeads.slice(0, rows.length);
      const hasMore = rows.length < allLeads.length;
      if (!data || data.hasMore !== hasMore || rowsText(rows) !== rowsText(expected))
        yield `lists ${status}: ${rowsText(rows)} (${data?.hasMore}) instead of ${rowsText(expected)} of ${allLeads.length}`;
      const counts = JSON.stringify(data?.first['counts']);
      if (counts !== expectedCounts) yield `counts ${counts} instead of ${expectedCounts}`;
    }
  }

  /** Compares the opened leads of a tab with the server's, and finds leads of other accounts. */
  private *findLeadDifferences(tab: Tab, account: string): Generator<string> {
    for (const leadId of tab.openedLeads) {
      const lead = this.server.leads.get(leadId);
      const expected = lead?.assignedTo.id === account ? lead : undefined;
      const shownLead = tab.tabCache.records.read(`lead-detail/${leadId}`) as ModelLead | undefined;
      if (shownLead?.revision !== expected?.revision || shownLead?.city !== expected?.city)
        yield `shows ${leadId}@${shownLead?.revision} instead of @${expected?.revision}`;
    }
    for (const lead of tab.tabCache.records.all('lead') as readonly ModelLead[])
      if (lead.assignedTo.id !== account) yield `has ${lead.leadId} of ${lead.assignedTo.id}`;
  }

  private async findViolations({
    id,
    account,
    name,
    data,
    isReturned,
    isAnswered,
    mayBeLost,
    draft,
  }: Captured): Promise<string[]> {
    const applied = this.server.applied.get(id);
    const item = (await this.read('outbox', id)) as OutboxItem | undefined;
    const captureText = `${id.slice(-3)} (${name} ${JSON.stringify(data)} by ${account})`;
    if (!isAnswered) return [`${captureText} was never answered`];
    if (applied && item) return [`${captureText} was applied and waits`];
    const photos = (data['photoFileIds'] ?? []) as readonly string[];
    if (applied) {
      const arrived = await Promise.all(
        photos.map((photo) => isPhoto(this.server.files.get(photo), photo)),
      );
      return [
        ...(applied.by === account ? [] : [`${captureText} was applied by ${applied.by}`]),
        ...(arrived.includes(false) ? [`${captureText} lost a photo`] : []),
      ];
    }
    if (item) {
      if (item.state !== 'refused' || JSON.stringify(item.data) !== JSON.stringify(data))
        return [`${captureText} is ${item.state}`];
      for (const photo of photos)
        if (!(await this.hasFile('files', photo)))
          return [`${captureText} lost ${photo} as it was refused`];
      return [];
    }
    if (!isReturned && !mayBeLost) return [`${captureText} is lost`];
    return draft && !this.drafts.has(draft.key)
      ? [`${captureText} was returned without its draft`]
      : [];
  }

  private hasFile = async (store: string, fileId: string): Promise<boolean> =>
    isPhoto(
      ((await this.read(store, fileId)) as { readonly blob: Blob } | undefined)?.blob,
      fileId,
    );

  private async findDraftViolations(): Promise<string[]> {
    const differences: string[] = [];
    const stored = (await this.readAll('drafts')) as {
      readonly key: string;
      readonly draft: StoredDraft;
    }[];
    for (const { key } of stored)
      if (!this.drafts.has(key)) differences.push(`draft ${key} came back`);
    for (const [key, { note, photos }] of this.drafts) {
      const found = stored.find((each) => each.key === key)?.draft;
      const files = found?.files.map(({ fileId }) => fileId) ?? [];
      if (found?.note !== note || files.join() !== photos.join())
        differences.push(
          `draft ${key} is ${JSON.stringify(found)} instead of ${note} with ${photos.join()}`,
        );
      for (const photo of photos)
        if (!(await this.hasFile('draftFiles', photo)))
          differences.push(`draft ${key} lost ${photo}`);
    }
    return differences;
  }

  /** Edits that overtook an earlier one, or overwrote an unseen edit of a colleague. */
  private findOrderViolations(): string[] {
    const edits = this.captures.filter(
      ({ name, id }) => name === 'EditLead' && this.server.applied.has(id),
    );
    return edits.flatMap((edit, index) => {
      const { order, revision } = this.server.applied.get(edit.id)!;
      const { leadId } = edit.data;
      const overtaken = edits
        .slice(0, index)
        .filter(
          (other) =>
            other.data.leadId === leadId && this.server.applied.get(other.id)!.order > order,
        );
      const unseen = (this.server.othersEdits.get(leadId) ?? []).filter(
        (other) => other > edit.seenRevision! && other < revision,
      );
      return [
        ...overtaken.map((other) => `${edit.id} overtook ${other.id}`),
        ...unseen.map(
          (other) =>
            `${edit.id} overwrote revision ${other} of ${leadId}, made on ${edit.seenRevision}`,
        ),
      ];
    });
  }
}

/** Whether a blob is the photo of that id. */
const isPhoto = async (blob: Blob | undefined, fileId: string): Promise<boolean> =>
  (await blob?.text()) === fileId;

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...actions.ofLead) },
    { weight: 10, arbitrary: fc.constantFrom(...actions.ofTab) },
    { weight: 2, arbitrary: fc.constantFrom(...actions.ofPage) },
    { weight: 7, arbitrary: fc.constantFrom(...actions.ofSurroundings) },
  ),
  tab: fc.nat({ max: TABS - 1 }),
  // more than at the start, because runs create leads
  lead: fc.nat({ max: 2 * LEADS - 1 }),
});

/** Steps of a run, and the seed of its random numbers. */
export const arbitraryRun = fc.tuple(
  fc.array(step, { minLength: 10, maxLength: 200, size: 'max' }),
  fc.nat(),
);

/** Result of a run. */
interface RunResult {
  /** Violations found once everything was idle. */
  readonly violations: readonly string[];
  /** Next random number, equal for equal runs. */
  readonly nextRandom: number;
}

export async function tryRun(
  evaluate: ReturnType<typeof bundleTab>,
  [steps, seed]: readonly [readonly Step[], number],
): Promise<RunResult> {
  const world = new World(evaluate, seed);
  try {
    await world.open();
    for (const each of steps) await world.act(each);
    return { violations: await world.settle(), nextRandom: world.draw() };
  } finally {
    world.close();
  }
}
