import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { newPhone } from '../acceptance/product/person.js';
import { randomUUID } from 'node:crypto';
import { type World, phoneOf } from '../late-reactors/world.js';
import { alertTypes } from '#domain/notifications/alerts.values.js';

type Data = Readonly<Record<string, unknown>>;
type StepData = Data | ((world: World) => Promise<Data>);
/** Sends a command, or prepares its records. */
export type Step = (world: World) => Promise<void>;

const ids = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, randomUUID()])) as Record<Name, string>;

/**
 * Working day of an organization, with every accepted command and every event. Internal commands
 * follow from the others.
 */
export function story(clock: { now: string }, round: number): readonly Step[] {
  const steps: Step[] = [];
  const { now } = clock;
  const today = dayIn('Asia/Kolkata', now);
  const people = ids('meera', 'asha', 'ravi', 'deepa', 'kavya');
  const { meera, asha, ravi, deepa, kavya } = people;
  const phones: Readonly<Record<string, string>> = Object.fromEntries(
    Object.values(people).map((id) => [id, newPhone()]),
  );
  const { organizationId } = ids('organizationId');
  // Slugs are made of the name and the time.
  const name = `Sharma Solar ${String.fromCodePoint(65 + round)}`;
  const sendAs = (actorId: string, type: string, stepData: StepData, organization?: string) =>
    steps.push(async (world) => {
      const data = stepData instanceof Function ? await stepData(world) : stepData;
      await world.send({ id: randomUUID(), actorId, type, data }, organization);
    });
  const send = (actorId: string, type: string, data: StepData = {}) =>
    sendAs(actorId, type, data, organizationId);
  const sendWithoutOrganization = (actorId: string, type: string, data: StepData) =>
    sendAs(actorId, type, data);
  const upload = (owner: string, kind: 'image' | 'pdf'): string => {
    const fileId = randomUUID();
    steps.push((world) => world.upload(fileId, owner, organizationId, kind));
    return fileId;
  };
  const join = (accountId: string) =>
    sendWithoutOrganization(accountId, 'JoinOrganization', async (world) => ({
      inviteCode: await world.readInviteCode(organizationId),
    }));

  /** Merges the added steps into one, so that all run before the effects of the first. */
  const mergeSteps = (add: () => void) => {
    const firstIndex = steps.length;
    add();
    const parts = steps.splice(firstIndex);
    steps.push(async (world) => {
      for (const part of parts) await part(world);
    });
  };

  // Accounts
  for (const [person, accountId] of Object.entries(people)) {
    const roleRequest = accountId === ravi && { requestedRole: 'finance' };
    sendWithoutOrganization(accountId, 'OpenAccount', {
      accountId,
      name: person,
      phone: newPhone(),
      ...roleRequest,
    });
    sendWithoutOrganization(accountId, 'ChangePhone', { accountId, phone: phones[accountId] });
    sendWithoutOrganization(accountId, 'VerifyPhone', { accountId, phone: phones[accountId] });
  }
  sendWithoutOrganization(asha, 'SetPassword', { accountId: asha });
  sendWithoutOrganization(asha, 'RemovePassword', { accountId: asha });
  sendWithoutOrganization(asha, 'RecordSignIn', {
    accountId: asha,
    browser: 'Firefox',
    newBrowser: true,
  });
  sendWithoutOrganization(asha, 'RecordSignOut', { accountId: asha, everywhere: false });

  // Organization
  sendWithoutOrganization(meera, 'FoundOrganization', { organizationId, name });
  steps.push((world) =>
    world.subscribe(phoneOf(asha), { owner: asha, organizationId, topics: alertTypes }),
  );
  send(meera, 'ChangeOrganizationDetails', { logoFileId: upload(meera, 'image') });
  send(meera, 'RotateInviteCode');
  const linkId = randomUUID();
  send(meera, 'CreateAuditLink', {
    linkId,
    tokenSha256: linkId.replaceAll('-', '').repeat(2),
    from: today,
    to: today,
    expiresOn: today,
  });
  send(meera, 'RevokeAuditLink', { linkId });
  const { locationId, unusedLocationId } = ids('locationId', 'unusedLocationId');
  const { invitationId, cancelledInvitationId } = ids('invitationId', 'cancelledInvitationId');
  for (const [id, shop] of Object.entries({ [locationId]: 'Store', [unusedLocationId]: 'Shop' }))
    send(meera, 'AddLocation', { locationId: id, name: shop, city: 'Pune' });
  const invitation = { name: 'Deepa', role: 'sales', phone: phones[deepa] };
  send(meera, 'InviteMember', { invitationId, ...invitation, locationId });
  for (const accountId of [asha, ravi, deepa, kavya]) join(accountId);
  send(meera, 'InviteMember', {
    invitationId: cancelledInvitationId,
    ...invitation,
    phone: newPhone(),
  });
  send(meera, 'CancelInvitation', { invitationId: cancelledInvitationId });
  send(meera, 'EraseInvitation', { invitationId: cancelledInvitationId });
  send(meera, 'ChangeMemberRole', { memberId: ravi, role: 'admin' });
  send(asha, 'ChangeLanguage', { language: 'hi-IN' });
  send(asha, 'ChangeProfile', { name: 'Asha Kale', locationId });
  send(meera, 'RemoveLocation', { locationId: unusedLocationId });
  send(asha, 'RevokeLocation', { accountId: asha, locationId, choicesBefore: 1 });

  // Leads
  const { leadId, lostLeadId, deletedLeadId, passedOnLeadId } = ids(
    'leadId',
    'lostLeadId',
    'deletedLeadId',
    'passedOnLeadId',
  );
  const lead = () => ({
    firstName: 'Rajesh',
    lastName: 'Patil',
    city: 'Pune',
    type: 'Owner',
    phone: newPhone(),
  });
  const photoFileIds = [upload(meera, 'image')];
  const details = { assignedTo: asha, note: 'Met at the site', followUpOn: today };
  send(meera, 'CreateLead', { leadId, ...lead(), ...details, photoFileIds });
  for (const id of [lostLeadId, deletedLeadId, passedOnLeadId])
    send(asha, 'CreateLead', { leadId: id, ...lead() });
  send(asha, 'EditLead', { leadId, city: 'Nashik' });
  send(meera, 'ReassignLead', { leadId, assignedTo: kavya });
  send(meera, 'ReassignLead', { leadId, assignedTo: asha });
  send(asha, 'ChangeLeadStatus', { leadId, status: 'Contacted' });
  const { noteId, followUpId, droppedFollowUpId, visitId } = ids(
    'noteId',
    'followUpId',
    'droppedFollowUpId',
    'visitId',
  );
  send(asha, 'AddNote', { leadId, noteId, note: 'Called', photoFileIds: [upload(asha, 'image')] });
  for (const id of [followUpId, droppedFollowUpId])
    send(asha, 'ScheduleFollowUp', { leadId, followUpId: id, dueOn: today });
  send(asha, 'CompleteFollowUp', { leadId, followUpId });
  send(asha, 'CancelFollowUp', { leadId, followUpId: droppedFollowUpId, reason: 'Out of town' });
  const [startedAt, endedAt] = [new Date(Date.parse(now) - 3_600_000).toISOString(), now];
  send(asha, 'RecordVisit', { leadId, visitId, startedAt, endedAt, pausedSeconds: 0 });
  send(asha, 'RequestQuotation', { leadId, note: 'Three phase' });
  const quotation = { quotationId: randomUUID(), amountPaise: 45_000_000 };
  send(meera, 'UploadQuotation', { leadId, ...quotation, fileId: upload(meera, 'pdf') });

  // Quotations
  const quotationIds = ids(
    ...([
      'accepted',
      'declined',
      'rejected',
      'expired',
      'discarded',
      'passedOn',
      'closed',
    ] as const),
  );
  const { accepted, declined, rejected, expired, discarded } = quotationIds;
  send(meera, 'ChangeQuotationSettings', { numberPrefix: 'S' });
  const line = {
    name: 'Panel',
    quantityThousandths: 1_000,
    unit: 'piece',
    unitPricePaise: 100,
    discountBasisPoints: 0,
    gstRateBasisPoints: 1_800,
  };
  const leadIdByQuotation = { passedOn: passedOnLeadId, closed: deletedLeadId };
  for (const [name, quotationId] of Object.entries(quotationIds)) {
    send(asha, 'SaveQuotation', {
      quotationId,
      leadId: leadIdByQuotation[name as never] ?? leadId,
      pricesIncludeGst: true,
      validUntilOn: dayAfter(today, 15),
      lines: [{ ...line, lineId: randomUUID() }],
    });
    if (quotationId === discarded) send(asha, 'DiscardQuotation', { quotationId });
    else send(asha, 'SendQuotation', { quotationId, version: 1 });
  }
  const firstVersionOf = (quotationId: string) => ({ quotationId, version: 1 });
  const view = { ...firstVersionOf(accepted), viewId: randomUUID() };
  const question = {
    ...firstVersionOf(accepted),
    questionId: randomUUID(),
    question: 'Delivered when?',
  };
  send(asha, 'ShareQuotation', { quotationId: accepted, shareId: randomUUID(), method: 'link' });
  send(asha, 'RecordQuotationView', view);
  send(asha, 'AskAboutQuotation', question);
  send(asha, 'AcceptQuotation', async (world) => {
    const pdfMade = (await world.readEvents()).find(
      ({ type, stream }) => type === 'QuotationPdfMade' && stream.endsWith(accepted),
    )!.data as { readonly pdfSha256: string };
    const { pdfSha256 } = pdfMade;
    return { ...firstVersionOf(accepted), pdfSha256, name: 'Rajesh Patil', phone: newPhone() };
  });
  send(asha, 'DeclineQuotation', firstVersionOf(declined));
  send(asha, 'RejectQuotation', { quotationId: rejected, reason: 'Too dear' });
  send(asha, 'RevokeQuotationLink', { quotationId: rejected });
  // The PDF fails before its job has made it.
  send(asha, 'SaveQuotation', {
    quotationId: expired,
    leadId,
    pricesIncludeGst: true,
    validUntilOn: today,
    lines: [{ ...line, lineId: randomUUID() }],
  });
  const secondVersion = { quotationId: expired, version: 2 };
  mergeSteps(() => {
    for (const type of ['SendQuotation', 'RecordQuotationPdfFailure', 'RequestQuotationPdf'])
      send(asha, type, secondVersion);
  });
  steps.push(async () => void (clock.now = `${dayAfter(today, 1)}T06:00:00.000Z`));
  send(asha, 'ExpireQuotation', secondVersion);
  steps.push(async () => void (clock.now = now));
  send(asha, 'MarkLeadLost', { leadId: lostLeadId, reason: 'No budget' });
  send(asha, 'DeleteLead', { leadId: deletedLeadId });
  const payment = { paymentPaise: 100, paymentId: randomUUID(), paidOn: today, method: 'Cash' };
  send(asha, 'ConvertLead', { leadId, projectValuePaise: 45_000_000, ...payment });

  // Customer
  const customerId = leadId;
  const { paymentId, projectId, invoiceId } = ids('paymentId', 'projectId', 'invoiceId');
  const paid = { amountPaise: 200, paidOn: today, method: 'UPI' };
  send(meera, 'EditCustomer', { customerId, city: 'Pune' });
  send(meera, 'ChangeStage', { customerId, stage: 'In Progress' });
  send(meera, 'RecordPayment', { customerId, paymentId, ...paid });
  send(meera, 'AddProject', { customerId, projectId, name: 'Rooftop', assignedTo: asha });
  send(meera, 'UpdateProject', { customerId, projectId, progressPercent: 50 });
  const invoice = { number: 'INV-1', issuedOn: today, amountPaise: 300 };
  send(meera, 'AddInvoice', { customerId, invoiceId, ...invoice });
  send(meera, 'ChangeInvoiceStatus', { customerId, invoiceId, status: 'Paid' });
  send(meera, 'OverridePaymentStatus', { customerId, status: 'Paid' });

  // Alerts
  send(asha, 'ReadAlert', async (world) => {
    const raised = (await world.readEvents()).findLast(
      ({ type, stream }) => type === 'AlertRaised' && stream.includes(asha),
    )!.data as { readonly alertId: string; readonly on: string };
    return { alertId: raised.alertId, on: raised.on };
  });
  send(asha, 'ReadAllAlerts', { on: today });
  send(asha, 'MarkAlertsSeen');

  // Bills
  const bills = ids('approved', 'rejected');
  for (const billId of Object.values(bills))
    send(asha, 'SubmitBill', {
      billId,
      type: 'Fuel',
      amountPaise: 45_000,
      spentOn: today,
      imageFileId: upload(asha, 'image'),
    });
  send(meera, 'ApproveBill', { billId: bills.approved });
  send(meera, 'RejectBill', { billId: bills.rejected, reason: 'No receipt' });
  send(meera, 'EraseBill', { billId: bills.rejected });

  // Access log
  send(meera, 'OpenAuditScreen', { screen: 'feed' });
  send(meera, 'ExportAudit', { export: 'feed' });
  send(meera, 'OpenProof', { about: { kind: 'lead' } });
  send(meera, 'UseAuditLink', { linkId });
  send(meera, 'RecordRefusal', {
    command: 'ApproveBill',
    kind: 'bill',
    reason: 'own-bill',
  });

  // Catalogue
  const { categoryId, productId, packageId, offerId } = ids(
    'categoryId',
    'productId',
    'packageId',
    'offerId',
  );
  send(meera, 'AddCategory', { categoryId, kind: 'product', name: 'Rooftop' });
  send(meera, 'RenameCategory', { categoryId, name: 'Rooftops' });
  const panel = {
    name: 'Panel',
    description: 'Monocrystalline',
    mrpPaise: 200,
    livePricePaise: 100,
  };
  const imageFileIds = [upload(meera, 'image')];
  send(meera, 'AddProduct', { productId, ...panel, imageFileIds, categoryId });
  send(meera, 'EditProduct', { productId, livePricePaise: 150 });
  const kit = { name: 'Kit', description: 'For a rooftop', items: [{ productId, quantity: 1 }] };
  send(meera, 'AddPackage', { packageId, ...kit, imageFileId: upload(meera, 'image') });
  send(meera, 'EditPackage', { packageId, description: 'For two rooftops' });
  const poster = { title: 'Diwali', description: 'Free cleaning', fileType: 'image' };
  send(meera, 'AddOffer', { offerId, ...poster, fileId: upload(meera, 'image') });
  send(meera, 'EditOffer', { offerId, description: 'Free cleaning for a year' });
  const shareId = randomUUID();
  send(asha, 'ShareProduct', { shareId, productId, method: 'link' });
  send(meera, 'EraseShare', { shareId });
  send(asha, 'SharePackage', { shareId: randomUUID(), packageId, method: 'link' });
  send(asha, 'ShareWithLead', {
    leadId,
    shareId: randomUUID(),
    packageId,
    title: 'Kit',
    method: 'whatsapp',
  });
  send(asha, 'ShareOffer', { shareId: randomUUID(), offerId, method: 'download' });
  for (const [kind, data] of [
    ['Offer', { offerId }],
    ['Package', { packageId }],
    ['Product', { productId }],
  ] as const)
    for (const verb of ['Deactivate', 'Activate', 'Delete']) send(meera, `${verb}${kind}`, data);

  // Departures
  send(meera, 'ErasePersonalData', { leadId });
  send(meera, 'RemoveMember', { memberId: asha, leadsTo: deepa });
  send(meera, 'EraseMember', { memberId: asha });
  send(kavya, 'LeaveOrganization');
  send(meera, 'ScheduleFollowUp', {
    leadId: passedOnLeadId,
    followUpId: randomUUID(),
    dueOn: dayAfter(today, 1),
  });
  return steps;
}
