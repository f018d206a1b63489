import type { Product } from '../../test/acceptance/product/product.js';
import { until } from '../../test/acceptance/product/until.js';

/**
 * Resolves when the views have projected the whole log.
 * @param within timeout in milliseconds
 */
export async function waitForViews({ url }: Product, within = 60_000): Promise<void> {
  const hasAll = async () => {
    const { views } = (await (await fetch(`${url}/readyz`)).json()) as {
      readonly views: { readonly lagSeconds: number };
    };
    return views.lagSeconds === 0;
  };
  await until(hasAll, { every: 2, within, what: () => 'the views to catch up' });
}
