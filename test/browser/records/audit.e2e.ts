import { formatVerifierKey, parseVerifierKey, toVerifierKey } from '#platform/proof/signed-note.js';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expectAccessible } from '../tools/expect-accessible.js';
import { captureLead, desktop, expect, onPhone, createTeam, test } from '../tools/fixtures.js';

/** Verifier key of the same name for another private key. */
function otherKeyOf(key: string): string {
  const { name } = parseVerifierKey(key);
  return formatVerifierKey(toVerifierKey({ name, seed: new Uint8Array(32) }));
}

test.describe('on a phone', () => {
  test.use(onPhone);

  test('an auditor finds the statements and the register of erasures @main', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
    await admin.send('ErasePersonalData', { leadId, reason: 'asked' });
    const page = await signIn(context, admin);
    await page.goto('/audit');
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('menuitem', { name: 'Auditor’s page' }).tap();
    await expect(
      page.getByRole('heading', { name: /^Recording has been on since / }),
    ).toBeVisible();
    await expect(
      page.getByRole('heading', { name: /^All \d+ events are recorded$/ }),
    ).toBeVisible();
    await expectAccessible(page, 'statements');

    await page.getByRole('link', { name: '1', exact: true }).tap();
    const register = page.getByRole('list', { name: 'Register of erasures' });
    await expect(register.getByRole('listitem')).toHaveCount(1);
    await expect(register).toContainText(leadId);
    await expect(register).toContainText('The person asked for it');
    await expect(page.getByText('Deshmukh')).toHaveCount(0);
    await expectAccessible(page, 'erasures');
  });
});

test.describe('on a desktop', () => {
  test.use({ viewport: desktop, colorScheme: 'dark' });

  test('an auditor takes the proof of a lead and checks it, whole and changed @main', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
    const note = 'Wants 12 kW';
    await reps[0].send('AddNote', { leadId, noteId: randomUUID(), note });
    const page = await signIn(context, admin);
    await page.goto(`/leads/${leadId}/history`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Proof' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Rajesh Deshmukh.fieldtrace-proof.json.gz');
    const packed = await readFile(await download.path());

    // Making the proof signed a checkpoint that covers the lead.
    await page.reload();
    await page.getByRole('button', { name: 'Unchanged: all 2 events match' }).click();
    await expect(page.getByRole('dialog')).toContainText('It does not say that what was typed');
    await expectAccessible(page, 'verified history');
    await page.getByRole('dialog').getByRole('link', { name: 'Auditor’s page' }).click();
    await expect(page.getByRole('img', { name: 'QR code of the newest checkpoint' })).toBeVisible();
    await expectAccessible(page, 'statements with a checkpoint');
    await page.getByRole('link', { name: 'Check a proof' }).click();

    const check = (name: string, buffer: Buffer) =>
      page.getByLabel('Proof file').setInputFiles({ name, mimeType: 'application/gzip', buffer });
    const verdict = (name: string) => page.getByRole('region', { name });
    await check(download.suggestedFilename(), packed);
    await expect(verdict('Unchanged: all 2 events match')).toContainText('The key of this server');
    await expect(verdict('Unchanged: all 2 events match')).toContainText('Compare the public key');
    await expectAccessible(page, 'whole proof');

    await page.getByText('Keep your own key').click();
    const ownKey = page.getByLabel('Your public key');
    const pressKeep = () => page.getByRole('button', { name: 'Keep on This Device' }).click();
    await ownKey.fill('no key');
    await pressKeep();
    await expect(page.getByText('This is no public key.')).toBeVisible();
    const [serverKey] = (await (await page.request.get('/audit/log/keys')).text()).split('\n');
    await ownKey.fill(serverKey!);
    await pressKeep();
    await expect(page.getByText('This server has it too.')).toBeVisible();
    const wholeVerdict = verdict('Unchanged: all 2 events match');
    await expect(wholeVerdict).not.toContainText('Compare the public key');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Keep your own key').click();
    await ownKey.fill(otherKeyOf(serverKey!));
    await pressKeep();
    await expect(page.getByText('This server signs with another key than yours.')).toBeVisible();
    await expect(verdict('Another key signed this')).toBeVisible();
    await expectAccessible(page, 'proof of another key');
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(wholeVerdict).toBeVisible();
    await page.getByRole('button', { name: 'Compare the key' }).click();
    const keptField = page.getByLabel('Checkpoint or public key');
    await keptField.fill('A'.repeat(22));
    await expect(verdict('The file does not reach your checkpoint')).toBeVisible();
    await page.getByRole('button', { name: 'Download again with your checkpoint' }).click();
    await expect(verdict('The log does not have your checkpoint')).toBeVisible();
    await expectAccessible(page, 'unknown checkpoint');
    await reps[0].send('AddNote', { leadId, noteId: randomUUID(), note: 'Later' });
    await admin.request('GET', `/api/proofs/lead/${leadId}`);
    await keptField.fill(await (await page.request.get('/audit/log/checkpoint')).text());
    await page.getByRole('button', { name: 'Download again with your checkpoint' }).click();
    await expect(verdict('Unchanged: all 3 events match')).toContainText('was only added to');
    await keptField.fill('');

    const text = gunzipSync(packed).toString();
    await check('changed.json', Buffer.from(text.replace(note, 'Wants 13 kW')));
    await expect(verdict('Details of event 2 were changed')).toContainText('NoteAdded');
    await expectAccessible(page, 'changed proof');
    await check('shortened.json', Buffer.from(text.slice(0, -100)));
    await expect(verdict('Not a readable proof')).toBeVisible();
  });

  test('the auditor’s page prints on A4 without the app around it', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, organizationId } = await createTeam(product);
    await admin.request('GET', `/api/proofs/organization/${organizationId}`);
    const page = await signIn(context, admin);
    await page.goto('/audit/statements');
    await expect(page.getByRole('heading', { name: /^All \d+ events/ })).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code of the public key' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Auditor’s page' })).toBeVisible();
    // Printed in black on white, also in the dark theme.
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
    expect(pages).toHaveLength(1);
  });
});
