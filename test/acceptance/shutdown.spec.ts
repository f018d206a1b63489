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

test('a SIGTERM under traffic and half-sent requests ends the product in time, and loses no acknowledged lead', async () => {
  const { admin, reps } = await createTeam(product, 'Asha', 'Ravi', 'Bina');
  const heldConnections = await holdConnections(product, admin);
  const traffic = new CaptureTraffic(reps);
  try {
    await until(() => traffic.acknowledged.length > 50, { what: () => 'traffic' });
    const { code, durationMs } = await timeShutdown(product);
    expect(product.output).not.toMatch(/Error/);
    expect(code).toBe(0);
    expect(durationMs).toBeLessThan(SHUTDOWN_TIMEOUT_MS);
    await product.start();
  } finally {
    heldConnections.drop();
    await traffic.end();
  }
  for (const { person, leadId } of traffic.acknowledged)
    expect(await person.get(`/api/leads/${leadId}`)).toMatchObject({ leadId });
});
