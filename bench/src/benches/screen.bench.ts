import type { Response } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { captureLead, createTeam } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { openSignedInContext, withBrowser } from '../browser.js';
import { vitalsScript } from '../page-scripts.js';
import { type Row, percentile, row } from '../table.js';

const VISITS = 7;
const viewports = [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone', width: 360, height: 800 },
] as const;

/**
 * First signed-in screen with an empty cache: script size, largest contentful paint, layout shift.
 */
export async function benchScreen(): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { admin } = await createTeam(product);
    for (let lead = 0; lead < 20; lead++)
      await captureLead(admin, { siteName: `Site ${lead}`, note: `Note ${lead}` });
    return await withBrowser(async (browser) => {
      const rows: Row[] = [];
      for (const { name, width, height } of viewports) {
        const [paints, shifts, gzipKilobytes, sentKilobytes]: [
          number[],
          number[],
          number[],
          number[],
        ] = [[], [], [], []];
        for (let visit = 0; visit < VISITS; visit++) {
          const context = await openSignedInContext(browser, admin, {
            width,
            height,
            firstVisit: true,
          });
          await context.addInitScript(vitalsScript);
          const page = await context.newPage();
          const sizesOfScripts: ReturnType<typeof readSize>[] = [];
          page.on('response', (response) => {
            if (response.request().resourceType() === 'script')
              sizesOfScripts.push(readSize(response));
          });
          await page.goto(`${product.url}/dashboard`, { waitUntil: 'networkidle' });
          await page.getByText('Rajesh Patil').first().waitFor();
          const { lcp, cls } = await page.evaluate<{ readonly lcp: number; readonly cls: number }>(
            'screenSeen',
          );
          paints.push(lcp);
          shifts.push(cls);
          const sizes = await Promise.all(sizesOfScripts);
          gzipKilobytes.push(sizes.reduce((sum, { gzip }) => sum + gzip, 0) / 1_000);
          sentKilobytes.push(sizes.reduce((sum, { sent }) => sum + sent, 0) / 1_000);
          await context.close();
        }
        rows.push(
          row(
            'screen',
            `script of the dashboard in gzip, ${name}`,
            Math.max(...gzipKilobytes),
            'kB',
            {
              atMost: 160,
              note: `${Math.max(...sentKilobytes).toFixed(0)} kB as sent, in Brotli`,
            },
          ),
          row(
            'screen',
            `largest contentful paint, ${name}, median of ${VISITS}`,
            percentile(paints, 50) / 1_000,
            's',
            {
              atMost: 1,
              note: `slowest ${(Math.max(...paints) / 1_000).toFixed(2)} s`,
            },
          ),
          row(
            'screen',
            `cumulative layout shift, ${name}, worst of ${VISITS}`,
            Math.max(...shifts),
            '',
            { atMost: 0.01 },
          ),
        );
      }
      return rows;
    });
  } finally {
    await product.dispose();
  }
}

const readSize = async (
  response: Response,
): Promise<{ readonly gzip: number; readonly sent: number }> => ({
  gzip: gzipSync(await response.body(), { level: 9 }).length,
  sent: (await response.request().sizes()).responseBodySize,
});
