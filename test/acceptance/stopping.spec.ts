import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { team } from './person.js';
import { Product } from './product.js';
import { Traffic, hold, longestStop, stopped } from './stopping.js';
import { until } from './until.js';

let product: Product;
beforeEach(async () => (product = await Product.start()));
afterEach(() => product.dispose());

test('asked to end under traffic and half-sent requests, it ends in time and in order, and nothing acknowledged is lost', async () => {
  const { admin, reps } = await team(product, 'Asha', 'Ravi', 'Bina');
  const held = await hold(product, admin);
  const traffic = new Traffic(reps);
  try {
    await until(() => traffic.acknowledged.length > 50, { what: () => 'traffic' });
    const { code, took } = await stopped(product);
    expect(product.output).not.toMatch(/Error/);
    expect(code).toBe(0);
    expect(took).toBeLessThan(longestStop);
    await product.start();
  } finally {
    held.drop();
    await traffic.end();
  }
  for (const { person, leadId } of traffic.acknowledged) expect(await person.get(`/api/leads/${leadId}`)).toMatchObject({ leadId });
});
