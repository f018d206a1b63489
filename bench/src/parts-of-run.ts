/**
 * `--parts servers`: every product that is measured stands on Mongo, Redis and the stand-in of EventStoreDB. Loaded before all
 * others, because what starts products asks the environment when it is loaded.
 */
const place = process.argv.findIndex((word) => word === '--parts' || word.startsWith('--parts='));
const parts = place < 0 ? 'embedded' : (process.argv[place]!.split('=')[1] ?? process.argv[place + 1]);
if (parts !== 'embedded' && parts !== 'servers') throw new Error('--parts is embedded or servers.');
if (parts === 'servers') process.env['PARTS'] = 'servers';
export const isOnServers = parts === 'servers';
