import { expectAccessible } from '../tools/expect-accessible.js';
import { captureLead, desktop, expect, onPhone, team, test } from '../tools/fixtures.js';

test.describe('on a phone', () => {
  test.use(onPhone);

  test('an auditor finds the statements and the register of erasures @main', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await team(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
    await admin.send('ErasePersonalData', { leadId, reason: 'asked' });
    const page = await signIn(context, admin);
    await page.goto('/audit');
    await page.getByRole('button', { name: 'More' }).tap();
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

  test('the auditor’s page prints on A4 without the app around it', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin } = await team(product);
    const page = await signIn(context, admin);
    await page.goto('/audit/statements');
    await expect(page.getByRole('heading', { name: /^All \d+ events/ })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Auditor’s page' })).toBeVisible();
    // in black on white, also for who uses the dark theme
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
    expect(pages).toHaveLength(1);
  });
});
