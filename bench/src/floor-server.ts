import fastify from 'fastify';
import Database from 'libsql';
import { join } from 'node:path';
import { Server } from 'socket.io';

/**
 * What nothing that does the same work can do without: Fastify, one insert that is on the disk before it is answered (who
 * waits at the same time shares a commit), and a message to whoever listens. No rule, no right, no view. Told its folder.
 */
const [folder = '.'] = process.argv.slice(2);

const database = new Database(join(folder, 'floor.sqlite'));
database.exec(`
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS rows (number INTEGER PRIMARY KEY, body TEXT NOT NULL)`);
const insert = database.prepare('INSERT INTO rows (body) VALUES (?)');

const waiting: { readonly body: string; readonly written: () => void }[] = [];
function commit(): void {
  const group = waiting.splice(0);
  database.exec('BEGIN');
  for (const { body } of group) insert.run([body]);
  database.exec('COMMIT');
  for (const { written } of group) written();
}
const kept = (body: string): Promise<void> =>
  new Promise((written) => {
    if (waiting.push({ body, written }) === 1) setImmediate(commit);
  });

const app = fastify();
const sockets = new Server(app.server, { serveClient: false });
let number = 0;
const page = {
  items: Array.from({ length: 12 }, (_, index) => ({
    leadId: `0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a${String(index).padStart(2, '0')}`,
    name: `Aarav Desai ${index}`,
    firstName: 'Aarav',
    lastName: `Desai ${index}`,
    phone: `+9180000000${String(index).padStart(2, '0')}`,
    city: 'Pune',
    siteName: `Site ${index}`,
    type: 'Builder',
    status: 'New',
    assignedTo: { id: '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01', name: 'Meera Sharma' },
    createdAt: '2026-11-21T09:30:00.000Z',
    lastActivityAt: '2026-11-21T09:30:00.000Z',
    quotedPaise: 0,
    revision: 0,
  })),
  next: 'eyJrIjoiMDE5MGE2YzItNWYxZS03YzNhLTliMWQtMmY2ZjBkNWU4YTAxIn0',
  hasMore: true,
  counts: { All: 1_000, New: 600, Contacted: 200, Quoted: 200, Converted: 0, Lost: 0 },
  total: 600,
};

app.get('/healthz', async () => ({ status: 'alive' }));
app.get('/page', async () => page);
app.post('/rows', async (request) => {
  const body = request.body as Readonly<Record<string, unknown>>;
  await kept(JSON.stringify(body));
  number++;
  sockets.emit('changes', { position: String(number), changes: [{ view: 'rows', id: body['leadId'], revision: 0, document: body }] });
  return { id: body['leadId'], revision: 0, position: String(number) };
});

process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
