import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTeam } from './product/person.js';
import { Product } from './product/product.js';
import {
  CaptureTraffic,
  holdConnections,
  SHUTDOWN_TIMEOUT_MS,
  timeShutdown,
} from './product/shutdown.js';
import { until } from './product/until.js';

let product: Product;
beforeEach(async () => (product = await Product.start()));
afterEach(() => product.dispose());

test('under traffic and half-sent requests the product ends in time, without losing an acknowledged command', async () => {
  const { admin, reps } = await createTeam(product, 'Asha', 'Ravi', 'Bina');
  const heldConnections = await holdConnections(product, admin);
  const traffic = new CaptureTraffic(reps);
  try {
    await until(() => traffic.acknowledged.length > 50, { what: () => 'traffic' });
    const { code, took } = await timeShutdown(product);
    expect(product.output).not.toMatch(/Error/);
    expect(code).toBe(0);
    expect(took).toBeLessThan(SHUTDOWN_TIMEOUT_MS);
    await product.start();
  } finally {
    heldConnections.drop();
    await traffic.end();
  }
  for (const { person, leadId } of traffic.acknowledged)
    expect(await person.get(`/api/leads/${leadId}`)).toMatchObject({ leadId });
});
