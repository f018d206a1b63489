import Database from 'libsql';
import { join } from 'node:path';
import type { Product } from '../../test/acceptance/product/product.js';
import { until } from '../../test/acceptance/product/until.js';

/**
 * Resolves when the views have projected the whole log, and none is rebuilt: data of an earlier
 * build would be rebuilt during the measurement.
 */
export async function waitForViews({ url }: Product, withinMs = 60_000): Promise<void> {
  const areCurrent = async () => {
    const { views } = (await (await fetch(`${url}/readyz`)).json()) as {
      // Missing while the server of the views does not answer in time.
      readonly views?: { readonly lagSeconds: number; readonly role: string };
    };
    return views?.lagSeconds === 0 && views.role === 'active';
  };
  await until(areCurrent, { everyMs: 2, withinMs, what: () => 'the views to catch up' });
}

/** Milliseconds without a new event after which reactors have nothing left to do. */
const STILL_MS = 3_000;

/**
 * Resolves when reactors have handled the whole log of an embedded installation, so that they do
 * not work during the measurement: nothing was appended for 3 s.
 */
export async function waitForReactors({ dataDir }: Product, withinMs: number): Promise<void> {
  const log = new Database(join(dataDir, 'log.sqlite'), { readonly: true });
  try {
    const head = log.prepare('SELECT max(position) AS position FROM events');
    let last = NaN;
    let since = performance.now();
    const isStill = () => {
      const { position } = head.get() as { readonly position: number };
      if (position !== last) since = performance.now();
      last = position;
      return performance.now() - since >= STILL_MS;
    };
    await until(isStill, { everyMs: 200, withinMs, what: () => 'reactors to catch up' });
  } finally {
    log.close();
  }
}
