import { describe, test } from '@jest/globals';
import { specify } from '../kernel/testing/specification.js';
import { context } from '../leads/lead.examples.js';
import { packageShared, productId, productShared, shareErased } from './catalogue.examples.js';
import { shareAggregate } from './share.aggregate.js';

const given = specify(shareAggregate, context);
const shareId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5ec009';
const share = {
  type: 'ShareProduct',
  data: { shareId, productId, method: 'whatsapp', to: '+919876543210' },
} as const;

describe('a share', () => {
  test('is recorded', () => given().when(share).then(productShared));
  test('needs a verified number, because customers cannot open items of an unverified account', () =>
    specify(shareAggregate, { ...context, account: { ...context.account, verified: false } })()
      .when(share)
      .thenRefused('verification-needed'));
  test('sent twice is recorded once', () => given(productShared).when(share).thenNothing());
  test('under a known id with another method is refused', () =>
    given(productShared)
      .when({ type: 'ShareProduct', data: { ...share.data, method: 'link' } })
      .thenRefused('share-exists'));
  test('under a known id of another item is refused', () =>
    given(packageShared).when(share).thenRefused('share-exists'));
});

describe('an erasure of a share', () => {
  const erase = { type: 'EraseShare', data: { shareId, ...shareErased.data } } as const;

  test('is recorded once, with its request', () => {
    given(productShared).when(erase).then(shareErased);
    given(productShared, shareErased).when(erase).thenNothing();
  });
  test('needs a share', () => given().when(erase).thenRefused('unknown-reference', 'shareId'));
});
