import { describe, expect, test } from '@jest/globals';
import { commandDefinitions } from '../aggregates.js';
import { specify } from '../kernel/testing/specification.js';
import { createDecisionContext, meera } from '../leads/lead.examples.js';
import { offerAggregate, packageAggregate, productAggregate } from './catalogue.aggregates.js';
import { offerCommands, packageCommands } from './catalogue.commands.js';
import type { OfferEvent } from './catalogue.events.js';
import {
  offerAdded,
  offerDetails,
  offerId,
  packageAdded,
  packageDetails,
  packageId,
  productActivated,
  productAdded,
  productDeactivated,
  productDeleted,
  productDetails,
  productEdited,
  productId,
} from './catalogue.examples.js';

const given = specify(productAggregate, createDecisionContext(meera));
const add = { type: 'AddProduct', data: { productId, ...productDetails, isActive: true } } as const;

describe('a product', () => {
  test('is added', () => given().when(add).then(productAdded));
  test('is active unless stated otherwise', () => {
    const { isActive: _, ...data } = add.data;
    const added = { type: 'ProductAdded', data: productDetails } as const;
    given().when({ type: 'AddProduct', data }).then(added);
    given(added).when({ type: 'ActivateProduct', data: { productId } }).thenNothing();
  });
  test('added again with equal values changes nothing, even after edits', () =>
    given(productAdded, productEdited).when(add).thenNothing());
  test('added again with other values is refused', () =>
    given(productAdded)
      .when({ type: 'AddProduct', data: { ...add.data, name: 'Inverter' } })
      .thenRefused('product-exists'));
  test('costs at most its MRP', () => {
    given()
      .when({ type: 'AddProduct', data: { ...add.data, livePricePaise: add.data.mrpPaise + 1 } })
      .thenRefused('live-price-above-mrp', 'livePricePaise');
    given(productAdded)
      .when({ type: 'EditProduct', data: { productId, mrpPaise: 100 } })
      .thenRefused('live-price-above-mrp', 'livePricePaise');
  });
  test('has no minimum discount above the maximum', () =>
    given(productAdded)
      .when({ type: 'EditProduct', data: { productId, minDiscountBasisPoints: 1_001 } })
      .thenRefused('min-discount-above-max', 'minDiscountBasisPoints'));
  test('records only changed fields, and removes optional ones', () =>
    given(productAdded)
      .when({
        type: 'EditProduct',
        data: {
          productId,
          name: productDetails.name,
          livePricePaise: 13_90_000,
          youtubeLink: null,
          categoryId: null,
        },
      })
      .then(productEdited));
  test('edited without changes records nothing', () =>
    given(productAdded)
      .when({ type: 'EditProduct', data: { productId, ...productDetails } })
      .thenNothing());
  test('is paused and resumed once', () => {
    given(productAdded)
      .when({ type: 'DeactivateProduct', data: { productId } })
      .then(productDeactivated);
    given(productAdded, productDeactivated)
      .when({ type: 'DeactivateProduct', data: { productId } })
      .thenNothing();
    given(productAdded, productDeactivated)
      .when({ type: 'ActivateProduct', data: { productId } })
      .then(productActivated);
  });
  test('that was deleted is not found, and its id stays taken', () => {
    given(productAdded).when({ type: 'DeleteProduct', data: { productId } }).then(productDeleted);
    given(productAdded, productDeleted)
      .when({ type: 'EditProduct', data: { productId, name: 'Inverter' } })
      .thenRefused('product-not-found');
    given(productAdded, productDeleted).when(add).thenRefused('product-exists');
  });
});

test('a package and an offer follow the same rules', () => {
  const givenPackage = specify(packageAggregate, createDecisionContext(meera));
  givenPackage()
    .when({ type: 'AddPackage', data: { packageId, ...packageDetails, isActive: true } })
    .then(packageAdded);
  givenPackage()
    .when({ type: 'DeletePackage', data: { packageId } })
    .thenRefused('package-not-found');
  const givenOffer = specify(offerAggregate, createDecisionContext(meera));
  givenOffer()
    .when({ type: 'AddOffer', data: { offerId, ...offerDetails, isActive: true } })
    .then(offerAdded);
  givenOffer(offerAdded)
    .when({ type: 'EditOffer', data: { offerId, tags: [] } })
    .then({ type: 'OfferEdited', data: { changes: { tags: [] } } });
});

test('an edit can pause an offer, and records only changed fields', () => {
  const givenOffer = specify(offerAggregate, createDecisionContext(meera));
  const edit = (more: object) => ({ type: 'EditOffer', data: { offerId, ...more } }) as const;
  const edited: OfferEvent = { type: 'OfferEdited', data: { changes: { title: 'Holi' } } };
  const paused: OfferEvent = { type: 'OfferDeactivated', data: {} };
  givenOffer(offerAdded)
    .when(edit({ title: 'Holi', isActive: false }))
    .then(edited, paused);
  givenOffer(offerAdded)
    .when(edit({ isActive: false }))
    .then(paused);
  givenOffer(offerAdded)
    .when(edit({ title: offerDetails.title, isActive: true }))
    .thenNothing();
  givenOffer(offerAdded, paused)
    .when(edit({ isActive: true }))
    .then({ type: 'OfferActivated', data: {} });
});

describe('refused fields have messages', () => {
  const findFieldErrors = (
    name: string,
    data: object,
  ): Readonly<Record<string, readonly string[]>> => {
    const { error } = commandDefinitions[name]!.data.safeParse(data);
    return Object.fromEntries(
      error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
    ) as never;
  };
  test.each([
    [{ name: ' ' }, 'name', 'Product name is required'],
    [{ description: undefined }, 'description', 'Product description is required'],
    [{ mrpPaise: 0 }, 'mrpPaise', 'MRP must be a valid positive number'],
    [{ mrpPaise: undefined }, 'mrpPaise', 'MRP must be a valid positive number'],
    [{ livePricePaise: -1 }, 'livePricePaise', 'Live price must be a valid positive number'],
    [{ livePricePaise: 0.5 }, 'livePricePaise', 'Live price must be a valid positive number'],
    [
      { minDiscountBasisPoints: -1 },
      'minDiscountBasisPoints',
      'Minimum discount must be between 0 and 100',
    ],
    [
      { maxDiscountBasisPoints: 10_001 },
      'maxDiscountBasisPoints',
      'Maximum discount must be between 0 and 100',
    ],
    [
      { maxDiscountBasisPoints: 9.123456789 },
      'maxDiscountBasisPoints',
      'Maximum discount must be between 0 and 100',
    ],
    [
      { maxDiscountBasisPoints: '9.125' },
      'maxDiscountBasisPoints',
      'A discount can have two decimals',
    ],
    [
      { maxDiscountBasisPoints: '150.125' },
      'maxDiscountBasisPoints',
      'Maximum discount must be between 0 and 100',
    ],
    [
      { youtubeLink: 'https://example.com/watch?v=dQw4w9WgXcQ' },
      'youtubeLink',
      'Enter the link of a YouTube video',
    ],
    [{ unit: 'dozen' }, 'unit', 'Choose a unit'],
  ])('of a product: %j', (more, field, message) =>
    expect(findFieldErrors('AddProduct', { ...add.data, ...more })).toEqual({ [field]: message }),
  );

  test.each([
    [{ name: '' }, 'name', 'Package name is required'],
    [{ description: '' }, 'description', 'Package description is required'],
    [{ items: [] }, 'items', 'At least one product must be added to the package'],
    [{ items: undefined }, 'items', 'At least one product must be added to the package'],
    [
      { items: [{ productId, quantity: 0 }] },
      'items.0.quantity',
      'Enter a quantity from 1 to 9,999',
    ],
    [
      { items: [{ productId, quantity: -1 }] },
      'items.0.quantity',
      'Enter a quantity from 1 to 9,999',
    ],
    [
      { items: [{ productId, quantity: 1e9 }] },
      'items.0.quantity',
      'Enter a quantity from 1 to 9,999',
    ],
    [
      { items: [productId, productId].map((each) => ({ productId: each, quantity: 1 })) },
      'items',
      'Add each product once',
    ],
  ])('of a package: %j', (more, field, message) =>
    expect(findFieldErrors('AddPackage', { packageId, ...packageDetails, ...more })).toEqual({
      [field]: message,
    }),
  );

  test.each([
    [{ title: ' ' }, 'title', 'Title is required'],
    [{ description: ' ' }, 'description', 'Description is required'],
    [{ fileId: undefined }, 'fileId', 'Please upload a file'],
  ])('of an offer: %j', (more, field, message) =>
    expect(findFieldErrors('AddOffer', { offerId, ...offerDetails, ...more })).toEqual({
      [field]: message,
    }),
  );
});

test('tags are trimmed, without blank and repeated ones', () =>
  expect(
    offerCommands.EditOffer.data.parse({ offerId, tags: [' diwali ', '', 'Rooftop', 'rooftop'] })
      .tags,
  ).toEqual(['diwali', 'rooftop']));
test('the image of a package can be removed', () =>
  expect(
    packageCommands.EditPackage.data.parse({ packageId, imageFileId: null }).imageFileId,
  ).toBeNull());
