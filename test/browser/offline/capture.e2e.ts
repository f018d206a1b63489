import { CountedInput } from '../tools/counted-input.js';
import { expectOutboxEmpty } from '../tools/device-storage.js';
import { openSavedLead } from '../tools/fill-lead-form.js';
import { drawPhoto } from '../tools/sample-files.js';
import { expect, createTeam, test, onPhone } from '../tools/fixtures.js';

test.use({
  ...onPhone,
  geolocation: { latitude: 18.5204, longitude: 73.8567 },
  permissions: ['geolocation'],
});

test('a lead with photo and place is captured on a phone with at most 12 taps, in at most 30 seconds at 250 ms a key @main', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  const input = new CountedInput(page);
  await page.goto('/dashboard');

  await input.tap(
    page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Add' }),
  );
  await input.tap(page.getByRole('menuitem', { name: 'Lead' }));
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused();
  await input.type('9822041736');
  await input.pressNext();
  await input.type('Rajesh');
  await input.pressNext();
  await input.type('Deshmukh');
  await input.pressNext();
  await expect(page.getByRole('textbox', { name: 'City' })).toBeFocused();
  await input.type('Pune');
  await input.tap(page.getByText('Builder', { exact: true }));
  const camera = page.waitForEvent('filechooser');
  await input.tap(page.getByRole('button', { name: 'Take photo' }));
  await (await camera).setFiles([await drawPhoto(1)]);
  input.tapOutsidePage(2);
  await input.tap(page.getByRole('button', { name: 'Add location' }));
  await expect(page.getByRole('button', { name: 'Location kept' })).toBeVisible();
  await input.tap(page.getByRole('button', { name: 'Save' }));
  await openSavedLead(page, 'Rajesh Deshmukh');
  await expectOutboxEmpty(page);

  const { items } = await reps[0].get<{
    readonly items: readonly { readonly leadId: string; readonly phone: string }[];
  }>('/api/leads');
  expect(items).toMatchObject([{ phone: '+919822041736' }]);
  const lead = await reps[0].get<{
    readonly photos: readonly string[];
    readonly place?: { readonly lat: number };
  }>(`/api/leads/${items[0]!.leadId}`);
  expect(lead.photos).toHaveLength(1);
  expect(lead.place?.lat).toBeCloseTo(18.5204, 3);
  test.info().annotations.push({
    type: 'measured',
    description: `${input.taps} taps, ${input.keys} keys, ${input.seconds} s`,
  });
  expect(input.taps).toBeLessThanOrEqual(12);
  expect(input.seconds).toBeLessThanOrEqual(30);
});
