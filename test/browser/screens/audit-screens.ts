import { expect, type Page } from '@playwright/test';
import { createHash, randomBytes } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { gunzipSync } from 'node:zlib';
import { type Person, captureLead, newPhone } from '../../acceptance/product/person.js';
import { dayFromToday } from '../tools/days.js';
import type { Screen } from './screens.js';
import { openPage } from './screen-steps.js';

const openFeed = async (page: Page, query = ''): Promise<void> => {
  await openPage(page, `/audit${query}`, 'Audit');
  await expect(
    page.getByRole('main').locator('ul.card > li, tbody tr, .empty').first(),
  ).toBeVisible();
};

/** Proof of a lead, which the newest checkpoint covers from then on. */
async function downloadProof(admin: Person, leadId: string): Promise<Buffer> {
  const { body } = await admin.request<string>('GET', `/api/proofs/lead/${leadId}`);
  return Buffer.from(body, 'latin1');
}

async function openProofCheck(page: Page, buffer: Buffer): Promise<void> {
  await openPage(page, '/audit/check', 'Check a proof');
  const name = 'Rajesh Deshmukh.fieldtrace-proof.json.gz';
  await page.getByLabel('Proof file').setInputFiles({ name, mimeType: 'application/gzip', buffer });
}

/** Address of a new link for an auditor. */
async function createAuditLink(admin: Person): Promise<string> {
  const token = randomBytes(16).toString('hex');
  await admin.send('CreateAuditLink', {
    linkId: newId(),
    tokenSha256: createHash('sha256').update(token).digest('hex'),
    from: dayFromToday(-30),
    to: dayFromToday(0),
    expiresOn: dayFromToday(7),
  });
  return `/auditor/${token}`;
}

/** Feeds, auditors' links, statements, proofs and erasures. */
export const auditScreens: readonly Screen[] = [
  { name: 'audit', as: 'admin', open: (page) => openFeed(page) },
  { name: 'audit-bills', as: 'admin', open: (page) => openFeed(page, '?kind=bill') },
  { name: 'audit-none', as: 'founder', open: (page) => openFeed(page, '?kind=bill') },
  {
    name: 'audit-link-new',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openPage(page, '/audit/links', 'Auditors’ links');
      await page.getByRole('button', { name: 'New link' }).first().click();
      await expect(page.getByRole('button', { name: 'Create Link' })).toBeEnabled();
    },
  },
  {
    name: 'audit-statements',
    as: 'admin',
    open: async (page, { admin, leadId }) => {
      await downloadProof(admin, leadId);
      await openPage(page, '/audit/statements', 'Auditor’s page');
      await expect(page.getByRole('table', { name: 'Events by kind of record' })).toBeVisible();
      await expect(page.getByRole('img', { name: 'QR code of the public key' })).toBeVisible();
    },
  },
  {
    name: 'audit-statements-proof',
    as: 'admin',
    open: async (page, { admin, leadId }) => {
      await downloadProof(admin, leadId);
      await openPage(page, '/audit/statements', 'Auditor’s page');
      const code = page.getByRole('img', { name: 'QR code of the public key' });
      await expect(code).toBeVisible();
      await page.getByRole('button', { name: 'Download Checkpoint' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'audit-check',
    as: 'admin',
    open: (page) => openPage(page, '/audit/check', 'Check a proof'),
  },
  {
    name: 'audit-check-whole',
    as: 'admin',
    open: async (page, { admin, leadId }) => {
      await openProofCheck(page, await downloadProof(admin, leadId));
      await expect(page.getByRole('heading', { name: /^Unchanged/ })).toBeVisible();
    },
  },
  {
    name: 'audit-check-changed',
    as: 'admin',
    isSample: true,
    open: async (page, { admin, leadId }) => {
      const changedProof = gunzipSync(await downloadProof(admin, leadId))
        .toString()
        .replace('Roof measured', 'Roof measurea');
      await openProofCheck(page, Buffer.from(changedProof));
      await expect(page.getByRole('heading', { name: /were changed$/ })).toBeVisible();
    },
  },
  {
    name: 'audit-erasures',
    as: 'admin',
    open: async (page, { admin, rep }) => {
      const leadId = await captureLead(rep);
      await admin.send('ErasePersonalData', { leadId, reason: 'asked' });
      await openPage(page, '/audit/erasures', 'Register of erasures');
      await expect(page.getByRole('main').getByText(leadId).last()).toBeAttached();
    },
  },
  {
    name: 'audit-linked',
    as: 'admin',
    open: async (page, { admin }) => {
      await page.goto(await createAuditLink(admin));
      await expect(page.getByRole('link', { name: /^Download proof: / }).first()).toBeVisible();
    },
  },
  {
    name: 'audit-linked-statements',
    as: 'admin',
    open: async (page, { admin }) => {
      await page.goto(`${await createAuditLink(admin)}?show=statements`);
      await expect(page.getByRole('table', { name: 'Events by kind of record' })).toBeVisible();
    },
  },
  {
    name: 'audit-invitations',
    as: 'admin',
    open: async (page, { admin }) => {
      const invitation = { invitationId: newId(), name: 'Suresh Rane', phone: newPhone() };
      await admin.send('InviteMember', { ...invitation, role: 'sales' });
      await openFeed(page, '?kind=organization&type=MemberInvited');
      await expect(
        page.getByRole('button', { name: /^Erase personal data/ }).first(),
      ).toBeVisible();
    },
  },
  {
    name: 'bill-erase',
    as: 'admin',
    isOverlay: true,
    open: async (page, { billId }) => {
      await openPage(page, `/bills/${billId}`, /./);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Erase note and picture' }).click();
      await page.getByRole('alertdialog').getByText('The person asked for it').click();
    },
  },
  {
    name: 'audit-links',
    as: 'admin',
    open: (page) => openPage(page, '/audit/links', 'Auditors’ links'),
  },
];
