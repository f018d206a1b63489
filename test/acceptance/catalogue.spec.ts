import type {
  CategoryList,
  OfferItem,
  OfferList,
  PackageList,
  PackageView,
  ProductItem,
  ProductList,
} from '#domain/catalogue/catalogue.views.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import {
  type Person,
  type Problem,
  type Refused,
  expectRefusal,
  createTeam,
} from './product/person.js';
import { Product } from './product/product.js';
import { until } from './product/until.js';

let product: Product;
let admin: Person;
let rep: Person;
let image: Buffer;
beforeAll(async () => {
  product = await Product.start();
  const people = await createTeam(product, 'Asha');
  [admin, rep] = [people.admin, people.reps[0]];
  image = await sharp({
    create: { width: 1_600, height: 1_200, channels: 3, background: '#2060a0' },
  })
    .jpeg()
    .toBuffer();
});
afterAll(() => product?.dispose());

const panel = {
  name: 'Mono panel 540 W',
  description: 'Half-cut cells',
  mrpPaise: 18_50_000,
  livePricePaise: 14_80_000,
};
async function addProduct(more: object = {}): Promise<string> {
  const productId = newId();
  await admin.send('AddProduct', { productId, ...panel, ...more });
  return productId;
}
const uploadPicture = async (): Promise<string> =>
  (await admin.upload(new Uint8Array(image), 'panel.jpg', 'image/jpeg')).fileId;
const readProblem = async (sent: Promise<unknown>): Promise<Problem> =>
  (await expectRefusal(sent)).problem;
/** Requests a path without a session, as any browser may. */
const open = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(`${product.url}${path}`, { method, headers });

describe('products', () => {
  test('are listed newest first with counts, searched, and filtered by status and category', async () => {
    const categoryId = newId();
    await admin.send('AddCategory', { categoryId, kind: 'product', name: 'Inverters' });
    const first = await addProduct({ name: 'Inverter 5 kW', categoryId });
    const second = await addProduct({ name: 'Battery 100 Ah' });
    await admin.send('DeactivateProduct', { productId: second });
    const all = await admin.get<ProductList>('/api/products');
    expect(all.items.slice(0, 2).map(({ productId }) => productId)).toEqual([second, first]);
    expect(all.counts).toMatchObject({ All: all.items.length, Inactive: 1 });
    const results = await admin.get<ProductList>(
      `/api/products?q=inverter&status=Active&categoryId=${categoryId}`,
    );
    expect(results).toMatchObject({
      items: [
        {
          name: 'Inverter 5 kW',
          category: 'Inverters',
          status: 'Active',
          shareCount: 0,
          viewCount: 0,
        },
      ],
      total: 1,
    });
    const inDefault = await admin.get<ProductList>(
      '/api/products?categoryId=default&status=Inactive',
    );
    expect(inDefault.items).toMatchObject([
      {
        name: 'Battery 100 Ah',
        category: 'General',
        unit: 'piece',
        createdBy: { name: 'Meera Sharma' },
      },
    ]);
  });

  test('are ordered by name, price or last change, over pages', async () => {
    const { admin: seller } = await createTeam(product);
    const add = async (name: string, livePricePaise: number): Promise<string> => {
      const productId = newId();
      const prices = { livePricePaise, mrpPaise: 90_00_000 };
      await seller.send('AddProduct', { productId, ...panel, name, ...prices });
      return productId;
    };
    const first = await add('cable', 20_00_000);
    await add('Battery', 10_00_000);
    for (let index = 0; index < 20; index++) await add('Äpfel', 30_00_000 + index);
    await seller.send('DeactivateProduct', { productId: first });
    const readNamesSortedBy = async (sort: string): Promise<readonly string[]> => {
      const page = await seller.get<ProductList>(`/api/products?sort=${sort}`);
      const nextPage = await seller.get<ProductList>(
        `/api/products?sort=${sort}&after=${page.next}`,
      );
      return [...page.items, ...nextPage.items].map(({ name }) => name);
    };
    const apples = Array.from({ length: 20 }, () => 'Äpfel');
    expect(await readNamesSortedBy('name')).toEqual([...apples, 'Battery', 'cable']);
    expect(await readNamesSortedBy('lowest-price')).toEqual(['Battery', 'cable', ...apples]);
    expect(await readNamesSortedBy('highest-price')).toEqual([...apples, 'cable', 'Battery']);
    expect(await readNamesSortedBy('updated')).toEqual(['cable', ...apples, 'Battery']);
    expect(await readProblem(seller.get('/api/packages?sort=lowest-price'))).toHaveProperty(
      'fields.sort',
    );
  });

  test('are managed by admins, and reps see active ones', async () => {
    expect(
      await readProblem(rep.send('AddProduct', { productId: newId(), ...panel })),
    ).toMatchObject({ code: 'not-allowed' });
    const [active, inactive] = [await addProduct(), await addProduct()];
    await admin.send('DeactivateProduct', { productId: inactive });
    const { items, counts } = await rep.afterCommandsOf(admin).get<ProductList>('/api/products');
    expect(items.map(({ productId }) => productId)).toContain(active);
    expect(items.map(({ productId }) => productId)).not.toContain(inactive);
    expect(counts).toMatchObject({ Inactive: 0 });
    expect(items[0]).not.toHaveProperty('viewCount');
    expect(await readProblem(rep.get(`/api/products/${inactive}`))).toMatchObject({
      code: 'product-not-found',
    });
  });

  test('report errors at their fields', async () => {
    const { fields } = await readProblem(
      admin.send('AddProduct', { productId: newId(), ...panel, livePricePaise: 20_00_000 }),
    );
    expect(fields).toEqual({ livePricePaise: 'Live price cannot be higher than MRP' });
  });

  test('of another organization are not found', async () => {
    const productId = await addProduct();
    const { admin: stranger } = await createTeam(product);
    expect(
      await readProblem(stranger.afterCommandsOf(admin).get(`/api/products/${productId}`)),
    ).toMatchObject({
      code: 'product-not-found',
    });
    expect(
      await readProblem(
        stranger.send('ShareProduct', { shareId: newId(), productId, method: 'link' }),
      ),
    ).toMatchObject({
      code: 'unknown-reference',
    });
  });
});

test('a category’s name is unique in any spelling, also if added at the same time', async () => {
  const add = (name: string) =>
    admin.send('AddCategory', { categoryId: newId(), kind: 'package', name });
  const outcomes = await Promise.allSettled(['Rooftop', 'ROOFTOP', 'rooftop'].map(add));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await readProblem(add('general'))).toMatchObject({
    code: 'category-exists',
    detail: 'Category already exists',
  });
  const { items } = await admin.get<CategoryList>('/api/categories?kind=package');
  expect(items[0]).toEqual({ kind: 'package', name: 'General' });
  expect(items).toHaveLength(2);
});

describe('a renamed category', () => {
  const addCategory = async (name: string) => {
    const categoryId = newId();
    await admin.send('AddCategory', { categoryId, kind: 'product', name });
    return categoryId;
  };
  const rename = (categoryId: string, name: string, revision?: number) =>
    admin.send(
      'RenameCategory',
      { categoryId, name },
      { headers: revision === undefined ? {} : { 'if-match': `"${revision}"` } },
    );
  const readCategory = async (categoryId: string) => {
    const { items } = await admin.get<CategoryList>('/api/categories?kind=product');
    return items.find((category) => category.categoryId === categoryId);
  };

  test('has its new name everywhere, also on public pages, and its old name is released', async () => {
    const categoryId = await addCategory('Solar pumps');
    const productId = await addProduct({ name: 'Pump 5 HP', categoryId });
    await rename(categoryId, 'Pumps');
    expect(await admin.get<ProductItem>(`/api/products/${productId}`)).toMatchObject({
      category: 'Pumps',
      categoryId,
    });
    await until(
      async () => (await (await open(`/products/${productId}/share`)).text()).includes('Pumps'),
      {
        what: () => 'the new name on its page',
      },
    );
    await addCategory('SOLAR pumps');
    expect(await readProblem(rename(categoryId, 'solar PUMPS'))).toMatchObject({
      code: 'category-exists',
      fields: { name: 'Category already exists' },
    });
    expect(await readProblem(rename(categoryId, 'General'))).toMatchObject({
      code: 'category-exists',
    });
    expect(await readCategory(categoryId)).toMatchObject({ name: 'Pumps' });
  });

  test('by two people at once has the first name, and the second person is refused', async () => {
    const categoryId = await addCategory('Batteries');
    const { revision } = (await readCategory(categoryId))!;
    const outcomes = await Promise.allSettled([
      rename(categoryId, 'Cells', revision),
      rename(categoryId, 'Storage', revision),
    ]);
    const [refused] = outcomes.flatMap((each) =>
      each.status === 'rejected' ? [each.reason as Refused] : [],
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(refused).toMatchObject({ status: 412, problem: { code: 'revision-stale' } });
    expect(['Cells', 'Storage'][outcomes.findIndex(({ status }) => status === 'fulfilled')]).toBe(
      (await readCategory(categoryId))!.name,
    );
  });

  test('and another, renamed to the same name at the same time: one stays unchanged', async () => {
    const [one, other] = [await addCategory('Cables'), await addCategory('Wires')];
    const outcomes = await Promise.allSettled([rename(one, 'Wiring'), rename(other, 'WIRING')]);
    const [refused] = outcomes.flatMap((each) =>
      each.status === 'rejected' ? [each.reason as Refused] : [],
    );
    expect(refused).toMatchObject({ problem: { code: 'category-exists' } });
    const isFirstRenamed = outcomes[0]!.status === 'fulfilled';
    expect([(await readCategory(one))!.name, (await readCategory(other))!.name]).toEqual(
      isFirstRenamed ? ['Wiring', 'Wires'] : ['Cables', 'WIRING'],
    );
    const [freeName, heldName] = isFirstRenamed ? ['Cables', 'Wires'] : ['Wires', 'Cables'];
    await addCategory(freeName);
    expect(await readProblem(rename(await addCategory('Conduits'), heldName))).toMatchObject({
      code: 'category-exists',
    });
  });

  test('is missing for other organizations, and cannot be renamed by reps', async () => {
    const categoryId = await addCategory('Frames');
    const { admin: stranger } = await createTeam(product);
    for (const id of [categoryId, newId()])
      expect(
        await readProblem(stranger.send('RenameCategory', { categoryId: id, name: 'Mine' })),
      ).toMatchObject({ code: 'category-not-found' });
    expect(
      await readProblem(
        rep.afterCommandsOf(admin).send('RenameCategory', { categoryId, name: 'Mine' }),
      ),
    ).toMatchObject({ code: 'not-allowed' });
  });
});

test('inactive items can be neither shared nor put into a package', async () => {
  const [productId, packageId] = [await addProduct(), newId()];
  await admin.send('AddPackage', {
    packageId,
    name: 'Kit',
    description: 'Kit',
    items: [{ productId, quantity: 1 }],
  });
  const share = { shareId: newId(), productId, method: 'link' };
  await rep.afterCommandsOf(admin).send('ShareProduct', share);
  await admin.send('DeactivateProduct', { productId });
  await admin.send('DeactivatePackage', { packageId });
  // A share that was recorded before is still accepted when it is repeated.
  await rep.send('ShareProduct', share);
  const unknownReference = { code: 'unknown-reference' };
  expect(await readProblem(rep.send('ShareProduct', { ...share, shareId: newId() }))).toMatchObject(
    unknownReference,
  );
  expect(
    await readProblem(admin.send('SharePackage', { shareId: newId(), packageId, method: 'link' })),
  ).toMatchObject(unknownReference);
  const items = [{ productId, quantity: 1 }];
  expect(
    await readProblem(
      admin.send('AddPackage', { packageId: newId(), name: 'Kit', description: 'Kit', items }),
    ),
  ).toMatchObject(unknownReference);
  // Products already in a package stay.
  await admin.send('EditPackage', { packageId, items: [{ productId, quantity: 2 }] });
  await admin.send('ActivateProduct', { productId });
  await rep.send('ShareProduct', { ...share, shareId: newId() });
  expect(
    (await admin.afterCommandsOf(rep).get<ProductItem>(`/api/products/${productId}`)).shareCount,
  ).toBe(2);
});

test('fifty simultaneous shares of one product are all recorded', async () => {
  const productId = await addProduct();
  const shares = Array.from({ length: 50 }, () => ({
    shareId: newId(),
    productId,
    method: 'whatsapp',
    to: '98220 41736',
  }));
  await Promise.all(
    shares.flatMap((share) => [
      rep.afterCommandsOf(admin).send('ShareProduct', share),
      rep.send('ShareProduct', share),
    ]),
  );
  expect(
    (await admin.afterCommandsOf(rep).get<ProductItem>(`/api/products/${productId}`)).shareCount,
  ).toBe(50);
});

describe('a package', () => {
  test('costs what its active products cost today', async () => {
    const [one, other] = [
      await addProduct({ mrpPaise: 200_00, livePricePaise: 150_00 }),
      await addProduct({ mrpPaise: 100_00, livePricePaise: 100_00 }),
    ];
    const packageId = newId();
    const items = [
      { productId: one, quantity: 10 },
      { productId: other, quantity: 2 },
    ];
    await admin.send('AddPackage', { packageId, name: 'Kit', description: 'For a rooftop', items });
    const readPackage = () => admin.get<PackageView>(`/api/packages/${packageId}`);
    expect(await readPackage()).toMatchObject({
      totalMrpPaise: 2_200_00,
      totalPricePaise: 1_700_00,
      savingsPaise: 500_00,
      discountPercent: 22.7,
    });
    await admin.send('EditProduct', { productId: one, livePricePaise: 100_00 });
    expect(await readPackage()).toMatchObject({ totalPricePaise: 1_200_00, discountPercent: 45.5 });
    await admin.send('DeactivateProduct', { productId: other });
    expect(await readPackage()).toMatchObject({
      totalPricePaise: 1_000_00,
      items: [{ status: 'Active' }, { status: 'Inactive', livePricePaise: 100_00 }],
    });
    const { items: seenItems } = await rep
      .afterCommandsOf(admin)
      .get<PackageView>(`/api/packages/${packageId}`);
    expect(seenItems[1]).toEqual({
      productId: other,
      quantity: 2,
      mrpPaise: 0,
      livePricePaise: 0,
      status: 'Inactive',
    });
    await admin.send('DeleteProduct', { productId: other });
    expect((await readPackage()).items[1]).toEqual({
      productId: other,
      quantity: 2,
      mrpPaise: 0,
      livePricePaise: 0,
      status: 'Deleted',
    });
    // A deleted product stays in its package, but cannot be put into another one.
    await admin.send('EditPackage', { packageId, items: [{ ...items[0], quantity: 3 }, items[1]] });
    expect(
      await readProblem(
        admin.send('AddPackage', { packageId: newId(), name: 'Kit', description: 'Kit', items }),
      ),
    ).toMatchObject({
      code: 'unknown-reference',
      fields: { items: 'Not found in your organization.' },
    });
    expect((await admin.get<PackageList>('/api/packages?q=rooftop')).items).toMatchObject([
      { packageId, totalPricePaise: 300_00 },
    ]);
  });
});

test('an offer is found by tag and file type, and its file is visible to members', async () => {
  const [offerId, fileId] = [newId(), await uploadPicture()];
  const offer = {
    title: 'Diwali',
    description: 'Free cleaning',
    fileId,
    fileType: 'image',
    tags: ['festival', ' Festival '],
  };
  await admin.send('AddOffer', { offerId, ...offer });
  const { items } = await rep
    .afterCommandsOf(admin)
    .get<OfferList>('/api/offers?q=festival&fileType=image');
  expect(items).toMatchObject([
    { offerId, category: 'Posters', tags: ['Festival'], createdBy: { name: 'Meera Sharma' } },
  ]);
  expect((await rep.get<OfferList>('/api/offers?fileType=pdf')).items).toEqual([]);
  await until(async () => (await rep.request('GET', `/api/files/${fileId}`)).status === 200, {
    what: () => 'the file to be visible to members',
  });
  expect(await readProblem(rep.send('DeleteOffer', { offerId }))).toMatchObject({
    code: 'not-allowed',
  });
});

test('an active offer has a link for customers, and an inactive one has none', async () => {
  const [offerId, fileId] = [newId(), await uploadPicture()];
  await admin.send('AddOffer', {
    offerId,
    title: 'Holi',
    description: 'A colourful roof',
    fileId,
    fileType: 'image',
  });
  const { sharePath, shareEndsAt } = await rep
    .afterCommandsOf(admin)
    .get<OfferItem>(`/api/offers/${offerId}`);
  const [answer, answerToAltered] = [await open(sharePath!), await open(`${sharePath!}x`)];
  expect([answer.status, answer.headers.get('content-type'), answerToAltered.status]).toEqual([
    200,
    'image/jpeg',
    404,
  ]);
  const secondsLeft = Number(/max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1]);
  expect(secondsLeft).toBeGreaterThan(7 * 24 * 60 * 60 - 60);
  expect(Math.abs(Date.parse(shareEndsAt!) - Date.now() - secondsLeft * 1000)).toBeLessThan(60_000);
  await admin.send('DeactivateOffer', { offerId });
  expect(
    await rep.afterCommandsOf(admin).get<OfferItem>(`/api/offers/${offerId}`),
  ).not.toHaveProperty('sharePath');
});

test('an offer’s file has the type of its content, whatever the client declares', async () => {
  const [offerId, fileId] = [newId(), await uploadPicture()];
  const { fileId: pdf } = await admin.upload(
    new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
    'price list.pdf',
    'application/pdf',
  );
  const offer = {
    offerId,
    title: 'Diwali',
    description: 'Free cleaning',
    fileId,
    fileType: 'image',
  };
  const fileRefusal = { code: 'unknown-reference', fields: { fileId: expect.any(String) } };
  expect(await readProblem(admin.send('AddOffer', { ...offer, fileType: 'pdf' }))).toMatchObject(
    fileRefusal,
  );
  await admin.send('AddOffer', offer);
  for (const changes of [
    { fileType: 'pdf' },
    { fileId, fileType: 'video' },
    { fileId: pdf },
    { fileId: pdf, fileType: 'image' },
  ])
    expect(await readProblem(admin.send('EditOffer', { offerId, ...changes }))).toMatchObject(
      fileRefusal,
    );
  await admin.send('EditOffer', { offerId, fileId: pdf, fileType: 'pdf' });
  await admin.send('EditOffer', { offerId, title: 'Holi', fileId: pdf });
  expect(await admin.get(`/api/offers/${offerId}`)).toMatchObject({
    title: 'Holi',
    fileId: pdf,
    fileType: 'pdf',
  });
});

describe('a public page', () => {
  const pageOf = (productId: string) => open(`/products/${productId}/share`);
  /** Waits for the views. */
  const untilShown = (productId: string) =>
    until(
      async () => (await pageOf(productId)).status === 200 && (await pageOf(productId)).text(),
      { what: () => 'the page to be there' },
    );

  test('has a complete link preview in its head, and nothing private', async () => {
    const imageFileIds = [await uploadPicture()];
    await admin.send('ChangeOrganizationDetails', { contactPhone: '98220 41736' });
    const productId = await addProduct({
      name: 'Panel <b>&',
      imageFileIds,
      minDiscountBasisPoints: 777,
      maxDiscountBasisPoints: 1_234,
    });
    const text = await until(
      async () => (await untilShown(productId)).includes('og:image') && untilShown(productId),
      { what: () => 'its picture' },
    );
    expect(text).toContain('<title>Panel &lt;b&gt;&amp; · Sharma Solar</title>');
    expect(text).toMatch(/<meta property="og:description" content="Half-cut cells" ?\/?>/);
    const [, picture = ''] = /og:image" content="[^"]*(\/pictures\/[^"]+)"/.exec(text) ?? [];
    expect(text).toContain('₹14,800<span class="paise">.00</span>');
    expect(text).toContain('https://wa.me/919822041736?text=');
    for (const secret of ['7.77', '777', '12.34', '1234', 'Meera'])
      expect(text.replaceAll(/[\da-f-]{36}/g, '')).not.toContain(secret);
    const answer = await until(
      async () => ((await open(picture)).status === 200 ? open(picture) : undefined),
      { what: () => 'the picture' },
    );
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await open(picture, { 'if-none-match': answer.headers.get('etag')! })).status).toBe(
      304,
    );
  });

  test('has a preview picture that WhatsApp shows, even for a noisy photo', async () => {
    const [width, height] = [1_701, 1_100];
    const raw = { width, height, channels: 4 } as const;
    // No encoding compresses noise.
    const noise = await sharp(randomBytes(width * height * 4), { raw })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const { fileId } = await admin.upload(new Uint8Array(noise), 'noise.png', 'image/png');
    const productId = await addProduct({ imageFileIds: [fileId] });
    const text = await until(
      async () => (await untilShown(productId)).includes('og:image') && untilShown(productId),
      { what: () => 'its picture' },
    );
    const metaContent = (suffix: string): string =>
      new RegExp(`og:image${suffix}" content="([^"]+)"`).exec(text)?.[1] ?? '';
    const picture = await open(new URL(metaContent('')).pathname);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(bytes.length).toBeGreaterThan(100_000);
    expect(bytes.length).toBeLessThan(300_000);
    expect([picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ]);
    const variant = await sharp(bytes).metadata();
    expect(variant).toMatchObject({ format: 'jpeg', width: 1_200 });
    expect([metaContent(':type'), metaContent(':width'), metaContent(':height')]).toEqual([
      'image/jpeg',
      String(variant.width),
      String(variant.height),
    ]);
  });

  test('is in Hindi for a browser that prefers it, with the seller’s own texts unchanged', async () => {
    const productId = await addProduct();
    await untilShown(productId);
    const openInLanguage = (accepted: string) =>
      fetch(`${product.url}/products/${productId}/share`, {
        headers: { 'Accept-Language': accepted },
      });
    const [hindi, english] = [
      await openInLanguage('hi-IN,hi;q=0.9,en;q=0.8'),
      await openInLanguage('en-IN,en;q=0.9,hi;q=0.8'),
    ];
    const [inHindi, inEnglish] = [await hindi.text(), await english.text()];
    expect([hindi, english].map(({ headers }) => headers.get('vary')?.toLowerCase())).toEqual(
      Array(2).fill(expect.stringContaining('accept-language')),
    );
    expect([inHindi, inEnglish].map((text) => /<html lang="([^"]+)"/.exec(text)?.[1])).toEqual([
      'hi-IN',
      'en-IN',
    ]);
    expect(inHindi).toMatch(/<h1>Mono panel.*<\/h1>[^]*शेयर करें/);
    expect(inEnglish).toMatch(/<h1>Mono panel.*<\/h1>[^]*>\s*Share\s*</);
    const missing = await fetch(`${product.url}/products/${newId()}/share`, {
      headers: { 'Accept-Language': 'hi' },
    });
    expect(await missing.text()).toContain('<title>प्रोडक्ट नहीं मिला');
  });

  test('is the same for inactive, deleted and unknown items', async () => {
    const productId = await addProduct();
    await untilShown(productId);
    await admin.send('DeactivateProduct', { productId });
    const missing = await until(
      async () =>
        (await pageOf(productId)).status === 404 ? (await pageOf(productId)).text() : undefined,
      {
        what: () => 'no page',
      },
    );
    expect(missing).toContain('<title>Product Not Found');
    expect(missing).toContain('Product not found or no longer available');
    const missingPackage = await (await fetch(`${product.url}/packages/${newId()}/share`)).text();
    expect(missingPackage).toContain('<title>Package Not Found');
    expect(missingPackage).toContain('Package not found or no longer available');
    await admin.send('DeleteProduct', { productId });
    for (const other of [newId(), productId, 'no-id', '..%2f..%2f']) {
      const page = await pageOf(other);
      expect([other, page.status, await page.text()]).toEqual([other, 404, missing]);
    }
  });

  test('stays its owner’s if another organization adds a product under its id', async () => {
    const productId = await addProduct({ name: 'The first one' });
    await untilShown(productId);
    const { admin: copier } = await createTeam(product);
    await copier.send('AddProduct', { productId, ...panel, name: 'The copy' });
    expect((await copier.get<ProductList>('/api/products')).items).toHaveLength(1);
    expect(await untilShown(productId)).toContain('The first one');
    await admin.send('DeleteProduct', { productId });
    const refusal = await until(
      async () =>
        (await pageOf(productId)).status === 404 ? (await pageOf(productId)).text() : undefined,
      {
        what: () => 'no page',
      },
    );
    expect(refusal).not.toContain('The copy');
  });

  test('counts a browser once a day', async () => {
    const productId = await addProduct();
    await untilShown(productId);
    const countView = (cookie = '') =>
      open(
        `/products/${productId}/share/views`,
        { 'user-agent': 'Mozilla/5.0 (Linux; Android 14)', ...(cookie && { cookie }) },
        'POST',
      );
    const first = await countView();
    expect(first.status).toBe(204);
    const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';');
    await countView(cookie);
    await countView();
    expect((await admin.get<ProductItem>(`/api/products/${productId}`)).viewCount).toBe(2);
  });

  test('of a package shows its products at today’s prices', async () => {
    const [productId, packageId] = [await addProduct(), newId()];
    await admin.send('AddPackage', {
      packageId,
      name: 'Kit',
      description: 'For a rooftop',
      items: [{ productId, quantity: 2 }],
    });
    const text = await until(
      async () => {
        const page = await open(`/packages/${packageId}/share`);
        return page.status === 200 ? page.text() : undefined;
      },
      { what: () => 'the page to be there' },
    );
    for (const part of [
      '₹29,600<span class="paise">.00</span>',
      'You Save ₹7,400.00',
      '20.0% off',
      'Best Value',
      '2 pieces',
      '× ₹14,800.00',
      'What&#39;s Included in This Package',
    ])
      expect(text).toContain(part);
  });

  test.each(['DeactivateProduct', 'DeleteProduct'])(
    'of a package with an inactive product is missing (%s)',
    async (command) => {
      const [activeId, inactiveId, packageId] = [await addProduct(), await addProduct(), newId()];
      const items = [activeId, inactiveId].map((productId) => ({ productId, quantity: 1 }));
      await admin.send('AddPackage', {
        packageId,
        name: 'Kit',
        description: 'For a rooftop',
        items,
      });
      const page = () => open(`/packages/${packageId}/share`);
      await until(async () => (await page()).status === 200, {
        what: () => 'the page to be there',
      });
      await admin.send(command, { productId: inactiveId });
      const missing = await (await open(`/packages/${newId()}/share`)).text();
      await until(
        async () =>
          (await page()).status === 404 && (await page()).text().then((text) => text === missing),
        { what: () => 'no page' },
      );
    },
  );
});

test('pictures have four sizes and a placeholder, and are removed with their product', async () => {
  const imageFileIds = [await uploadPicture(), await uploadPicture()];
  const productId = await addProduct({ imageFileIds });
  const cover = await until(
    async () => (await admin.get<ProductItem>(`/api/products/${productId}`)).cover,
    {
      what: () => 'its picture to be public',
    },
  );
  expect(cover.placeholder).toMatch(/^data:image\/webp;base64,/);
  for (const [size, width] of [
    ['320', 320],
    ['640', 640],
    ['1280', 1_280],
    ['original', 1_600],
  ] as const) {
    const picture = await until(
      async () => {
        const answer = await open(`${cover.path}/${size}`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        return answer.headers.get('cache-control')?.includes('immutable') && bytes;
      },
      { what: () => `the picture of ${size}` },
    );
    expect((await sharp(picture).metadata()).width).toBe(width);
  }
  expect(await (await open(`/products/${productId}/share`)).text()).toContain(cover.placeholder);
  await admin.send('DeleteProduct', { productId });
  for (const path of imageFileIds.map((fileId) => cover.path.replace(imageFileIds[0]!, fileId)))
    for (const size of ['original', '640'])
      await until(async () => (await open(`${path}/${size}`)).status === 404, {
        what: () => `${path}/${size} to be gone`,
      });
});

test('a picture that no product shows is not public', async () => {
  const fileId = await uploadPicture();
  const { organization } = await admin.readMe();
  expect((await open(`/pictures/${organization!.id}_${fileId}/original`)).status).toBe(404);
});
