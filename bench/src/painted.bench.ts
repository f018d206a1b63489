import { captureLead, team } from '../../test/acceptance/person.js';
import { Product } from '../../test/acceptance/product.js';
import { contextOf, fromPressToPaint, withBrowser } from './browser.js';
import { recordPaint, recordPress } from './page-scripts.js';
import { type Row, percentile, row } from './table.js';

const notesSent = 100;
/** Each opens a form first, which takes longer than what is measured. */
const leadsSaved = 40;
const desktop = { width: 1280, height: 800 };

/** From the press that saves in one browser until another browser has painted it. */
export async function painted({ say }: { readonly say: (line: string) => void }): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { admin, reps } = await team(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
    return await withBrowser(async (browser) => {
      const [writing, watching] = [await contextOf(browser, reps[0], desktop), await contextOf(browser, admin, desktop)];
      await writing.addInitScript(recordPress);
      await watching.addInitScript(recordPaint);
      const [writer, lead, list] = [await writing.newPage(), await watching.newPage(), await watching.newPage()];
      await Promise.all([
        writer.goto(`${product.url}/leads/${leadId}`),
        lead.goto(`${product.url}/leads/${leadId}`),
        list.goto(`${product.url}/leads`),
      ]);
      await Promise.all([writer, lead].map((page) => page.getByRole('textbox', { name: 'Note' }).waitFor()));
      await list.getByText('Rajesh Patil').first().waitFor();

      const notes: number[] = [];
      // a page in the background paints nothing
      await lead.bringToFront();
      for (let number = 0; number < notesSent; number++) {
        const text = `Note number ${number} of ${notesSent}`;
        await writer.getByRole('textbox', { name: 'Note' }).fill(text);
        notes.push(await fromPressToPaint(writer, lead, text, () => writer.getByRole('button', { name: 'Send note' }).click()));
      }
      say(`painted: ${notes.length} notes`);

      const edits: number[] = [];
      await list.bringToFront();
      for (let number = 0; number < leadsSaved; number++) {
        const name = `Rajesh${number} Patil`;
        await writer.goto(`${product.url}/leads/${leadId}/edit`);
        await writer.getByRole('textbox', { name: 'First name' }).fill(`Rajesh${number}`);
        edits.push(await fromPressToPaint(writer, list, name, () => writer.getByRole('button', { name: 'Save' }).click()));
        await writer.waitForURL((url) => !url.pathname.endsWith('/edit'));
      }
      return [
        ...rows('a note sent, painted on the lead in another browser', notes),
        ...rows('a lead saved, painted in the list in another browser', edits),
      ];
    });
  } finally {
    await product.dispose();
  }
}

const rows = (what: string, times: readonly number[]): readonly Row[] => [
  row('painted', `${what}, p50 of ${times.length}`, percentile(times, 50), 'ms'),
  row('painted', `${what}, p95 of ${times.length}`, percentile(times, 95), 'ms', {
    atMost: 100,
    beside: `slowest ${Math.max(...times).toFixed(0)} ms`,
  }),
];
