import type { LeadList } from '#domain/leads/lead.views.js';
import { expect, test } from '@jest/globals';
import { InProcess } from './in-process.js';
import { Person, newPhone, signUp } from './person.js';

test('where the server allows it, anybody may look around among sample data, as a rep', async () => {
  const product = await InProcess.start({ DEMO: '1' });
  try {
    const visitor = new Person(product, 'Visitor', newPhone());
    expect(await visitor.request('GET', '/demo')).toMatchObject({ status: 303 });
    expect(await visitor.me()).toMatchObject({ role: 'sales', organization: { name: 'Sharma Solar' } });
    expect((await visitor.get<LeadList>('/api/leads')).total).toBeGreaterThan(0);
    const other = new Person(product, 'Another visitor', newPhone());
    await other.request('GET', '/demo');
    expect((await other.me()).account.id).toBe((await visitor.me()).account.id);

    const asha = await signUp(product, 'Asha');
    await asha.request('GET', '/demo');
    expect((await asha.me()).account.name).toBe('Asha');
  } finally {
    await product.dispose();
  }
}, 300_000);

test('elsewhere there is no demo', async () => {
  const product = await InProcess.start();
  try {
    const visitor = new Person(product, 'Visitor', newPhone());
    expect((await visitor.request('GET', '/demo')).status).toBe(404);
    expect((await visitor.request('GET', '/api/site')).body).toMatchObject({ watchDemo: false });
  } finally {
    await product.dispose();
  }
});
