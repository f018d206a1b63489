import {
  categoryAdded,
  categoryId,
  categoryRenamed,
  imageId,
  offerAdded,
  offerId,
  packageAdded,
  packageId,
  productActivated,
  productAdded,
  productDeactivated,
  productDeleted,
  productDetails,
  productEdited,
  productId,
  productShared,
} from '#domain/catalogue/catalogue.examples.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { foldText } from '#domain/kernel/texts/text-folding.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { describe, expect, test } from '@jest/globals';
import { categories } from './categories.projection.js';
import { itemCountKey, offers, packages, products } from './items.projection.js';
import { publicPackages, publicProducts } from './public-pages.projection.js';
import { shares } from './shares.projection.js';

const eventsOf = (stream: string, ...events: Message[]) =>
  recorded(...events.map((event) => [stream, event] as const));
const productEvents = (...events: Message[]) => eventsOf(`product-org_${productId}`, ...events);
const projectProduct = (...events: Message[]) =>
  project(products, productEvents(...(events as never[])) as never);

describe('a list', () => {
  test('shows added items, with the member who added them', () =>
    expect(projectProduct(productAdded).documents.get(`org_${productId}`)).toEqual({
      itemId: productId,
      organizationId: 'org',
      status: 'Active',
      categoryId,
      words: `${productDetails.name}\n${productDetails.description}`,
      sortName: foldText(productDetails.name),
      pricePaise: productDetails.livePricePaise,
      createdAt: '2026-11-21T09:30:00.000Z',
      createdBy: 'a-member',
      updatedAt: '2026-11-21T09:30:00.000Z',
      revision: 0,
      details: productDetails,
    }));
  test('shows an edit, and the default category if none is left', () => {
    const document = projectProduct(productAdded, productEdited).documents.get(`org_${productId}`)!;
    expect(document).toMatchObject({
      categoryId: 'default',
      pricePaise: 13_90_000,
      details: { livePricePaise: 13_90_000 },
    });
    expect(document.details).not.toHaveProperty('youtubeLink');
  });
  test('counts by status and category', () => {
    const sumsAfter = (...events: Message[]) => Object.fromEntries(projectProduct(...events).sums);
    const [all, inCategory] = [itemCountKey({}), itemCountKey({ categoryId })];
    expect(sumsAfter(productAdded)).toEqual({
      [`org_${all}_Active`]: 1,
      [`org_${inCategory}_Active`]: 1,
    });
    expect(sumsAfter(productAdded, productDeactivated)).toMatchObject({
      [`org_${all}_Active`]: 0,
      [`org_${inCategory}_Inactive`]: 1,
    });
    expect(Object.values(sumsAfter(productAdded, productDeleted))).toEqual([0, 0]);
  });
  test('shows no deleted items', () =>
    expect(projectProduct(productAdded, productDeleted).documents.size).toBe(0));
  test('finds an offer by its tags and its type of file', () =>
    expect(
      project(offers, eventsOf(`offer-org_${offerId}`, offerAdded) as never).documents.get(
        `org_${offerId}`,
      ),
    ).toMatchObject({
      fileType: 'image',
      words: 'Diwali offer\ndiwali\nrooftop\nFree cleaning for a year with every rooftop',
    }));
  test('keeps the items of a package, not its prices', () =>
    expect(
      project(packages, eventsOf(`package-org_${packageId}`, packageAdded) as never).documents.get(
        `org_${packageId}`,
      ),
    ).toMatchObject({
      details: { items: [{ productId, quantity: 10 }] },
    }));
});

test('a category has its kind and its current name', () => {
  const projectCategory = (...events: Message[]) =>
    project(categories, eventsOf(`category-org_${categoryId}`, ...events) as never).documents.get(
      `org_${categoryId}`,
    );
  const added = {
    categoryId,
    organizationId: 'org',
    kind: 'product',
    name: 'Solar panels',
    revision: 0,
  };
  expect(projectCategory(categoryAdded)).toEqual(added);
  expect(projectCategory(categoryAdded, categoryRenamed)).toEqual({
    ...added,
    name: 'Panels',
    revision: 1,
  });
});

const sharedWithLead = (shareId: string) => ({
  type: 'ItemShared',
  data: { shareId, productId, title: 'Solar panel', method: 'whatsapp' },
});
test('shares are counted by item, including those on leads, and store no recipients', () => {
  const { documents, sums } = project(
    shares,
    recorded(
      ['share-org_one', productShared],
      ['lead-org_lead', sharedWithLead('two')],
      ['lead-org_lead', sharedWithLead('three')],
    ) as never,
  );
  expect(Object.fromEntries(sums)).toEqual({ [`org_${productId}_shares`]: 3 });
  expect([...documents.values()]).toEqual(
    ['one', 'two', 'three'].map((shareId) => ({
      organizationId: 'org',
      shareId,
      itemId: productId,
      by: 'a-member',
    })),
  );
});

describe('a public page', () => {
  const projectPage = (...events: Message[]) =>
    project(publicProducts, productEvents(...events) as never).documents.get(`org_${productId}`);
  const hiddenPage = {
    organizationId: '',
    itemId: productId,
    owner: 'org',
    addedAt: '2026-11-21T09:30:00.000Z',
  };

  test('shows the allowed fields only', () => {
    const { minDiscountBasisPoints: _, maxDiscountBasisPoints: __, ...shown } = productDetails;
    expect(projectPage(productAdded)).toEqual({ ...hiddenPage, shown });
    expect(
      project(
        publicPackages,
        eventsOf(`package-org_${packageId}`, packageAdded) as never,
      ).documents.get(`org_${packageId}`),
    ).toEqual({
      ...hiddenPage,
      itemId: packageId,
      shown: {
        name: 'Rooftop kit, 5 kW',
        description: 'Ten panels with structure and cables',
        categoryId,
        imageFileIds: [imageId],
        items: [{ productId, quantity: 10 }],
      },
    });
  });
  test('shows nothing while the item is inactive, and keeps its address after a deletion', () => {
    expect(projectPage(productAdded, productDeactivated)).toEqual(hiddenPage);
    expect(projectPage(productAdded, productDeactivated, productActivated)).toHaveProperty('shown');
    expect(projectPage(productAdded, productDeleted)).toEqual(hiddenPage);
  });
});
