import { dayIn } from '#domain/kernel/values/days.js';
import type { Role } from '#domain/kernel/policy.js';
import { alertTypes } from '#domain/notifications/alerts.values.js';
import { addMilliseconds } from '#platform/common/clock.js';
import { v5 as uuid } from 'uuid';
import type { SeededRandom } from '../faults/seeded-random.js';
import { phoneOf, type World } from './world.js';

const namespace = '0190a6c2-7777-7000-8000-000000000001';

/** Action of people at an instant. Every run of a history has equal actions and ids. */
export type Step = { readonly at: string; readonly run: (world: World) => Promise<void> };

/** `owner` is undefined after the owner’s departure. */
type Lead = { readonly leadId: string; owner: string | undefined; isOpen: boolean };
type Quotation = {
  readonly quotationId: string;
  readonly lead: Lead;
  sentVersions: number;
  hasDraft: boolean;
};
type Data = Readonly<Record<string, unknown>>;
type HistoryOptions = {
  readonly start: string;
  /** Minimum number of steps, without changes of browsers. */
  readonly minSteps: number;
  /** Maximum hours between two steps; default is no time. */
  readonly hoursBetween?: number;
  /** Random source for changes of browsers, separate from the other actions. */
  readonly browserRandom: SeededRandom;
  /** Number of strangers who are invited at the end and do not join. */
  readonly invited?: number;
  /** Whether quotations are built, too. */
  readonly hasQuotations?: boolean;
};

const DAY_MS = 24 * 60 * 60_000;
/** Browsers that several members share. */
const sharedBrowsers = ['tablet', 'laptop'];
const someTopics = alertTypes.map((type) => [type]);

/**
 * Random histories of an organization. Commands that only owners may send are left out, because a
 * departure in progress decides who the owner is.
 */
export class RandomHistory {
  readonly steps: Step[] = [];
  private now: string;
  private readonly browserRandom: SeededRandom;
  private idCount = 0;
  private browserSteps = 0;
  private readonly organizationId = this.newId();
  private readonly meera = this.newId();
  private readonly everybody = [this.meera, ...Array.from({ length: 4 }, () => this.newId())];
  /** The founder is first, and stays. */
  private readonly members = new Map<string, Role>([[this.meera, 'admin']]);
  /** Members who get alerts on their own phones. */
  private readonly phones = new Set<string>();
  private readonly removedMembers = new Set<string>();
  private readonly locations: string[] = [];
  private readonly leads: Lead[] = [];
  private readonly quotations = new Set<Quotation>();
  private readonly offers = new Map<string, boolean>();
  private readonly bills: { readonly billId: string; readonly submitter: string }[] = [];
  private readonly files: { readonly fileId: string; readonly owner: string }[] = [];

  constructor(
    private readonly random: SeededRandom,
    {
      start,
      minSteps,
      hoursBetween = 0,
      browserRandom,
      invited = 0,
      hasQuotations = false,
    }: HistoryOptions,
  ) {
    this.now = start;
    this.browserRandom = browserRandom;
    const { meera, organizationId } = this;
    for (const accountId of this.everybody) {
      this.send(
        accountId,
        'OpenAccount',
        { accountId, name: 'Somebody', phone: this.phoneOf(accountId) },
        null,
      );
      this.send(accountId, 'VerifyPhone', { accountId, phone: this.phoneOf(accountId) }, null);
    }
    this.send(meera, 'FoundOrganization', { organizationId, name: 'Sharma Solar' }, null);
    this.signInOnPhone(meera);
    this.addLocation();
    for (const member of this.everybody.slice(1, 4)) this.join(member);
    const actions = hasQuotations ? [...this.actions, ...this.quotationActions] : this.actions;
    while (this.steps.length - this.browserSteps < minSteps) {
      if (hoursBetween > 0)
        this.now = addMilliseconds(this.now, random.integer(0, hoursBetween) * 60 * 60_000);
      random.pick(actions)();
      if (browserRandom.percent(40)) this.passBrowserOn();
    }
    for (let stranger = 0; stranger < invited; stranger++) this.invite(stranger);
  }

  private readonly actions = [
    () => this.createLead(),
    () => this.createLead(),
    () => this.reassign(),
    () =>
      this.addLeadCommand('ScheduleFollowUp', () => ({
        followUpId: this.newId(),
        dueOn: this.today,
      })),
    () => this.addLeadCommand('ConvertLead', () => ({ projectValuePaise: 45_000_000 })),
    () => this.addLeadCommand('RequestQuotation', () => ({ note: 'Three phase' })),
    () =>
      this.addLeadCommand('AddNote', () => ({
        noteId: this.newId(),
        note: 'Called',
        photoFileIds: [this.pickFile(this.meera)],
      })),
    () => this.erase(),
    () => this.remove(),
    () => this.remove(),
    () => this.leave(),
    () => this.comeBack(),
    () => this.comeBack(),
    () => this.changeRole(),
    () => this.changeProfile(),
    () => this.addLocation(),
    () => this.submitBill(),
    () => this.decideBill(),
    () => this.addOffer(),
    () => this.switchOffer(),
    () => this.addProduct(),
  ];

  private readonly quotationActions = [
    () => this.saveQuotation(),
    () => this.saveQuotation(),
    () => this.changeQuotation(),
    () => this.sendQuotation(),
    () => this.sendQuotation(),
    () => this.discardQuotation(),
    () => this.rejectQuotation(),
  ];

  private addStep(run: Step['run']): void {
    this.steps.push({ at: this.now, run });
  }
  private addBrowserStep(run: Step['run']): void {
    this.addStep(run);
    this.browserSteps++;
  }
  private get today(): string {
    return dayIn('Asia/Kolkata', this.now);
  }
  private newId(): string {
    return uuid(String(this.idCount++), namespace);
  }
  private phoneOf(member: string): string {
    return `+9198200410${String(10 + this.everybody.indexOf(member))}`;
  }
  private pick<Choice>(choices: readonly Choice[]): Choice | undefined {
    return choices.length === 0 ? undefined : this.random.pick(choices);
  }

  private send(
    actorId: string,
    type: string,
    data: Data | ((world: World) => Promise<Data>),
    organizationId: string | null = this.organizationId,
  ) {
    const id = this.newId();
    this.addStep(async (world) =>
      world.send(
        { id, actorId, type, data: typeof data === 'function' ? await data(world) : data },
        organizationId ?? undefined,
      ),
    );
  }

  /** Picks a new upload, or one that another record may use already. */
  private pickFile(owner: string): string {
    const knownFile = this.pick(this.files.filter((file) => file.owner === owner));
    if (knownFile && this.random.percent(40)) return knownFile.fileId;
    const fileId = this.newId();
    this.files.push({ fileId, owner });
    this.addStep((world) => world.upload(fileId, owner, this.organizationId, 'image'));
    return fileId;
  }

  private join(member: string): void {
    const isInvited = this.removedMembers.has(member) || this.random.percent(50);
    const locationId = this.pick(this.locations);
    const role = this.random.percent(30) ? 'admin' : 'sales';
    const invitation = {
      invitationId: this.newId(),
      name: 'Somebody',
      phone: this.phoneOf(member),
      role,
      ...(locationId && { locationId }),
    };
    if (isInvited) this.send(this.meera, 'InviteMember', invitation);
    this.send(
      member,
      'JoinOrganization',
      async (world) => ({ inviteCode: await world.readInviteCode(this.organizationId) }),
      null,
    );
    this.members.set(member, isInvited ? role : 'sales');
    this.removedMembers.delete(member);
    this.signInOnPhone(member);
  }

  /** Signs a member in and subscribes them to all alerts or to one type. */
  private signIn(browser: string, owner: string): void {
    const topics = this.browserRandom.percent(70)
      ? alertTypes
      : this.browserRandom.pick(someTopics);
    this.addBrowserStep((world) =>
      world.subscribe(browser, { owner, organizationId: this.organizationId, topics }),
    );
  }

  /** Signs a member in on their own phone, which gets alerts from their first join on. */
  private signInOnPhone(member: string): void {
    if (this.phones.has(member)) return;
    this.phones.add(member);
    this.signIn(phoneOf(member), member);
  }

  /** A shared browser changes its account, with or without a sign-out. */
  private passBrowserOn(): void {
    const browser = this.browserRandom.pick(sharedBrowsers);
    if (this.browserRandom.percent(50)) this.addBrowserStep((world) => world.signOut(browser));
    if (this.browserRandom.percent(80))
      this.signIn(browser, this.browserRandom.pick([...this.members.keys()]));
  }

  private invite(stranger: number): void {
    this.send(this.meera, 'InviteMember', {
      invitationId: this.newId(),
      name: 'Somebody',
      role: 'sales',
      phone: `+9198200430${String(10 + stranger)}`,
    });
  }

  private comeBack(): void {
    const member = this.pick(this.everybody.filter((each) => !this.members.has(each)));
    if (member) this.join(member);
  }

  private pickMember(): string | undefined {
    return this.pick([...this.members.keys()].filter((member) => member !== this.meera));
  }

  private remove(): void {
    const memberId = this.pickMember();
    if (!memberId) return;
    const leadsTo = this.pick([...this.members.keys()].filter((member) => member !== memberId));
    this.send(this.meera, 'RemoveMember', { memberId, leadsTo });
    this.depart(memberId);
    this.removedMembers.add(memberId);
  }

  private leave(): void {
    const member = this.pickMember();
    if (!member) return;
    this.send(member, 'LeaveOrganization', {});
    this.depart(member);
  }

  private depart(member: string): void {
    this.members.delete(member);
    for (const lead of this.leads) if (lead.owner === member) lead.owner = undefined;
  }

  private changeRole(): void {
    const memberId = this.pickMember();
    if (!memberId) return;
    const role = this.random.pick(['admin', 'sales', 'finance'] as const);
    this.send(this.meera, 'ChangeMemberRole', { memberId, role });
    this.members.set(memberId, role);
  }

  private changeProfile(): void {
    const member = this.pickMember();
    const locationId = this.pick(this.locations);
    if (member)
      this.send(member, 'ChangeProfile', {
        name: this.random.pick(['Asha', 'Ravi']),
        ...(locationId && { locationId }),
      });
  }

  private addLocation(): void {
    const locationId = this.newId();
    this.locations.push(locationId);
    this.send(this.meera, 'AddLocation', {
      locationId,
      name: `Store ${this.locations.length}`,
      city: 'Pune',
    });
  }

  private createLead(): void {
    const actor = this.random.pick([...this.members.keys()]);
    const isAdmin = this.members.get(actor) === 'admin';
    const owner = isAdmin ? this.random.pick([...this.members.keys()]) : actor;
    const leadId = this.newId();
    this.leads.push({ leadId, owner, isOpen: true });
    this.send(actor, 'CreateLead', {
      leadId,
      firstName: 'Rajesh',
      lastName: 'Patil',
      city: 'Pune',
      type: 'Owner',
      phone: `+91982004${2000 + this.leads.length}`,
      ...(owner !== actor && { assignedTo: owner }),
      ...(this.random.percent(30) && { photoFileIds: [this.pickFile(actor)] }),
      ...(this.random.percent(30) && { followUpOn: this.today }),
    });
  }

  private reassign(): void {
    const lead = this.pick(this.leads.filter(({ isOpen, owner }) => isOpen && owner !== undefined));
    if (!lead) return;
    lead.owner = this.random.pick([...this.members.keys()]);
    this.send(this.meera, 'ReassignLead', { leadId: lead.leadId, assignedTo: lead.owner });
  }

  private addLeadCommand(type: string, data: () => Data): void {
    const lead = this.pick(this.leads.filter(({ isOpen }) => isOpen));
    if (lead) this.send(this.meera, type, { leadId: lead.leadId, ...data() });
  }

  private saveQuotation(): void {
    const lead = this.pick(this.leads.filter(({ isOpen }) => isOpen));
    if (!lead) return;
    const quotation = { quotationId: this.newId(), lead, sentVersions: 0, hasDraft: false };
    this.quotations.add(quotation);
    this.save(quotation);
  }

  private changeQuotation(): void {
    const quotation = this.pickQuotation(() => true);
    if (quotation) this.save(quotation);
  }

  private save(quotation: Quotation): void {
    quotation.hasDraft = true;
    this.sendQuotationCommand(quotation, 'SaveQuotation', this.contentOf(quotation));
  }

  private contentOf({ lead: { leadId } }: Quotation): Data {
    const line = {
      lineId: this.newId(),
      name: 'Panel',
      quantityThousandths: 1_000,
      unit: 'piece',
      unitPricePaise: this.random.integer(1, 900) * 100,
      discountBasisPoints: 0,
    };
    const validUntilOn = dayIn('Asia/Kolkata', addMilliseconds(this.now, 15 * DAY_MS));
    return { leadId, lines: [line], pricesIncludeGst: true, validUntilOn };
  }

  private sendQuotation(): void {
    const quotation = this.pickQuotation(({ hasDraft }) => hasDraft);
    if (!quotation) return;
    quotation.hasDraft = false;
    quotation.sentVersions++;
    this.sendQuotationCommand(quotation, 'SendQuotation', { version: quotation.sentVersions });
  }

  private discardQuotation(): void {
    const quotation = this.pickQuotation(({ hasDraft }) => hasDraft);
    if (!quotation) return;
    quotation.hasDraft = false;
    if (quotation.sentVersions === 0) this.quotations.delete(quotation);
    this.sendQuotationCommand(quotation, 'DiscardQuotation', {});
  }

  private rejectQuotation(): void {
    const quotation = this.pickQuotation(({ sentVersions }) => sentVersions > 0);
    if (quotation) this.sendQuotationCommand(quotation, 'RejectQuotation', { reason: 'Too dear' });
  }

  /** Picks a quotation of an open lead. */
  private pickQuotation(matches: (quotation: Quotation) => boolean): Quotation | undefined {
    return this.pick([...this.quotations].filter((each) => each.lead.isOpen && matches(each)));
  }

  private sendQuotationCommand({ quotationId }: Quotation, type: string, data: Data): void {
    this.send(this.meera, type, { quotationId, ...data });
  }

  private erase(): void {
    const lead = this.pick(this.leads.filter(({ isOpen }) => isOpen));
    if (!lead || !this.random.percent(30)) return;
    lead.isOpen = false;
    this.send(this.meera, 'ErasePersonalData', { leadId: lead.leadId });
  }

  private submitBill(): void {
    const submitter = this.random.pick([...this.members.keys()]);
    const billId = this.newId();
    this.bills.push({ billId, submitter });
    this.send(submitter, 'SubmitBill', {
      billId,
      type: 'Fuel',
      amountPaise: 45_000,
      spentOn: this.today,
      imageFileId: this.pickFile(submitter),
    });
  }

  private decideBill(): void {
    const bill = this.pick(this.bills.filter(({ submitter }) => submitter !== this.meera));
    if (!bill) return;
    const { billId } = bill;
    if (this.random.percent(50)) this.send(this.meera, 'ApproveBill', { billId });
    else this.send(this.meera, 'RejectBill', { billId, reason: 'No receipt' });
  }

  private addOffer(): void {
    const offerId = this.newId();
    const isActive = this.random.percent(50);
    this.offers.set(offerId, isActive);
    this.send(this.meera, 'AddOffer', {
      offerId,
      title: 'Diwali',
      description: 'Free cleaning',
      fileId: this.pickFile(this.meera),
      fileType: 'image',
      isActive,
    });
  }

  private switchOffer(): void {
    const offer = this.pick([...this.offers]);
    if (!offer) return;
    const [offerId, isActive] = offer;
    this.offers.set(offerId, !isActive);
    this.send(this.meera, isActive ? 'DeactivateOffer' : 'ActivateOffer', { offerId });
  }

  private addProduct(): void {
    const productId = this.newId();
    const panel = {
      name: 'Panel',
      description: 'Monocrystalline',
      mrpPaise: 200,
      livePricePaise: 100,
    };
    this.send(this.meera, 'AddProduct', {
      productId,
      ...panel,
      imageFileIds: [this.pickFile(this.meera)],
    });
  }
}
