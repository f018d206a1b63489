import { expect, type Page } from '@playwright/test';
import { drawItem } from '#backend/demo/catalogue-pictures.js';
import { randomUUID } from 'node:crypto';
import type { PackageList, ProductList } from '#domain/catalogue/catalogue.views.js';
import type { Person } from '../../acceptance/product/person.js';
import { chooseItemAction, itemRow } from '../tools/item-menu.js';
import { drawSketch } from '../tools/sample-files.js';
import type { Screen, SeededProduct } from './screens.js';
import { openPage } from './screen-steps.js';

const longName =
  'Venkatanarasimharajuvaripeta bifacial half-cut module with anodised aluminium frame, 580 W';

const openList = async (page: Page, path: string, title: string): Promise<void> => {
  await openPage(page, path, title);
  await expect(page.locator('article, tbody tr, .empty').first()).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLImageElement>('article img, tbody img')]
          .slice(0, 2)
          .every(({ complete }) => complete),
      ),
    )
    .toBe(true);
};

const drawPanel = (tint: number): string => drawItem({ shape: 'panel', tint });

/**
 * Adds a product without a picture and with a very long name, and a package of it and a paused
 * product.
 */
export async function seedCatalogue(admin: Person): Promise<void> {
  const [productId, pausedId] = [randomUUID(), randomUUID()];
  const prices = { mrpPaise: 1_23_45_678_50, livePricePaise: 1_23_45_678_00 };
  await admin.send('AddProduct', {
    productId,
    name: longName,
    description: 'One line.',
    ...prices,
  });
  await admin.send('AddProduct', {
    productId: pausedId,
    name: 'Charge controller, 40 A',
    description: 'PWM',
    mrpPaise: 2_400_00,
    livePricePaise: 1_950_00,
  });
  const items = [productId, pausedId].map((each) => ({ productId: each, quantity: 2 }));
  await admin.send('AddPackage', {
    packageId: randomUUID(),
    name: 'Old village kit',
    description: 'Two of each',
    items,
  });
  await admin.send('DeactivateProduct', { productId: pausedId });
}

const findProduct = async ({ admin }: SeededProduct, name: string) =>
  (await admin.get<ProductList>(`/api/products?q=${encodeURIComponent(name)}`)).items[0]!;
const findPackage = async ({ admin }: SeededProduct, name: string) =>
  (await admin.get<PackageList>(`/api/packages?q=${encodeURIComponent(name)}`)).items[0]!;

async function openPublicPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() =>
    Promise.all(
      [...document.images].map((image) =>
        image.loading === 'lazy' ? Promise.resolve() : image.decode(),
      ),
    ),
  );
}

/** Screens of products, packages, the shared catalogue and public pages. */
export const catalogueScreens: readonly Screen[] = [
  { name: 'products', as: 'admin', open: (page) => openList(page, '/products', 'Products') },
  {
    name: 'products-inactive',
    as: 'admin',
    open: (page) => openList(page, '/products?status=Inactive', 'Products'),
  },
  { name: 'products-none', as: 'founder', open: (page) => openList(page, '/products', 'Products') },
  {
    name: 'products-filtered-empty',
    as: 'admin',
    open: (page) => openList(page, '/products?q=windmill', 'Products'),
  },
  {
    name: 'products-closed',
    as: 'rep',
    open: (page) => openPage(page, '/products', 'Admin Access Required'),
  },
  { name: 'packages', as: 'admin', open: (page) => openList(page, '/packages', 'Packages') },
  { name: 'packages-none', as: 'founder', open: (page) => openList(page, '/packages', 'Packages') },
  { name: 'catalogue', as: 'rep', open: (page) => openList(page, '/catalogue', 'Catalogue') },
  {
    name: 'catalogue-packages',
    as: 'rep',
    open: (page) => openList(page, '/catalogue/packages', 'Catalogue'),
  },
  {
    name: 'share-product',
    as: 'rep',
    isOverlay: true,
    open: async (page) => {
      await openList(page, '/catalogue?q=hybrid', 'Catalogue');
      await page
        .getByRole('button', { name: /^Share Hybrid/ })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'delete-product',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openList(page, '/products?q=Venkata', 'Products');
      await chooseItemAction(itemRow(page, 'Venkata'), 'Delete');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'new-product',
    as: 'admin',
    open: async (page) => {
      await openPage(page, '/products/new', 'New product');
      await page.getByLabel('Name', { exact: true }).fill('Mono PERC panel, 540 W');
      await page.getByLabel('Description').fill('Half-cut cells, 25 years of warranty.');
      await page
        .getByLabel('Images', { exact: true })
        .setInputFiles(await Promise.all([1, 2, 3].map((tint) => drawSketch(tint, drawPanel))));
      await expect(page.getByRole('img', { name: /^Image 3/ }).first()).toBeVisible();
      await page.getByLabel('YouTube link').fill('https://youtu.be/xKxrkht7CpY');
      await page.getByLabel('MRP').fill('18500');
      await page.getByLabel('Live price').fill('14800');
    },
  },
  {
    name: 'new-product-wrong',
    as: 'admin',
    open: async (page) => {
      await openPage(page, '/products/new', 'New product');
      await page.getByLabel('MRP').fill('100');
      await page.getByLabel('Live price').fill('200');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Product name is required', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'edit-product',
    as: 'admin',
    open: async (page, seeded) => {
      const { productId } = await findProduct(seeded, 'Mono PERC half-cut');
      await openPage(page, `/products/${productId}/edit`, 'Edit product');
      await page.getByRole('button', { name: 'New category' }).click();
      await expect(page.getByRole('textbox', { name: 'New category' })).toBeVisible();
    },
  },
  {
    name: 'rename-category',
    as: 'admin',
    isOverlay: true,
    open: async (page, seeded) => {
      const { productId } = await findProduct(seeded, 'Mono PERC half-cut');
      await openPage(page, `/products/${productId}/edit`, 'Edit product');
      await page.getByRole('button', { name: 'Rename category' }).click();
      await expect(page.getByRole('dialog', { name: 'Rename category' })).toBeVisible();
    },
  },
  {
    name: 'new-package-wrong',
    as: 'admin',
    open: async (page) => {
      await openPage(page, '/packages/new', 'New package');
      await expect(
        page.getByRole('list', { name: 'Products to add' }).getByRole('listitem').first(),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(
        page.getByText('At least one product must be added to the package').first(),
      ).toBeVisible();
    },
  },
  {
    name: 'edit-package',
    as: 'admin',
    open: async (page, seeded) => {
      const { packageId } = await findPackage(seeded, 'Old village kit');
      await openPage(page, `/packages/${packageId}/edit`, 'Edit package');
      await expect(page.getByText('Inactive, not included')).toBeVisible();
    },
  },
  {
    name: 'public-product',
    as: 'stranger',
    isSample: true,
    open: async (page, seeded) =>
      openPublicPage(
        page,
        `/products/${(await findProduct(seeded, 'Mono PERC half-cut')).productId}/share`,
      ),
  },
  {
    name: 'public-product-long-name',
    as: 'stranger',
    open: async (page, seeded) =>
      openPublicPage(page, `/products/${(await findProduct(seeded, 'Venkata')).productId}/share`),
  },
  {
    name: 'public-package',
    as: 'stranger',
    open: async (page, seeded) =>
      openPublicPage(
        page,
        `/packages/${(await findPackage(seeded, 'Home rooftop kit, 3')).packageId}/share`,
      ),
  },
  {
    name: 'public-missing',
    as: 'stranger',
    open: (page) => openPage(page, `/products/${randomUUID()}/share`, 'Product Not Found'),
  },
];
