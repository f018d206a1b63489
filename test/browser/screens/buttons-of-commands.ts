import type { Locator, Page } from '@playwright/test';
import { randomBytes, randomUUID } from 'node:crypto';
import type { CommandName } from '#domain/commands.js';
import { dayFromToday } from '../tools/days.js';
import { samplePdf } from '../tools/sample-files.js';
import {
  captureLead,
  desktop,
  expect,
  newPhone,
  type Person,
  signUp,
  createTeam,
  test as base,
  browserCookies,
} from '../tools/fixtures.js';
import { fillLeadForm } from '../tools/fill-lead-form.js';

/** Person who presses in a browser, and prepares records through the HTTP API. */
export type Actor = { readonly page: Page; readonly person: Person };
export type Setup = {
  readonly admin: Actor;
  readonly rep: Actor;
  /** Account without an organization, in its own browser. */
  readonly openNewcomer: () => Promise<Actor>;
  /** Rep whom no other test uses. */
  readonly openNewRep: () => Promise<Actor>;
};
/** Opens a screen up to a command's button, and returns the button unpressed. */
export type OpenButton = (
  setup: Setup,
) => Promise<{ readonly actor: Actor; readonly button: Locator }>;

/** Each worker has one team, whose browsers reach the product by `address`. */
export const test = base.extend<object, { readonly setup: Setup; readonly address: string }>({
  address: [async ({ product }, use) => use(product.url), { scope: 'worker' }],
  setup: [
    async ({ product, browser, address }, use) => {
      const { admin, reps, inviteCode } = await createTeam(product, 'Anil Kale');
      const openBrowserFor = async (person: Person): Promise<Actor> => {
        const context = await browser.newContext({
          baseURL: address,
          viewport: desktop,
          locale: 'en-IN',
          timezoneId: 'Asia/Kolkata',
          permissions: ['clipboard-read', 'clipboard-write'],
        });
        await context.addCookies(browserCookies(person, address));
        return { page: await context.newPage(), person };
      };
      const openNewcomer = async (): Promise<Actor> =>
        openBrowserFor(await signUp(product, 'Kavita Joshi'));
      const openNewRep = async (): Promise<Actor> => {
        const person = await signUp(product, `Hari ${randomUUID().slice(0, 6)}`);
        await person.send('JoinOrganization', {
          inviteCode: (await admin.readMe()).organization?.inviteCode ?? inviteCode,
        });
        return openBrowserFor(person);
      };
      await use({
        admin: await openBrowserFor(admin),
        rep: await openBrowserFor(reps[0]),
        openNewcomer,
        openNewRep,
      });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Number of bills so far, which keeps them different; equal ones need confirmation. */
let billCount = 0;

const button = (actor: Actor, name: string | RegExp): { actor: Actor; button: Locator } => ({
  actor,
  button: actor.page.getByRole('button', { name }),
});
const dialogButton = (actor: Actor, name: string): { actor: Actor; button: Locator } => ({
  actor,
  button: actor.page
    .getByRole('dialog')
    .or(actor.page.getByRole('alertdialog'))
    .getByRole('button', { name, exact: true }),
});
const saveButton = (actor: Actor, name = 'Save') => ({
  actor,
  button: actor.page.getByRole('button', { name, exact: true }).locator('visible=true'),
});

/** Button of an erasure, after reason and confirmation are given. */
async function confirmErasure(
  actor: Actor,
  name: string,
): Promise<{ actor: Actor; button: Locator }> {
  const dialog = actor.page.getByRole('alertdialog');
  await dialog.getByText('No longer needed').click();
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE');
  return dialogButton(actor, name);
}

async function openNewLead({ rep }: Setup, more: object = {}): Promise<string> {
  const leadId = await captureLead(rep.person, { firstName: 'Asha', lastName: 'Iyer', ...more });
  await rep.page.goto(`/leads/${leadId}`);
  return leadId;
}

async function openNewCustomer(
  actor: Actor,
  prepare: (customerId: string) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const customerId = await captureLead(actor.person, { firstName: 'Farida', lastName: 'Merchant' });
  await actor.person.send('ConvertLead', { leadId: customerId, projectValuePaise: 45_000_000 });
  await expect
    .poll(async () => (await actor.person.request('GET', `/api/customers/${customerId}`)).status)
    .toBe(200);
  await prepare(customerId);
  await actor.page.goto(`/customers/${customerId}`);
  return customerId;
}

async function openDecisionOfNewBill({ admin, rep }: Setup): Promise<void> {
  const billId = randomUUID();
  await rep.person.send('SubmitBill', {
    billId,
    type: 'Food',
    amountPaise: 45_000,
    spentOn: dayFromToday(0),
  });
  await admin.page.goto(`/bills/${billId}`);
  await admin.page.getByRole('button', { name: 'Update Bill Status' }).click();
}

/** Unique product name, by which a test finds the card. */
const uniqueName = (): string => `Panel ${randomUUID().slice(0, 8)}`;

async function addProduct(
  { admin }: Setup,
  more: object = {},
): Promise<{ productId: string; name: string }> {
  const product = { productId: randomUUID(), name: uniqueName() };
  await admin.person.send('AddProduct', {
    ...product,
    description: 'For a rooftop',
    mrpPaise: 200_00,
    livePricePaise: 150_00,
    ...more,
  });
  return product;
}

async function addPackage(
  setup: Setup,
  more: object = {},
): Promise<{ packageId: string; name: string }> {
  const { productId } = await addProduct(setup);
  const kit = { packageId: randomUUID(), name: uniqueName() };
  await setup.admin.person.send('AddPackage', {
    ...kit,
    description: 'For a rooftop',
    items: [{ productId, quantity: 2 }],
    ...more,
  });
  return kit;
}

async function addOffer(
  { admin: { person } }: Setup,
  more: object = {},
): Promise<{ name: string }> {
  const name = uniqueName();
  const { fileId, kind: fileType } = await person.upload(
    new Uint8Array(samplePdf.buffer),
    samplePdf.name,
    samplePdf.mimeType,
  );
  await person.send('AddOffer', {
    offerId: randomUUID(),
    title: name,
    description: 'For a rooftop',
    fileId,
    fileType,
    ...more,
  });
  return { name };
}

const addItem = { products: addProduct, packages: addPackage, offers: addOffer };
type List = keyof typeof addItem;

/** Entry in the menu of an item in the management list. */
const menuButton =
  (list: List, action: 'Edit' | 'Pause' | 'Resume' | 'Delete'): OpenButton =>
  async ({ admin, ...others }) => {
    const { name } = await addItem[list]({ admin, ...others }, { isActive: action !== 'Resume' });
    await admin.page.goto(`/${list}?q=${encodeURIComponent(name)}`);
    await admin.page.getByRole('button', { name: `Actions for ${name}` }).click();
    return {
      actor: admin,
      button: admin.page.getByRole('menuitem', { name: `${action} ${name}` }),
    };
  };

const deleteButton =
  (list: List, confirm: string): OpenButton =>
  async (setup) => {
    await (await menuButton(list, 'Delete')(setup)).button.click();
    return dialogButton(setup.admin, confirm);
  };

const openSettings = async (actor: Actor, section: string): Promise<void> =>
  void (await actor.page.goto(`/settings/${section}`));

async function addLocation({ admin }: Setup): Promise<string> {
  const name = `Store ${randomUUID().slice(0, 8)}`;
  await admin.person.send('AddLocation', {
    locationId: randomUUID(),
    name,
    city: 'Pune',
    address: 'Baner Road',
  });
  await openSettings(admin, 'organization');
  return name;
}

async function saveQuotation({ person }: Actor): Promise<string> {
  const leadId = await captureLead(person);
  const quotationId = randomUUID();
  const line = { name: 'Panel', quantityThousandths: 1_000, unit: 'piece', unitPricePaise: 100_00 };
  await person.send('SaveQuotation', {
    quotationId,
    leadId,
    pricesIncludeGst: true,
    validUntilOn: dayFromToday(15),
    lines: [{ lineId: randomUUID(), ...line, discountBasisPoints: 0, gstRateBasisPoints: 500 }],
  });
  return quotationId;
}

/** Opens the page of a sent quotation, and waits for its link. */
async function openSentQuotation(rep: Actor): Promise<void> {
  const quotationId = await saveQuotation(rep);
  await rep.person.send('SendQuotation', { quotationId, version: 1 });
  await rep.page.goto(`/quotations/${quotationId}`);
  await expect(rep.page.getByRole('button', { name: 'Copy link' })).toBeVisible();
}

const chooseInMoreMenu = async ({ page }: Actor, action: string): Promise<void> => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

const chooseMemberAction = async (
  { page }: Actor,
  { person }: Actor,
  action: string,
): Promise<void> => {
  await page.getByRole('button', { name: `Manage ${person.name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** Button of each client command, or the reason why it has none. */
export const buttonsOfCommands: Readonly<Record<CommandName, OpenButton | string>> = {
  CreateLead: async ({ rep }) => {
    await rep.page.goto('/leads/new');
    await fillLeadForm(rep.page, newPhone());
    return saveButton(rep, 'Save Lead');
  },
  EditLead: async ({ rep }) => {
    const leadId = await captureLead(rep.person);
    await rep.page.goto(`/leads/${leadId}/edit`);
    await rep.page.getByRole('textbox', { name: 'City' }).fill('Nashik');
    return saveButton(rep, 'Save changes');
  },
  ReassignLead: async ({ admin, rep }) => {
    const leadId = await captureLead(rep.person);
    await admin.page.goto(`/leads/${leadId}`);
    await chooseInMoreMenu(admin, 'Reassign');
    await admin.page.getByRole('dialog').getByRole('combobox', { name: 'New owner' }).click();
    await admin.page.getByRole('option', { name: admin.person.name }).click();
    return dialogButton(admin, 'Reassign');
  },
  ChangeLeadStatus: async (setup) => {
    await openNewLead(setup);
    await setup.rep.page.getByRole('button', { name: 'Status New, change' }).click();
    return { actor: setup.rep, button: setup.rep.page.getByRole('radio', { name: /^Contacted/ }) };
  },
  MarkLeadLost: async (setup) => {
    await openNewLead(setup);
    const { page } = setup.rep;
    await page.getByRole('button', { name: 'Status New, change' }).click();
    await page.getByRole('radio', { name: /Lost/ }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Bought from a cousin');
    return dialogButton(setup.rep, 'Mark as Lost');
  },
  AddNote: async (setup) => {
    await openNewLead(setup);
    await setup.rep.page.getByRole('textbox', { name: 'Note', exact: true }).fill('Roof measured');
    return button(setup.rep, 'Send note');
  },
  ScheduleFollowUp: async (setup) => {
    await openNewLead(setup);
    const { page } = setup.rep;
    await page
      .getByRole('region', { name: /follow-up/i })
      .getByRole('button', { name: 'Add' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tomorrow', exact: true }).click();
    return dialogButton(setup.rep, 'Save');
  },
  CompleteFollowUp: async (setup) => {
    await openNewLead(setup, { followUpOn: dayFromToday(1) });
    return button(setup.rep, 'Mark Complete');
  },
  CancelFollowUp: async (setup) => {
    await openNewLead(setup, { followUpOn: dayFromToday(1) });
    await setup.rep.page.getByRole('button', { name: 'Cancel follow-up' }).click();
    await setup.rep.page.getByRole('dialog').getByLabel('Reason').fill('Gone to Mumbai');
    return dialogButton(setup.rep, 'Cancel follow-up');
  },
  RecordVisit: async ({ rep }) => {
    const leadId = await captureLead(rep.person);
    await rep.page.goto(`/visits/new?leadId=${leadId}`);
    await rep.page.getByRole('button', { name: /^Continue/ }).click();
    await rep.page.getByRole('button', { name: 'Start Visit' }).click();
    await rep.page.getByRole('button', { name: 'End Visit' }).click();
    return button(rep, 'Save Visit');
  },
  ConvertLead: async (setup) => {
    await openNewLead(setup);
    const { page } = setup.rep;
    await page.getByRole('button', { name: 'Status New, change' }).click();
    await page.getByRole('radio', { name: /Converted/ }).click();
    await page.getByLabel('Initial payment').fill('5000');
    return dialogButton(setup.rep, 'Convert Lead');
  },
  UploadQuotation: async (setup) => {
    await openNewLead(setup);
    await setup.rep.page.getByRole('button', { name: 'Create quote' }).click();
    await setup.rep.page.getByRole('button', { name: 'Upload file' }).click();
    await setup.rep.page.getByRole('dialog').getByLabel('Amount').fill('1,23,456.5');
    return dialogButton(setup.rep, 'Upload Quote');
  },
  SaveQuotation: async ({ rep }) => {
    const leadId = await captureLead(rep.person);
    await rep.page.goto(`/quotations/new?leadId=${leadId}`);
    return button(rep, 'Save draft');
  },
  SendQuotation:
    'the button that saves the draft sends it too; its version prevents a second sending',
  DiscardQuotation: async ({ rep }) => {
    const quotationId = await saveQuotation(rep);
    await rep.page.goto(`/quotations/${quotationId}`);
    await chooseInMoreMenu(rep, 'Discard draft');
    return dialogButton(rep, 'Discard draft');
  },
  ShareQuotation: async ({ rep }) => {
    await openSentQuotation(rep);
    return button(rep, 'Copy link');
  },
  RevokeQuotationLink: async ({ rep }) => {
    await openSentQuotation(rep);
    await chooseInMoreMenu(rep, 'Revoke link');
    return dialogButton(rep, 'Revoke link');
  },
  RejectQuotation: async ({ rep }) => {
    await openSentQuotation(rep);
    await chooseInMoreMenu(rep, 'Mark as rejected');
    await rep.page.getByRole('dialog').getByLabel('Reason').fill('Bought from a cousin');
    return dialogButton(rep, 'Mark as rejected');
  },
  RequestQuotationPdf: 'shown only while a PDF could not be made',
  ChangeQuotationSettings: async ({ admin }) => {
    const { body } = await admin.person.request<{ terms?: string }>(
      'GET',
      '/api/quotation-settings',
    );
    await admin.page.goto('/settings/quotations');
    // The device may show an older answer first, which would be replaced while typing.
    await expect(admin.page.getByLabel('Terms')).toHaveValue(body.terms ?? '');
    await admin.page.getByLabel('Terms').fill(`Half in advance, ${randomUUID().slice(0, 8)}`);
    return saveButton(admin);
  },
  RequestQuotation: 'only programs send it',
  DeleteLead: async ({ rep }) => {
    const leadId = await captureLead(rep.person);
    await rep.page.goto(`/leads/${leadId}/edit`);
    await rep.page.getByRole('button', { name: 'Delete Lead' }).click();
    return dialogButton(rep, 'Delete Lead');
  },
  ErasePersonalData: async ({ admin, rep }) => {
    const leadId = await captureLead(rep.person);
    await admin.page.goto(`/leads/${leadId}/edit`);
    await admin.page.getByRole('button', { name: 'Erase personal data' }).click();
    return confirmErasure(admin, 'Erase personal data');
  },
  EditCustomer: async ({ rep }) => {
    const customerId = await openNewCustomer(rep);
    await rep.page.goto(`/customers/${customerId}/edit`);
    await rep.page.getByRole('textbox', { name: 'City' }).fill('Nashik');
    return saveButton(rep);
  },
  ChangeStage: async ({ rep }) => {
    await openNewCustomer(rep);
    return { actor: rep, button: rep.page.getByText('Completed', { exact: true }) };
  },
  RecordPayment: async ({ rep }) => {
    await openNewCustomer(rep);
    await rep.page.getByRole('button', { name: 'Add Payment' }).click();
    await rep.page.getByLabel('Amount').fill('5000');
    return dialogButton(rep, 'Add Payment');
  },
  AddProject: async ({ rep }) => {
    await openNewCustomer(rep);
    await rep.page.getByRole('button', { name: 'Add Project' }).click();
    await rep.page.getByLabel('Project name').fill('Rooftop, 10 kW');
    return dialogButton(rep, 'Add Project');
  },
  UpdateProject: async ({ rep }) => {
    await openNewCustomer(rep, (customerId) =>
      rep.person.send('AddProject', { customerId, projectId: randomUUID(), name: 'Carport' }),
    );
    await rep.page.getByRole('button', { name: 'Update Carport' }).click();
    await rep.page.getByLabel('Progress, %').fill('40');
    return dialogButton(rep, 'Update Project');
  },
  AddInvoice: async ({ rep }) => {
    await openNewCustomer(rep);
    await rep.page.getByRole('button', { name: 'Add Invoice' }).click();
    await rep.page.getByLabel('Invoice number').fill('FT/2026/014');
    await rep.page.getByLabel('Amount').fill('300000');
    return dialogButton(rep, 'Add Invoice');
  },
  ChangeInvoiceStatus: async ({ rep }) => {
    const invoice = {
      number: 'FT/1',
      issuedOn: dayFromToday(0),
      amountPaise: 100_000,
      status: 'Sent',
    };
    await openNewCustomer(rep, (customerId) =>
      rep.person.send('AddInvoice', { customerId, invoiceId: randomUUID(), ...invoice }),
    );
    await rep.page.getByRole('button', { name: 'Invoice FT/1: Sent, change' }).click();
    return { actor: rep, button: rep.page.getByRole('menuitemradio', { name: 'Paid' }) };
  },
  OverridePaymentStatus: async ({ admin }) => {
    await openNewCustomer(admin);
    await admin.page.getByRole('button', { name: 'Set by hand' }).click();
    return { actor: admin, button: admin.page.getByRole('menuitemradio', { name: 'Overdue' }) };
  },
  SubmitBill: async ({ rep }) => {
    await rep.page.goto('/bills/new');
    await rep.page.getByRole('textbox', { name: /Amount/ }).fill(String(100 + ++billCount));
    await rep.page.getByText('Fuel', { exact: true }).click();
    return {
      actor: rep,
      button: rep.page.getByRole('button', { name: 'Submit Bill' }).locator('visible=true'),
    };
  },
  ApproveBill: async (setup) => {
    await openDecisionOfNewBill(setup);
    return dialogButton(setup.admin, 'Approve Bill');
  },
  RejectBill: async (setup) => {
    await openDecisionOfNewBill(setup);
    await setup.admin.page.getByLabel('Rejection reason').fill('Submitted twice');
    return dialogButton(setup.admin, 'Reject Bill');
  },
  EraseBill: async ({ admin, rep }) => {
    const billId = randomUUID();
    const bill = { billId, type: 'Food', amountPaise: 45_000, spentOn: dayFromToday(0) };
    await rep.person.send('SubmitBill', { ...bill, note: 'Lunch' });
    await admin.person.send('ApproveBill', { billId });
    await admin.page.goto(`/bills/${billId}`);
    await admin.page.getByRole('button', { name: 'More', exact: true }).click();
    await admin.page.getByRole('menuitem', { name: 'Erase note and picture' }).click();
    return confirmErasure(admin, 'Erase note and picture');
  },
  EraseShare: async (setup) => {
    const { productId } = await addProduct(setup);
    const share = { shareId: randomUUID(), productId, method: 'whatsapp', to: newPhone() };
    await setup.rep.person.send('ShareProduct', share);
    await setup.admin.page.goto('/audit?kind=share');
    const eraser = setup.admin.page.getByRole('button', { name: /^Erase personal data: / });
    await eraser.first().click();
    return confirmErasure(setup.admin, 'Erase number');
  },
  AddProduct: async ({ admin }) => {
    await admin.page.goto('/products/new');
    await admin.page.getByLabel('Name', { exact: true }).fill(uniqueName());
    await admin.page.getByLabel('Description').fill('For a rooftop');
    await admin.page.getByLabel('MRP').fill('18500');
    await admin.page.getByLabel('Live price').fill('14800');
    return saveButton(admin);
  },
  EditProduct: async (setup) => {
    const { productId } = await addProduct(setup);
    await setup.admin.page.goto(`/products/${productId}/edit`);
    await setup.admin.page.getByLabel('Description').fill('For a carport');
    return saveButton(setup.admin);
  },
  ActivateProduct: menuButton('products', 'Resume'),
  DeactivateProduct: menuButton('products', 'Pause'),
  DeleteProduct: deleteButton('products', 'Delete Product'),
  AddPackage: async (setup) => {
    const { name } = await addProduct(setup);
    const { page } = setup.admin;
    await page.goto('/packages/new');
    await page.getByLabel('Name', { exact: true }).fill(uniqueName());
    await page.getByLabel('Description').fill('For a rooftop');
    await page.getByRole('searchbox', { name: 'Search products' }).fill(name);
    await page.getByRole('button', { name: `Add ${name}` }).click();
    return saveButton(setup.admin);
  },
  EditPackage: async (setup) => {
    const { packageId } = await addPackage(setup);
    await setup.admin.page.goto(`/packages/${packageId}/edit`);
    await setup.admin.page.getByLabel('Description').fill('For a carport');
    return saveButton(setup.admin);
  },
  ActivatePackage: menuButton('packages', 'Resume'),
  DeactivatePackage: menuButton('packages', 'Pause'),
  DeletePackage: deleteButton('packages', 'Delete Package'),
  AddCategory: async ({ admin }) => {
    await admin.page.goto('/products/new');
    await admin.page.getByRole('button', { name: 'New category' }).click();
    await admin.page.getByRole('textbox', { name: 'New category' }).fill(uniqueName());
    return { actor: admin, button: admin.page.getByRole('button', { name: 'Add', exact: true }) };
  },
  RenameCategory: async ({ admin }) => {
    const [categoryId, name] = [randomUUID(), uniqueName()];
    await admin.person.send('AddCategory', { categoryId, kind: 'product', name });
    await admin.page.goto('/products/new');
    await admin.page.getByLabel('Category', { exact: true }).selectOption({ label: name });
    await admin.page.getByRole('button', { name: 'Rename category' }).click();
    await admin.page.getByRole('dialog').getByLabel('Name').fill(uniqueName());
    return dialogButton(admin, 'Rename');
  },
  ShareProduct: async (setup) => {
    const { name } = await addProduct(setup);
    await setup.rep.page.goto(`/catalogue?q=${encodeURIComponent(name)}`);
    await setup.rep.page.getByRole('button', { name: `Share ${name}` }).click();
    return dialogButton(setup.rep, 'Copy Text');
  },
  SharePackage: async (setup) => {
    const { name } = await addPackage(setup);
    await setup.rep.page.goto(`/catalogue/packages?q=${encodeURIComponent(name)}`);
    await setup.rep.page.getByRole('button', { name: `Share ${name}` }).click();
    return dialogButton(setup.rep, 'Copy Link');
  },
  ShareWithLead: async (setup) => {
    const { rep } = setup;
    const leadId = await captureLead(rep.person);
    const { name } = await addProduct(setup);
    await rep.page.goto(`/catalogue?q=${encodeURIComponent(name)}&to=${leadId}`);
    await rep.page.getByText(/^Choose what/).waitFor();
    await rep.page.getByRole('button', { name: `Share ${name}` }).click();
    return dialogButton(rep, 'Copy Text');
  },
  AddOffer: async ({ admin }) => {
    await admin.page.goto('/offers/new');
    await admin.page.getByLabel('File', { exact: true }).setInputFiles(samplePdf);
    await admin.page.getByLabel('Title').fill(uniqueName());
    await admin.page.getByLabel('Description').fill('For a rooftop');
    await expect(admin.page.getByRole('button', { name: 'Choose another file' })).toBeEnabled();
    return saveButton(admin);
  },
  EditOffer: async (setup) => {
    await (await menuButton('offers', 'Edit')(setup)).button.click();
    await setup.admin.page.getByLabel('Description').fill('For a carport');
    return saveButton(setup.admin);
  },
  ActivateOffer: menuButton('offers', 'Resume'),
  DeactivateOffer: menuButton('offers', 'Pause'),
  DeleteOffer: deleteButton('offers', 'Delete Offer'),
  ShareOffer: async (setup) => {
    const { name } = await addOffer(setup);
    await setup.rep.page.goto(`/offers?q=${encodeURIComponent(name)}`);
    await setup.rep.page.getByRole('button', { name: `Share ${name}` }).click();
    return dialogButton(setup.rep, 'Copy for Status');
  },
  ReadAlert: async ({ admin, rep }) => {
    const firstName = `Bina ${randomUUID().slice(0, 6)}`;
    await captureLead(admin.person, { firstName, assignedTo: rep.person.id });
    // Without the filter, the alerts about leads of a day are one row.
    await rep.page.goto('/notifications?type=lead');
    return { actor: rep, button: rep.page.getByRole('button', { name: new RegExp(firstName) }) };
  },
  ReadAllAlerts: async ({ admin, rep }) => {
    await captureLead(admin.person, { assignedTo: rep.person.id });
    await rep.page.goto('/notifications');
    return button(rep, 'Mark All as Read');
  },
  MarkAlertsSeen: async ({ admin, openNewRep }) => {
    const actor = await openNewRep();
    await captureLead(admin.person, { assignedTo: actor.person.id });
    await actor.page.goto('/dashboard');
    return button(actor, /^Notifications, \d/);
  },
  ChangeProfile: async ({ openNewRep }) => {
    const actor = await openNewRep();
    await openSettings(actor, 'profile');
    const card = actor.page.getByRole('region', { name: 'Your profile' });
    await card.getByRole('textbox', { name: 'Full name' }).fill('Hari Kumar Rao');
    return { actor, button: card.getByRole('button', { name: 'Save' }) };
  },
  ChangeLanguage: async ({ openNewRep }) => {
    const actor = await openNewRep();
    await openSettings(actor, 'profile');
    return { actor, button: actor.page.getByText('हिन्दी', { exact: true }) };
  },
  FoundOrganization: async ({ openNewcomer }) => {
    const actor = await openNewcomer();
    await actor.page.goto('/create-organization');
    await actor.page.getByRole('textbox', { name: 'Organization name' }).fill('Joshi Interiors');
    return { actor, button: actor.page.getByRole('button', { name: 'Create Organization' }) };
  },
  JoinOrganization: async ({ admin, openNewcomer }) => {
    const actor = await openNewcomer();
    await actor.page.goto('/join-organization');
    await actor.page
      .getByRole('textbox', { name: 'Invite code' })
      .fill((await admin.person.readMe()).organization?.inviteCode ?? '');
    return button(actor, 'Continue');
  },
  ChangeOrganizationDetails: async ({ admin }) => {
    const { body } = await admin.person.request<{ contactPhone?: string }>(
      'GET',
      '/api/organization',
    );
    await openSettings(admin, 'organization');
    const field = admin.page.getByRole('textbox', { name: /Contact number/ });
    // The device may show an older answer first, which would be replaced while typing.
    await expect
      .poll(async () => (await field.inputValue()).replace(/\D/g, ''))
      .toBe(body.contactPhone?.slice(3) ?? '');
    await field.fill(newPhone().slice(3));
    return { actor: admin, button: admin.page.getByRole('button', { name: 'Save' }).first() };
  },
  RotateInviteCode: async ({ admin }) => {
    await openSettings(admin, 'team');
    await admin.page.getByRole('button', { name: 'Manage the invite code' }).click();
    await admin.page.getByRole('menuitem', { name: 'Change Code' }).click();
    return dialogButton(admin, 'Change Code');
  },
  CreateAuditLink: async ({ admin }) => {
    await admin.page.goto('/audit/links');
    await admin.page.getByRole('button', { name: 'New link' }).first().click();
    return dialogButton(admin, 'Create Link');
  },
  RevokeAuditLink: async ({ admin }) => {
    await admin.person.send('CreateAuditLink', {
      linkId: randomUUID(),
      tokenSha256: randomBytes(32).toString('hex'),
      from: dayFromToday(-30),
      to: dayFromToday(0),
      expiresOn: dayFromToday(30),
    });
    await admin.page.goto('/audit/links');
    await admin.page.getByRole('button', { name: 'Revoke the link' }).first().click();
    return dialogButton(admin, 'Revoke Link');
  },
  AddLocation: async ({ admin }) => {
    await openSettings(admin, 'organization');
    await admin.page.getByRole('button', { name: 'Add Location' }).click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('Location name').fill(uniqueName());
    await dialog.getByLabel('City').fill('Pune');
    await dialog.getByLabel('Address').fill('Baner Road');
    return dialogButton(admin, 'Add Location');
  },
  RemoveLocation: async (setup) => {
    const name = await addLocation(setup);
    await setup.admin.page.getByRole('button', { name: `Delete ${name}` }).click();
    return dialogButton(setup.admin, 'Delete Location');
  },
  InviteMember: async ({ admin }) => {
    await openSettings(admin, 'team');
    await admin.page.getByRole('button', { name: 'Invite Member' }).click();
    await admin.page.getByRole('textbox', { name: 'Name' }).fill('Deepa Nair');
    await admin.page.getByRole('textbox', { name: 'WhatsApp number' }).fill(newPhone().slice(3));
    return dialogButton(admin, 'Send Invitation');
  },
  CancelInvitation: async ({ admin }) => {
    const name = `Deepa ${randomUUID().slice(0, 6)}`;
    await admin.person.send('InviteMember', {
      invitationId: randomUUID(),
      name,
      phone: newPhone(),
      role: 'sales',
    });
    await openSettings(admin, 'team');
    await admin.page.getByRole('button', { name: `Cancel the invitation of ${name}` }).click();
    return dialogButton(admin, 'Cancel Invitation');
  },
  EraseInvitation: async ({ admin }) => {
    const invitation = { invitationId: randomUUID(), name: 'Deepa', phone: newPhone() };
    await admin.person.send('InviteMember', { ...invitation, role: 'sales' });
    await admin.page.goto('/audit?kind=organization&type=MemberInvited');
    const eraser = admin.page.getByRole('button', { name: /^Erase personal data: / });
    await eraser.first().click();
    return confirmErasure(admin, 'Erase invitation');
  },
  EraseMember: async ({ admin, openNewRep }) => {
    const { person } = await openNewRep();
    await admin.person.send('RemoveMember', { memberId: person.id });
    await admin.page.goto('/audit?kind=organization&type=MemberRemoved');
    const eraser = admin.page.getByRole('button', { name: /^Erase personal data: / });
    await eraser.first().click();
    return confirmErasure(admin, 'Erase member');
  },
  ChangeMemberRole: async ({ admin, openNewRep }) => {
    const member = await openNewRep();
    await openSettings(admin, 'team');
    await chooseMemberAction(admin, member, 'Change Role');
    return { actor: admin, button: admin.page.getByRole('radio', { name: /^Finance/ }) };
  },
  RemoveMember: async ({ admin, openNewRep }) => {
    const member = await openNewRep();
    await openSettings(admin, 'team');
    await chooseMemberAction(admin, member, 'Remove from Team');
    return dialogButton(admin, 'Remove Member');
  },
  LeaveOrganization: async ({ openNewRep }) => {
    const actor = await openNewRep();
    await openSettings(actor, 'profile');
    await actor.page.getByRole('button', { name: 'Leave Organization' }).click();
    return dialogButton(actor, 'Leave Organization');
  },
};
