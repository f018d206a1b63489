import { expect, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { renderScene } from '#backend/demo/pictures.js';
import type { Me } from '#domain/accounts/account.views.js';
import type { Role } from '#domain/kernel/policy.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import {
  captureLead,
  foundOrganization,
  joinOrganization,
  newPhone,
  Person,
  signUp,
  browserCookies,
} from '../../acceptance/product/person.js';
import type { Product } from '../../acceptance/product/product.js';
import { auditScreens } from './audit-screens.js';
import { billScreens, createBillWithHistory, createRejectedBill } from './bill-screens.js';
import { catalogueScreens, seedCatalogue } from './catalogue-screens.js';
import { customerScreens, createCustomerWithHistory } from './customer-screens.js';
import { dayFromToday } from '../tools/days.js';
import { goOffline } from '../tools/language.js';
import { historyScreens } from './history-screens.js';
import { notificationScreens } from './notification-screens.js';
import { offerScreens, seedOffers } from './offer-screens.js';
import { expectInDrafts } from '../tools/device-storage.js';
import { drawSketch, samplePdf } from '../tools/sample-files.js';
import { quotationScreens, type SeededQuotations, seedQuotations } from './quotation-screens.js';
import { profileScreens } from './profile-screens.js';
import { settingsScreens } from './settings-screens.js';
import { visitScreens } from './visit-screens.js';
import { fillLeadForm, openDuplicateDialog } from '../tools/fill-lead-form.js';
import {
  callAndComeBack,
  expectDialog,
  expectHeading,
  openPage,
  showOtherActions,
} from './screen-steps.js';

/** Name that is too long for any line. */
const longName = {
  firstName: 'Venkatanarasimharajuvaripeta',
  lastName: 'Builders & Developers Pvt Ltd',
};

const thiruvananthapuram = 'Thiruvananthapuram';

/** People who open screens, with the records shown there. */
export type SeededProduct = {
  readonly product: Product;
  readonly admin: Person;
  readonly rep: Person;
  readonly finance: Person;
  readonly designer: Person;
  readonly marketing: Person;
  /** Admin of an empty organization. */
  readonly founder: Person;
  readonly newcomer: Person;
  /** Lead with notes, photos, quotations and a follow-up. */
  readonly leadId: string;
  readonly longLeadId: string;
  readonly customerId: string;
  readonly billId: string;
  readonly takenPhone: string;
} & SeededQuotations;

/** Fills the demo's Sharma Solar, a lead with all kinds of entries, and a lead with a long name. */
export async function seedProduct(product: Product, leads = 60): Promise<SeededProduct> {
  const people = await fillDemo(product, leads);
  const signInAs = async (role: string): Promise<Person> => {
    const demoPerson = people.find((person) => person.role === role)!;
    return new Person(product, demoPerson.name, demoPerson.phone).signIn();
  };
  const [admin, rep] = [await signInAs('admin'), await signInAs('sales')];
  const finance = await addMember(admin, 'Ritu Malhotra', 'finance');
  const designer = await addMember(admin, 'Farah Khan', 'designer');
  const marketing = await addMember(admin, 'Gita Menon', 'marketing');
  const founder = await signUp(product, 'Kavita Joshi');
  await foundOrganization(founder, 'Joshi Interiors & Modular Kitchens');
  const newcomer = await signUp(product, 'Imran Shaikh');
  const takenPhone = newPhone();
  const leadId = await createLeadWithHistory(rep, takenPhone);
  const longLeadId = await captureLead(rep, {
    ...longName,
    siteName: 'Sri Venkateswara Gardens, Phase 2',
    city: thiruvananthapuram,
    followUpOn: dayFromToday(0),
  });
  const customerId = await createCustomerWithHistory(rep, admin);
  const billId = await createBillWithHistory(rep, admin);
  await createRejectedBill(rep, admin);
  await seedCatalogue(admin);
  await seedOffers(admin);
  const quotations = await seedQuotations(rep, admin, { leadId, longLeadId });
  return {
    product,
    admin,
    rep,
    finance,
    designer,
    marketing,
    founder,
    newcomer,
    leadId,
    longLeadId,
    customerId,
    billId,
    takenPhone,
    ...quotations,
  };
}

/** Adds a member who does not sell. */
async function addMember(admin: Person, name: string, role: Role): Promise<Person> {
  const member = await signUp(admin.product, name);
  const { organization } = await admin.get<Me>('/api/me');
  await joinOrganization(member, organization!.inviteCode!);
  await admin.send('ChangeMemberRole', { memberId: member.id, role });
  return member;
}

type DemoPerson = { readonly name: string; readonly role: string; readonly phone: string };

async function fillDemo({ url, dataDir }: Product, leads: number): Promise<readonly DemoPerson[]> {
  const answer = await fetch(`${url}/dev/demo`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ leads, seed: 1, dataDir }),
  });
  const lines = (await answer.text()).trim().split('\n');
  const answerOfDemo = JSON.parse(lines.at(-1) ?? '{}') as {
    readonly people?: readonly DemoPerson[];
    readonly problem?: string;
  };
  const { people, problem } = answerOfDemo;
  if (!people) throw new Error(`The demo was not filled: ${problem ?? lines.at(-1)}`);
  return people;
}

async function createLeadWithHistory(rep: Person, phone: string): Promise<string> {
  const photos: string[] = [];
  for (let number = 1; number <= 9; number++) {
    photos.push(
      (
        await rep.upload(
          new Uint8Array((await renderScene(number)).content),
          `site ${number}.jpg`,
          'image/jpeg',
        )
      ).fileId,
    );
  }
  const { fileId } = await rep.upload(
    new Uint8Array(samplePdf.buffer),
    samplePdf.name,
    samplePdf.mimeType,
  );
  const place = { lat: 18.5204, lng: 73.8567, name: 'Baner Road' };
  const lead = {
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
    siteName: 'Deshmukh Residency',
    landmark: 'Near Orchid School',
    phone,
    place,
  };
  const leadId = await captureLead(rep, {
    ...lead,
    photoFileIds: photos.slice(0, 7),
    note: 'Met at the site. Three floors, wants 12 kW on the roof.',
  });
  await rep.send('ChangeLeadStatus', { leadId, status: 'Contacted' });
  await rep.send('AddNote', {
    leadId,
    noteId: randomUUID(),
    note: 'Roof measured, 42 m². Water tank shades the west side after 3 pm.',
    photoFileIds: photos.slice(7),
  });
  await rep.send('UploadQuotation', {
    leadId,
    quotationId: randomUUID(),
    amountPaise: 48_250_000,
    validUntilOn: dayFromToday(14),
    fileId,
  });
  await rep.send('ScheduleFollowUp', { leadId, followUpId: randomUUID(), dueOn: dayFromToday(1) });
  return leadId;
}

/**
 * Kind of person who opens a screen; each has a browser of their own. `new-account`: the screen
 * signs up an account for itself.
 */
export type Viewer =
  | 'stranger'
  | 'newcomer'
  | 'new-account'
  | 'founder'
  | 'rep'
  | 'admin'
  | 'finance'
  | 'designer'
  | 'marketing';

export type Screen = {
  readonly name: string;
  readonly as: Viewer;
  /** Set if the screen exists only on a phone, or only on wider screens, tablets included. */
  readonly only?: 'phone' | 'desktop';
  /** Whether the screen is an overlay that Back closes. */
  readonly isOverlay?: true;
  /** Whether `npm test` includes this screen; `npm run test:all` includes all. */
  readonly isSample?: true;
  /** Opens the screen and waits until it is complete. */
  readonly open: (page: Page, seeded: SeededProduct) => Promise<void>;
};

async function openLeads(page: Page, query = ''): Promise<void> {
  await openPage(page, `/leads${query}`, 'Leads');
  await expect(page.locator('ul[aria-label=Leads] > li, tbody tr, .empty').first()).toBeVisible();
}

async function openLead(page: Page, { leadId }: SeededProduct): Promise<void> {
  await openPage(page, `/leads/${leadId}`, 'Rajesh Deshmukh');
  await expect(
    page.getByRole('list', { name: 'Activities' }).getByText('Roof measured'),
  ).toBeVisible();
  await expectPhotosLoaded(page);
}

/** Waits for photos, whose links are requested after the page. */
const expectPhotosLoaded = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll('.ph')].every(
          (tile) => !tile.checkVisibility() || tile.querySelector('img')?.complete === true,
        ),
      ),
    )
    .toBe(true);

async function openInformation(page: Page, seeded: SeededProduct): Promise<void> {
  await openLead(page, seeded);
  const tab = page.getByRole('button', { name: 'Information', exact: true });
  if (await tab.isVisible()) await tab.click();
  await expect(page.getByRole('region', { name: 'Lead Information' })).toBeVisible();
  await expectPhotosLoaded(page);
}

async function openSignOut(page: Page): Promise<void> {
  await openPage(page, '/dashboard', 'Dashboard');
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Sign out' }).last().click();
  await expectDialog(page, 'Sign out?');
}

async function openFilledLeadForm(page: Page, phone: string): Promise<void> {
  await openPage(page, '/leads/new', 'New lead');
  await fillLeadForm(page, phone, 'Architect');
}

async function clearDraftStores(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) => {
        const listing = indexedDB.databases();
        void listing.then((all) => {
          for (const { name } of all) {
            const opening = indexedDB.open(name!);
            opening.onsuccess = () => {
              if (opening.result.objectStoreNames.contains('drafts'))
                opening.result.transaction('drafts', 'readwrite').objectStore('drafts').clear();
              opening.result.close();
            };
          }
          done(undefined);
        });
      }),
  );
}

/** Signs in at this browser an account whose number is not verified. */
async function switchToUnverifiedAccount(page: Page, product: Product): Promise<void> {
  const person = await new Person(product, 'Asha Menon', newPhone()).signUp({ verify: false });
  await switchUser(page, product, person);
}

/** Unverified account whose number another account has verified since. */
async function signUpWithTakenNumber(product: Product): Promise<Person> {
  const person = await new Person(product, 'Asha Menon', newPhone()).signUp({ verify: false });
  await product.waitForCode(person.phone);
  await signUp(product, 'Sunita Rao', person.phone);
  return person;
}

/** Mocks the server: three days have passed since the account was opened. */
async function endGracePeriod(page: Page): Promise<void> {
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch();
    const me = (await response.json()) as Me;
    await route.fulfill({
      response,
      json: { ...me, verification: { ...me.verification, graceEndsAt: new Date(0).toISOString() } },
    });
  });
}

/** Whether a screen exists at this size. */
export const isShownAt = ({ only }: Screen, size: 'phone' | 'tablet' | 'desktop'): boolean =>
  only === undefined || (only === 'phone') === (size === 'phone');

/** Every screen and every dialog that exists. */
export const screens: readonly Screen[] = [
  { name: 'landing', as: 'stranger', isSample: true, open: (page) => openPage(page, '/', /./) },
  {
    name: 'landing-menu',
    as: 'stranger',
    only: 'phone',
    open: async (page) => {
      await openPage(page, '/', /./);
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('link', { name: 'Reviews' })).toBeVisible();
    },
  },
  { name: 'sign-in', as: 'stranger', open: (page) => openPage(page, '/login', 'Sign in') },
  {
    name: 'sign-in-refused',
    as: 'stranger',
    open: async (page) => {
      await openPage(page, '/login', 'Sign in');
      await page.getByRole('textbox', { name: 'WhatsApp number' }).fill('98765 00001');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText(/No account found/)).toBeVisible();
    },
  },
  {
    name: 'sign-up',
    as: 'stranger',
    open: (page) => openPage(page, '/signup', 'Create your account'),
  },
  {
    name: 'sign-up-wrong',
    as: 'stranger',
    open: async (page) => {
      await openPage(page, '/signup', 'Create your account');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Name is required', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'sign-up-belonging',
    as: 'stranger',
    open: (page) =>
      openPage(
        page,
        `/signup?name=Sunita%20Rao&phone=${newPhone().slice(3)}`,
        'Where do you work?',
      ),
  },
  {
    name: 'sign-up-team',
    as: 'stranger',
    open: async (page) => {
      await openPage(
        page,
        `/signup?name=Sunita%20Rao&phone=${newPhone().slice(3)}`,
        'Where do you work?',
      );
      await page.getByRole('radio', { name: /^My team/ }).check();
      await expect(page.getByRole('textbox', { name: 'Organization code' })).toBeVisible();
    },
  },
  {
    name: 'sign-up-invited',
    as: 'stranger',
    open: async (page, { product }) => {
      const founder = await new Person(product, 'Meera Sharma', newPhone()).signUp();
      const { inviteCode } = await foundOrganization(founder);
      const invited = { name: 'Deepa Nair', phone: newPhone(), role: 'finance' };
      await founder.send('InviteMember', { invitationId: randomUUID(), ...invited });
      const link = new URLSearchParams({ ...invited, invite: inviteCode });
      await openPage(
        page,
        `/signup?${link}`,
        'Meera Sharma invites you to Sharma Solar as Finance',
      );
    },
  },
  {
    name: 'sign-up-code',
    as: 'stranger',
    open: async (page) => {
      await openPage(
        page,
        `/signup?name=Sunita%20Rao&phone=${newPhone().slice(3)}`,
        'Where do you work?',
      );
      await page.getByRole('radio', { name: /^My team/ }).check();
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expectHeading(page, 'Enter the code');
    },
  },
  {
    name: 'code-wrong',
    as: 'stranger',
    open: async (page) => {
      await openPage(
        page,
        `/signup?name=Sunita%20Rao&phone=${newPhone().slice(3)}`,
        'Where do you work?',
      );
      await page.getByRole('radio', { name: /^My team/ }).check();
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expectHeading(page, 'Enter the code');
      await page.getByRole('textbox', { name: '6-digit code' }).fill('000000');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'sign-up-another-number',
    as: 'stranger',
    open: async (page) => {
      await openPage(
        page,
        `/signup?name=Sunita%20Rao&phone=${newPhone().slice(3)}`,
        'Where do you work?',
      );
      await page.getByRole('radio', { name: /^My team/ }).check();
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expectHeading(page, 'Enter the code');
      await page.getByRole('button', { name: 'Change' }).click();
      await expectHeading(page, 'Enter another number');
    },
  },
  {
    name: 'dashboard-without-organization',
    as: 'newcomer',
    open: (page) => openPage(page, '/dashboard', 'Dashboard'),
  },
  {
    name: 'leads-without-organization',
    as: 'newcomer',
    open: (page) => openPage(page, '/leads', 'No Organization'),
  },
  {
    name: 'join-organization',
    as: 'newcomer',
    open: (page) => openPage(page, '/join-organization', 'Join Organization'),
  },
  {
    name: 'join-organization-wrong',
    as: 'newcomer',
    open: async (page) => {
      await openPage(page, '/join-organization', 'Join Organization');
      await page.getByRole('textbox', { name: 'Invite code' }).fill('ABC');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'join-organization-as-member',
    as: 'founder',
    open: async (page) => {
      await openPage(page, '/join-organization', 'Join Organization');
      await expect(page.getByText('You are in an organization already')).toBeVisible();
    },
  },
  {
    name: 'create-organization',
    as: 'newcomer',
    open: (page) => openPage(page, '/create-organization', 'Create Organization'),
  },
  {
    name: 'organization-created',
    as: 'new-account',
    open: async (page, { product }) => {
      const stranger = await new Person(product, 'Asha Menon', newPhone()).signUp();
      await switchUser(page, product, stranger);
      await openPage(page, '/create-organization', 'Create Organization');
      await page.getByRole('textbox', { name: 'Organization name' }).fill('Menon Builders');
      await page.getByRole('button', { name: 'Create Organization' }).click();
      await expectHeading(page, 'Organization created');
    },
  },
  {
    name: 'unverified',
    as: 'new-account',
    open: async (page, { product }) => {
      await switchToUnverifiedAccount(page, product);
      await openPage(page, '/dashboard', 'Dashboard');
      await expect(
        page.getByText('Verify your WhatsApp number to keep your account.'),
      ).toBeVisible();
    },
  },
  {
    name: 'verify-dialog',
    as: 'new-account',
    isOverlay: true,
    open: async (page, { product }) => {
      await switchToUnverifiedAccount(page, product);
      await openPage(page, '/dashboard', 'Dashboard');
      await page.getByRole('button', { name: 'Verify now' }).click();
      await expectDialog(page, 'Verify your WhatsApp number');
    },
  },
  {
    name: 'verify-dialog-number-taken',
    as: 'new-account',
    isOverlay: true,
    open: async (page, { product }) => {
      await switchUser(page, product, await signUpWithTakenNumber(product));
      await openPage(page, '/dashboard', 'Dashboard');
      await page.getByRole('button', { name: 'Verify now' }).click();
      await expectDialog(page, 'Verify your WhatsApp number');
      await expect(page.getByText(/verified by another account/)).toBeVisible();
    },
  },
  {
    name: 'verify-first',
    as: 'new-account',
    open: async (page, { product }) => {
      await switchToUnverifiedAccount(page, product);
      await endGracePeriod(page);
      await openPage(page, '/dashboard', 'Verify your WhatsApp number');
      await expect(page.getByText(/We sent 6 digits/)).toBeVisible();
    },
  },
  {
    name: 'verify-first-number-taken',
    as: 'new-account',
    open: async (page, { product }) => {
      await switchUser(page, product, await signUpWithTakenNumber(product));
      await endGracePeriod(page);
      await openPage(page, '/dashboard', 'Enter another number');
      await expect(page.getByText(/verified by another account/)).toBeVisible();
    },
  },
  {
    name: 'organization-created-unverified',
    as: 'new-account',
    open: async (page, { product }) => {
      await switchToUnverifiedAccount(page, product);
      await openPage(page, '/create-organization', 'Create Organization');
      await page.getByRole('textbox', { name: 'Organization name' }).fill('Menon Builders');
      await page.getByRole('button', { name: 'Create Organization' }).click();
      await expectHeading(page, 'Organization created');
    },
  },
  {
    name: 'dashboard-empty',
    as: 'founder',
    open: async (page) => {
      await openPage(page, '/dashboard', 'Dashboard');
      for (const name of [/^Set up /, 'What this page will show'])
        await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    },
  },
  {
    name: 'dashboard-with-sample-data',
    as: 'new-account',
    open: async (page, { product }) => {
      const founder = await new Person(product, 'Meera Sharma', newPhone()).signUp();
      await foundOrganization(founder);
      await switchUser(page, product, founder);
      await openPage(page, '/dashboard', 'Dashboard');
      await page.getByRole('button', { name: 'Show me with sample data' }).click();
      await expect(page.getByRole('button', { name: 'Remove sample data' })).toBeVisible();
      await expect(page.getByRole('link', { name: /^Leads 8$/ })).toBeVisible();
    },
  },
  { name: 'leads-empty', as: 'founder', open: (page) => openLeads(page) },
  {
    name: 'dashboard',
    as: 'rep',
    isSample: true,
    open: async (page) => {
      await openPage(page, '/dashboard', 'Dashboard');
      await expect(
        page
          .getByRole('region', { name: 'Recent leads' })
          .getByRole('link', { name: /Rajesh Deshmukh/ }),
      ).toBeVisible();
    },
  },
  {
    name: 'bell',
    as: 'rep',
    isOverlay: true,
    open: async (page) => {
      await openPage(page, '/dashboard', 'Dashboard');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
    },
  },
  {
    name: 'drawer',
    as: 'rep',
    isOverlay: true,
    only: 'phone',
    open: async (page) => {
      await openPage(page, '/dashboard', 'Dashboard');
      await page.getByRole('button', { name: 'Menu' }).click();
      await expectDialog(page, 'Menu');
    },
  },
  {
    name: 'outcome-sheet',
    as: 'rep',
    isOverlay: true,
    open: async (page, { leadId }) => {
      await openPage(page, `/leads/${leadId}`, /./);
      await callAndComeBack(page);
      await page.getByRole('dialog').getByText('No answer', { exact: true }).click();
    },
  },
  {
    name: 'sign-out-dialog',
    as: 'rep',
    isOverlay: true,
    open: (page) => openSignOut(page),
  },
  {
    name: 'sign-out-dialog-drafts',
    as: 'rep',
    isOverlay: true,
    open: async (page, { leadId, longLeadId }) => {
      for (const [id, note] of [
        [leadId, 'Wants 10 kW instead of 12.\nCall at six, never on Tuesdays.'],
        [longLeadId, 'Gate code from the watchman'],
      ] as const) {
        await openPage(page, `/leads/${id}`, /./);
        await page.getByRole('textbox', { name: 'Note', exact: true }).fill(note);
        await expectInDrafts(page, JSON.stringify(note).slice(1, -1));
      }
      await openPage(page, '/leads/new', 'New lead');
      await page.getByRole('textbox', { name: 'First name' }).fill('Sunita');
      await expectInDrafts(page, 'Sunita');
      await openSignOut(page);
      const drafts = page.getByRole('dialog').getByRole('listitem');
      await expect(drafts).toHaveCount(3);
      await drafts.getByText('Note').first().click();
      await expect(page.getByText('Remove').first()).toBeVisible();
    },
  },
  {
    name: 'quick-add-menu',
    as: 'rep',
    only: 'phone',
    isOverlay: true,
    open: async (page) => {
      await openPage(page, '/dashboard', 'Dashboard');
      await page
        .getByRole('navigation', { name: 'Sections' })
        .getByRole('button', { name: 'Add' })
        .click();
      await expect(page.getByRole('menuitem', { name: 'Lead' })).toBeVisible();
    },
  },
  { name: 'leads', as: 'rep', isSample: true, open: (page) => openLeads(page) },
  { name: 'leads-of-all', as: 'admin', open: (page) => openLeads(page, '?sort=next-follow-up') },
  {
    name: 'leads-chosen',
    as: 'admin',
    only: 'desktop',
    open: async (page) => {
      await openLeads(page);
      for (const index of [1, 2])
        await page
          .getByRole('checkbox', { name: /^Choose/ })
          .nth(index)
          .check();
      await expect(page.getByRole('toolbar', { name: 'Chosen leads' })).toBeVisible();
    },
  },
  { name: 'leads-lost', as: 'admin', open: (page) => openLeads(page, '?status=Lost') },
  {
    name: 'leads-filtered-empty',
    as: 'rep',
    open: async (page) => {
      await openLeads(page, '?q=gangtok&status=Lost&type=Architect');
      await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
    },
  },
  {
    name: 'leads-filter-sheet',
    as: 'admin',
    isSample: true,
    isOverlay: true,
    open: async (page) => {
      await openLeads(page);
      await page.getByRole('button', { name: /^(Filters|Added: any day)$/ }).click();
      await expectDialog(page, 'Filters');
    },
  },
  {
    name: 'leads-type-menu',
    as: 'admin',
    isOverlay: true,
    only: 'desktop',
    open: async (page) => {
      await openLeads(page);
      await page.getByRole('button', { name: 'Type: All' }).click();
      await expect(page.getByRole('menuitemradio', { name: 'Builder' })).toBeVisible();
    },
  },
  {
    name: 'leads-assignee',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openLeads(page);
      const sheet = page.getByRole('button', { name: 'Filters' });
      if (await sheet.isVisible()) await sheet.click();
      await page.getByLabel('Owner', { exact: true }).filter({ visible: true }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'leads-failed',
    as: 'rep',
    open: async (page) => {
      await page.route('**/api/leads?*', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.route('**/api/leads', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto('/leads?q=nothing%20kept');
      await expect(page.getByText('Failed to load leads', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'leads-loading',
    as: 'rep',
    open: async (page) => {
      // Leaves the request unanswered.
      await page.route('**/api/leads?*', () => undefined);
      await page.goto('/leads?q=not%20yet');
      await expect(page.getByRole('status', { name: 'Loading leads' })).toBeVisible();
    },
  },
  { name: 'new-lead', as: 'rep', open: (page) => openPage(page, '/leads/new', 'New lead') },
  {
    name: 'new-lead-by-admin',
    as: 'admin',
    open: (page) => openPage(page, '/leads/new', 'New lead'),
  },
  {
    name: 'new-lead-wrong',
    as: 'rep',
    isSample: true,
    open: async (page) => {
      await openPage(page, '/leads/new', 'New lead');
      await page.getByRole('textbox', { name: 'Phone' }).fill('98220 4173');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(
        page.getByText('5 fields need a look.').or(page.getByText('4 fields need a look.')),
      ).toBeVisible();
      await clearDraftStores(page);
    },
  },
  {
    name: 'duplicate-dialog',
    as: 'rep',
    isOverlay: true,
    open: async (page, { takenPhone }) => {
      await openFilledLeadForm(page, takenPhone);
      await page.getByRole('button', { name: 'Save' }).click();
      await openDuplicateDialog(page);
      await clearDraftStores(page);
    },
  },
  {
    name: 'edit-lead',
    as: 'admin',
    open: (page, { leadId }) => openPage(page, `/leads/${leadId}/edit`, 'Edit lead'),
  },
  {
    name: 'conflict-dialog',
    as: 'rep',
    isOverlay: true,
    open: async (page, { admin, longLeadId }) => {
      await openPage(page, `/leads/${longLeadId}/edit`, 'Edit lead');
      await page.getByRole('textbox', { name: 'City' }).fill('Kochi');
      const { city } = await admin.get<LeadDetail>(`/api/leads/${longLeadId}`);
      await admin.send('EditLead', {
        leadId: longLeadId,
        city: city === thiruvananthapuram ? 'Kozhikode' : thiruvananthapuram,
      });
      await page.getByRole('button', { name: 'See what changed' }).click();
      await expect(page.getByRole('dialog', { name: /^What .* changed$/ })).toBeVisible();
    },
  },
  {
    name: 'delete-dialog',
    as: 'rep',
    isOverlay: true,
    open: async (page, { longLeadId }) => {
      await openPage(page, `/leads/${longLeadId}/edit`, 'Edit lead');
      await page.getByRole('button', { name: 'Delete Lead' }).click();
      await expectDialog(page, `Delete ${longName.firstName} ${longName.lastName}?`);
    },
  },
  { name: 'lead', as: 'rep', open: openLead },
  { name: 'lead-information', as: 'rep', isSample: true, only: 'phone', open: openInformation },
  {
    name: 'lead-long-name',
    as: 'admin',
    open: async (page, { longLeadId }) => {
      await openPage(page, `/leads/${longLeadId}`, /Venkatanarasimharajuvaripeta/);
      await expect(
        page.getByRole('list', { name: 'Activities' }).getByText('created the lead'),
      ).toBeVisible();
    },
  },
  {
    name: 'lead-not-found',
    as: 'rep',
    open: (page) => openPage(page, '/leads/6a0e0f6e-1f5b-4a52-9a5c-0d1c2b3a4f5e', 'Lead not found'),
  },
  {
    name: 'lead-composer',
    as: 'rep',
    open: async (page, seeded) => {
      await openLead(page, seeded);
      await showOtherActions(page);
      await page.getByRole('button', { name: 'Next follow-up', exact: true }).click();
      await page.getByRole('button', { name: 'Tomorrow', exact: true }).click();
      await page.getByRole('button', { name: 'Next: Tomorrow', exact: true }).click();
      await page
        .getByLabel('Attach photos')
        .setInputFiles([await drawSketch(4), await drawSketch(5)]);
      await expect(page.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(2);
      await page
        .getByRole('textbox', { name: 'Note', exact: true })
        .fill('Second visit with the electrician');
      await clearDraftStores(page);
    },
  },
  {
    name: 'status-dialog',
    as: 'rep',
    isSample: true,
    isOverlay: true,
    open: async (page, seeded) => {
      await openLead(page, seeded);
      await showOtherActions(page);
      await page.getByRole('button', { name: 'Change status' }).click();
      await expectDialog(page, 'Change status');
    },
  },
  {
    name: 'lost-dialog',
    as: 'rep',
    isOverlay: true,
    open: async (page, seeded) => {
      await openLead(page, seeded);
      await showOtherActions(page);
      await page.getByRole('button', { name: 'Change status' }).click();
      await page.getByRole('radio', { name: /Lost/ }).click();
      await expectDialog(page, 'Mark as Lost');
      await page.getByRole('button', { name: 'Mark as Lost' }).click();
      await expect(
        page.getByText('Please provide a reason for marking this lead as lost', { exact: true }),
      ).toBeVisible();
    },
  },
  {
    name: 'quote-dialog',
    as: 'rep',
    isOverlay: true,
    open: async (page, seeded) => {
      await openLead(page, seeded);
      await page.getByRole('button', { name: 'Create quote' }).click();
      await page.getByRole('button', { name: 'Upload file' }).click();
      await expectDialog(page, 'Upload Quote');
    },
  },
  {
    name: 'follow-up-dialog',
    as: 'rep',
    isOverlay: true,
    open: async (page, seeded) => {
      await openInformation(page, seeded);
      await page
        .getByRole('region', { name: /follow-up/i })
        .getByRole('button', { name: 'Add' })
        .click();
      await expectDialog(page, 'Next follow-up');
    },
  },
  {
    name: 'cancel-visit-dialog',
    as: 'rep',
    isOverlay: true,
    open: async (page, seeded) => {
      await openInformation(page, seeded);
      await page.getByRole('button', { name: 'Cancel follow-up' }).first().click();
      await expectDialog(page, 'Cancel follow-up');
    },
  },
  {
    name: 'viewer',
    as: 'rep',
    isOverlay: true,
    open: async (page, seeded) => {
      await openInformation(page, seeded);
      const gallery = page.getByRole('region', { name: 'Site photos' });
      const show = gallery.getByRole('button', { name: 'Show' });
      if (await show.isVisible()) await show.click();
      await gallery
        .getByRole('button', { name: /^Open photo/ })
        .first()
        .click();
      await expect(page.getByText('1 of 9', { exact: true })).toBeVisible();
      await expect
        .poll(() =>
          page
            .getByRole('dialog')
            .getByRole('img')
            .evaluate((image: HTMLImageElement) => image.naturalWidth),
        )
        .toBeGreaterThan(0);
    },
  },
  {
    name: 'lead-waiting',
    as: 'rep',
    open: async (page, { longLeadId }) => {
      await openPage(page, `/leads/${longLeadId}`, /^Venkata/);
      await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Roof measured');
      // Fails API requests only: the service worker with the app's files is blocked here.
      await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
      await page.getByRole('button', { name: 'Send note' }).click();
      await expect(
        page.getByRole('button', { name: '1 waiting. Show what is not sent yet' }),
      ).toBeVisible();
      await goOffline(page);
    },
  },
  {
    name: 'outbox-sheet',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openLeads(page);
      await openFilledLeadForm(page, newPhone());
      // Fails API requests only: the service worker with the app's files is blocked here.
      await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
      await page.getByRole('button', { name: 'Save' }).click();
      // The form leaves for the list by itself.
      await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
      await page.getByRole('button', { name: /waiting\. Show what is not sent yet/ }).click();
      await expectDialog(page, 'Waiting to be sent');
      // Prevents retries while the screen is examined.
      await goOffline(page);
      await expect(page.getByRole('dialog').getByText('Waiting for network')).toBeVisible();
      await expect(page.getByRole('button', { name: /^Discard/ })).toBeEnabled();
    },
  },
  ...notificationScreens,
  ...visitScreens,
  ...customerScreens,
  ...profileScreens,
  ...quotationScreens,
  ...billScreens,
  ...historyScreens,
  ...auditScreens,
  ...catalogueScreens,
  ...settingsScreens,
  ...offerScreens,
  {
    name: 'leads-offline',
    as: 'admin',
    open: async (page) => {
      await openLeads(page);
      await goOffline(page);
      await expect(page.getByText('No network.')).toBeVisible();
      await expect(page.getByText(/Showing leads from/)).toBeVisible();
    },
  },
];

/** Switches the theme of the app, and of public pages, which follow the system. */
export async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  if ((await page.locator('#root').count()) > 0)
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}

/** Signs another person in at this browser. */
export async function switchUser(page: Page, product: Product, person: Person): Promise<void> {
  await page.context().clearCookies();
  await page.context().addCookies(browserCookies(person, product.url));
}

export const personOf = (
  { admin, rep, finance, designer, marketing, founder, newcomer }: SeededProduct,
  as: Viewer,
): Person | undefined =>
  ({
    admin,
    rep,
    finance,
    designer,
    marketing,
    founder,
    newcomer,
    stranger: undefined,
    'new-account': undefined,
  })[as];
