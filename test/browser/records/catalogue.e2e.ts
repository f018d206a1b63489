import type { PackageList, ProductItem, ProductList } from '#domain/catalogue/catalogue.views.js';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expectOutboxEmpty } from '../tools/device-storage.js';
import { CountedInput } from '../tools/counted-input.js';
import { expectAccessible } from '../tools/expect-accessible.js';
import { chooseItemAction, itemRow } from '../tools/item-menu.js';
import { drawPhoto } from '../tools/sample-files.js';
import {
  captureLead,
  desktop,
  expect,
  type Person,
  phone,
  createTeam,
  test,
  onPhone,
  userAgent,
} from '../tools/fixtures.js';

const readOnlyProduct = async (admin: Person): Promise<ProductItem> =>
  (await admin.get<ProductList>('/api/products')).items[0] ??
  Promise.reject(new Error('There is no product'));

test('an admin builds a product, a rep shares it in three taps, and a customer sees its page @main', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  await admin.send('ChangeOrganizationDetails', { contactPhone: '9822041736' });
  const deskContext = await browser.newContext({ viewport: desktop });
  const page = await signIn(deskContext, admin);
  await page.goto('/products');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await page.getByRole('link', { name: 'Add Product' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Mono PERC panel 540 W');
  await page.getByLabel('Description').fill('Half-cut cells, 25 years of warranty.');
  await page
    .getByLabel('Images', { exact: true })
    .setInputFiles([await drawPhoto(1), await drawPhoto(2)]);
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Image 2' }) }),
  ).toBeVisible();
  // Images are reordered by keyboard.
  await page.getByRole('button', { name: 'Move image 2 forward' }).press('Enter');
  // Images are reordered by dragging: the second one moves to the front again.
  const images = page.getByRole('list', { name: 'Images' }).getByRole('listitem');
  const secondSource = await images.nth(1).getByRole('img').getAttribute('src');
  await images.nth(1).dragTo(images.nth(0));
  await expect(images.nth(0).getByRole('img')).toHaveAttribute('src', secondSource!);
  const requests: string[] = [];
  await deskContext.route(/youtube/, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ body: 'A video' });
  });
  await page.getByLabel('YouTube link').fill('https://youtu.be/dQw4w9WgXcQ');
  await expect(page.getByRole('button', { name: 'Play video from YouTube' })).toBeVisible();
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Play video from YouTube' }).click();
  await expect(page.getByTitle('Product video')).toBeVisible();
  await expect.poll(() => requests).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ']);
  await page.getByLabel('MRP').fill('18500');
  await page.getByLabel('Live price').fill('19000');
  await page.getByLabel('Maximum discount (%)').fill('12.123456789');
  await page.getByLabel('Minimum discount (%)').fill('101');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A discount can have two decimals').first()).toBeVisible();
  await expect(page.getByText('Minimum discount must be between 0 and 100').first()).toBeVisible();
  await page.getByLabel('Maximum discount (%)').fill('12.5');
  await page.getByLabel('Minimum discount (%)').fill('13');
  await expect(page.getByText('Live price cannot be higher than MRP').first()).toBeVisible();
  await page.getByLabel('Live price').fill('14800');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('Minimum discount cannot be higher than maximum discount').first(),
  ).toBeVisible();
  await page.getByLabel('Minimum discount (%)').fill('0');
  await page.getByRole('button', { name: 'New category' }).click();
  await page.getByRole('textbox', { name: 'New category' }).fill('general');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Category already exists')).toBeVisible();
  await page.getByRole('textbox', { name: 'New category' }).fill('Solar panels');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByLabel('Category', { exact: true })).toHaveValue(/-/);
  await page.getByRole('button', { name: 'Save' }).click();
  const card = itemRow(page, 'Mono PERC panel 540 W');
  /** Cell of the product with its number of shares or of views. */
  const countCell = (count: number) => card.getByRole('cell', { name: String(count), exact: true });
  await expect(card).toContainText('₹14,800');
  await expect(card).toContainText('Solar panels');
  await expect(card).toContainText('0% – 12.5%');
  await chooseItemAction(card, 'Edit');
  await page.getByRole('button', { name: 'Rename category' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename category' });
  await renaming.getByLabel('Name').fill('General');
  await renaming.getByRole('button', { name: 'Rename' }).click();
  await expect(renaming.getByText('Category already exists')).toBeVisible();
  await renaming.getByLabel('Name').fill('Panels');
  await expectAccessible(page, 'rename-category');
  await renaming.getByLabel('Name').press('Enter');
  await expect(renaming).toHaveCount(0);
  await expect(
    page
      .getByLabel('Category', { exact: true })
      .getByRole('option', { name: 'Panels', exact: true }),
  ).toBeAttached();
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(card).toContainText('Panels');
  await expect(card).not.toContainText('Solar panels');

  const phoneContext = await browser.newContext(onPhone);
  const rep = await signIn(phoneContext, reps[0]);
  await rep.goto('/catalogue');
  const input = new CountedInput(rep);
  await phoneContext.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  await expect(rep.getByRole('article', { name: 'Mono PERC panel 540 W' })).toBeVisible();
  await expect(rep.getByRole('button', { name: /Delete/ })).toHaveCount(0);
  await input.tap(rep.getByRole('button', { name: 'Share Mono PERC panel 540 W' }));
  await expect(rep.getByRole('dialog')).toBeVisible();
  const chat = phoneContext.waitForEvent('page');
  await input.tap(rep.getByRole('button', { name: 'Share on WhatsApp' }));
  await (await chat).waitForURL(/^https:\/\/wa\.me\/\?text=/);
  const { productId } = await readOnlyProduct(admin);
  expect(decodeURIComponent((await chat).url())).toMatch(
    new RegExp(`/products/${productId}/share\\?s=[-0-9a-f]{36}\n\nPowered by Fieldtrace`),
  );
  expect(input.taps).toBeLessThanOrEqual(3);
  // The admin's page counts the share without a reload.
  await expect(countCell(1)).toBeVisible();

  // A share without a network is recorded later, once.
  await phoneContext.setOffline(true);
  await rep.getByRole('button', { name: 'Share Mono PERC panel 540 W' }).tap();
  const nextChat = phoneContext.waitForEvent('page');
  await rep.getByRole('button', { name: 'Share on WhatsApp' }).tap();
  await nextChat;
  await phoneContext.setOffline(false);
  await expectOutboxEmpty(rep);
  await expect.poll(async () => (await readOnlyProduct(admin)).shareCount).toBe(2);
  await expect(countCell(2)).toBeVisible();

  const customerContext = await browser.newContext({ ...onPhone, userAgent });
  const customer = await customerContext.newPage();
  await customer.goto(`/products/${productId}/share`);
  await expect(customer.getByRole('heading', { name: 'Mono PERC panel 540 W' })).toBeVisible();
  await expect(customer.getByRole('link', { name: 'Contact Seller on WhatsApp' })).toBeVisible();
  await expect(customer.getByRole('img', { name: /picture 1/ })).toHaveJSProperty('complete', true);
  // A second view by the same browser on the same day is not counted.
  await customer.reload();
  await page.reload();
  await expect(countCell(1)).toBeVisible();

  await chooseItemAction(card, 'Pause');
  await expect(card).toContainText('Inactive');
  await expect(rep.getByRole('article')).toHaveCount(0);
  await customer.goto(`/products/${productId}/share`);
  await expect(customer.getByText('Product not found or no longer available')).toBeVisible();
  await page.setViewportSize(phone);
  await chooseItemAction(card, 'Edit');
  await expect(page.getByLabel('Live price')).toHaveValue('14,800.00');
  await page.getByLabel('Live price').fill('13900');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('₹13,900');
  await chooseItemAction(card, 'Delete');
  await page.getByRole('button', { name: 'Delete Product' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('an admin builds a package, whose totals follow, and its public page shows the products', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin } = await createTeam(product);
  for (const [name, livePricePaise] of [
    ['Panel', 150_00],
    ['Inverter', 1_000_00],
  ] as const)
    await admin.send('AddProduct', {
      productId: randomUUID(),
      name,
      description: 'For a rooftop',
      mrpPaise: 2 * livePricePaise,
      livePricePaise,
    });
  const page = await signIn(await browser.newContext({ viewport: desktop }), admin);
  await page.goto('/packages/new');
  await page.getByLabel('Name', { exact: true }).fill('Rooftop kit');
  await page.getByLabel('Description').fill('Everything for 1 kW');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('At least one product must be added to the package').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add Panel' }).click();
  await page.getByRole('button', { name: 'Add Panel' }).click();
  await page.getByRole('button', { name: 'Add Inverter' }).click();
  await expect(page.getByLabel('Quantity of Panel')).toHaveValue('2');
  await expect(page.getByLabel('Totals')).toContainText('₹1,300.00 (50.0%)');
  await page.getByRole('button', { name: 'One Inverter less' }).click();
  await expect(page.getByLabel('Quantity of Inverter')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Inverter' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const card = itemRow(page, 'Rooftop kit');
  await expect(card).toContainText('₹1,300');
  await page.setViewportSize(phone);
  await chooseItemAction(card, 'Edit');
  await expect(page.getByLabel('Quantity of Panel')).toHaveValue('2');
  const { packageId } = (await admin.get<PackageList>('/api/packages')).items[0]!;
  await page.goto(`/Packages/${packageId}/SHARE/?utm_source=wa`);
  await expect(
    page.getByRole('heading', { name: "What's Included in This Package" }),
  ).toBeVisible();
  await expect(page).toHaveURL(`/packages/${packageId}/share?utm_source=wa`);
});

test('a rep sends a product to a lead, and the lead’s timeline shows the product and its views', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const panel = { name: 'Panel', description: 'For a rooftop', mrpPaise: 200, livePricePaise: 150 };
  await admin.send('AddProduct', { productId: randomUUID(), ...panel });
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Shah' });
  const phoneContext = await browser.newContext(onPhone);
  await phoneContext.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  const page = await signIn(phoneContext, reps[0]);
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('button', { name: 'Catalogue', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'Product' }).tap();
  await expect(page.getByText('Choose what Rajesh Shah gets.')).toBeVisible();
  await page.getByRole('button', { name: 'Share Panel' }).tap();
  await expectAccessible(page, 'share-with-lead');
  await phoneContext.setOffline(true);
  const chat = phoneContext.waitForEvent('page');
  await page.getByRole('button', { name: 'Share on WhatsApp' }).tap();
  await (await chat).waitForURL(/^https:\/\/wa\.me\/91\d{10}\?text=/);
  const [link = ''] = /\/products\/\S+/.exec(decodeURIComponent((await chat).url())) ?? [];
  await page.goto(`/leads/${leadId}`);
  await expect(page.getByText('Shared Panel')).toBeVisible();
  await phoneContext.setOffline(false);
  await expectOutboxEmpty(page);

  const customer = await (await browser.newContext({ ...onPhone, userAgent })).newPage();
  const countedView = customer.waitForResponse(/\/share\/views/);
  await customer.goto(link);
  await expect(customer.getByText('Sent by Anil Kale')).toBeVisible();
  await countedView;
  await page.reload();
  await expect(page.getByText('You shared Panel. Opened once')).toBeVisible();
  expect((await readOnlyProduct(admin)).shareCount).toBe(1);
});

test('a customer on a phone reaches the seller without scrolling, and sees no button without effect', async ({
  product,
  browser,
}) => {
  const { admin } = await createTeam(product);
  await admin.send('ChangeOrganizationDetails', { contactPhone: '9822041736' });
  const items = Array.from({ length: 8 }, () => ({ productId: randomUUID(), quantity: 1 }));
  for (const [index, { productId }] of items.entries())
    await admin.send('AddProduct', {
      productId,
      name: `Panel ${index + 1}`,
      description: 'Half-cut cells',
      mrpPaise: 100_00,
      livePricePaise: 90_00,
    });
  const packageId = randomUUID();
  await admin.send('AddPackage', { packageId, name: 'Kit', description: 'All in one', items });
  for (const javaScriptEnabled of [true, false]) {
    const page = await (await browser.newContext({ ...onPhone, javaScriptEnabled })).newPage();
    await expect(async () =>
      expect((await page.goto(`/packages/${packageId}/share`))!.status()).toBe(200),
    ).toPass();
    await expect(page.getByRole('link', { name: 'Contact Seller on WhatsApp' })).toBeInViewport({
      ratio: 1,
    });
    await expect(page.getByRole('link', { name: 'Call Now' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(
      javaScriptEnabled ? 1 : 0,
    );
    await page.context().close();
  }
});

test('another spelling of an address opens its screen', async ({ product, signIn, browser }) => {
  const { admin } = await createTeam(product);
  const page = await signIn(await browser.newContext(onPhone), admin);
  for (const [typed, canonical, heading] of [
    ['/Products/?q=x', '/products?q=x', 'Products'],
    ['/PACKAGES', '/packages', 'Packages'],
    ['/Settings/Team', '/settings/team', 'Team'],
  ] as const) {
    await page.goto(typed);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(canonical);
  }
});

test('a product that the server refuses shows the error where a phone looks, and keeps typed values', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin } = await createTeam(product);
  const page = await signIn(await browser.newContext(onPhone), admin);
  await page.goto('/products/new');
  await page.getByLabel('Name', { exact: true }).fill('Pump');
  await page.getByLabel('Description').fill('5 HP');
  await page.getByLabel('MRP').fill('1000');
  await page.getByLabel('Live price').fill('900');
  await page.route('**/api/commands/AddProduct', (route) =>
    route.fulfill({ status: 500, body: '{}', contentType: 'application/json' }),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  const message = page.getByRole('alert').filter({ hasText: 'Failed to save product' });
  await expect(message).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[data-refusal]')).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Pump');
});

test('a product whose photo cannot be uploaded names the photo, keeps it, and is saved once uploads work', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin } = await createTeam(product);
  const page = await signIn(await browser.newContext(onPhone), admin);
  await page.goto('/products/new');
  await page.route('**/api/files', (route) =>
    route.fulfill({ status: 500, body: '{}', contentType: 'application/json' }),
  );
  await page.getByLabel('Name', { exact: true }).fill('Pump');
  await page.getByLabel('Description').fill('5 HP');
  await page.getByLabel('MRP').fill('1000');
  await page.getByLabel('Live price').fill('900');
  await page.getByLabel('Images', { exact: true }).setInputFiles([await drawPhoto(1)]);
  const waitingStatus = page.getByRole('status').filter({ hasText: '1 photo waiting' });
  await expect(waitingStatus).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'The photo could not be uploaded now' }),
  ).toBeInViewport({ ratio: 1 });
  await page.unroute('**/api/files');
  await expect(waitingStatus).toBeHidden();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('article').getByRole('img')).toHaveJSProperty('complete', true);
});

test('a product deleted while an open package form contains it is marked, and the package is saved without it', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin } = await createTeam(product);
  const [keptId, deletedId] = [randomUUID(), randomUUID()];
  for (const [productId, name] of [
    [keptId, 'Panel'],
    [deletedId, 'Inverter'],
  ] as const)
    await admin.send('AddProduct', {
      productId,
      name,
      description: 'For a rooftop',
      mrpPaise: 200_00,
      livePricePaise: 150_00,
    });
  const page = await signIn(await browser.newContext({ viewport: phone }), admin);
  await page.goto('/packages/new');
  await page.getByLabel('Name', { exact: true }).fill('Rooftop kit');
  await page.getByLabel('Description').fill('Everything for 1 kW');
  await page.getByRole('button', { name: 'Add Panel' }).click();
  await page.getByRole('button', { name: 'Add Inverter' }).click();
  // A quantity of 0 removes the product, and one that is too large is refused at the field.
  const quantity = page.getByLabel('Quantity of Panel');
  await quantity.press('End');
  await quantity.press('Backspace');
  await quantity.pressSequentially('25');
  await expect(page.getByLabel('Totals')).toContainText('₹3,900.00');
  await quantity.blur();
  await quantity.fill('0');
  await quantity.blur();
  await expect(quantity).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(quantity).toHaveValue('25');
  await quantity.fill('1000000000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a quantity from 1 to 9,999').first()).toBeVisible();
  await expectAccessible(page, 'package-form-quantity');
  await quantity.fill('2');

  await admin.send('DeleteProduct', { productId: deletedId });
  await expect(page.getByText('Remove it to save the package.')).toBeVisible();
  await expect(page.getByLabel('Totals')).toContainText('₹300.00');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not found in your organization.').first()).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rooftop kit');
  await expectAccessible(page, 'package-form-gone');
  await page.getByRole('button', { name: 'Remove Inverter' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article', { name: 'Rooftop kit' })).toContainText('₹300');
});

test('a rep who opens the list of products reads that it is for admins', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.goto('/products');
  await expect(page.getByText('Only administrators can manage products.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Catalogue' }).first()).toBeAttached();
});

test('transparent parts of a stored picture are white', async ({ product, signIn, browser }) => {
  const { admin } = await createTeam(product);
  const page = await signIn(await browser.newContext({ viewport: desktop }), admin);
  await page.goto('/products/new');
  const transparentPicture = sharp({
    create: { width: 400, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  });
  await page.getByLabel('Images', { exact: true }).setInputFiles([
    {
      name: 'panel.png',
      mimeType: 'image/png',
      buffer: await transparentPicture.clone().png().toBuffer(),
    },
    { name: 'panel', mimeType: '', buffer: await transparentPicture.clone().webp().toBuffer() },
  ]);
  for (const name of ['Image 1', 'Image 2']) {
    const colour = await page
      .getByRole('list', { name: 'Images' })
      .getByRole('img', { name })
      .evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        const drawing = new OffscreenCanvas(1, 1).getContext('2d')!;
        drawing.drawImage(image, 0, 0);
        return [...drawing.getImageData(0, 0, 1, 1).data];
      });
    expect(colour).toEqual([255, 255, 255, 255]);
  }
});
