import { controlOf } from './control.js';
import { EventStoreStandIn } from './event-store-stand-in.js';

/**
 * The stand-in as a process of its own: `main <file> [port] [control port]`. Says where it listens in one line of JSON;
 * ends with who started it, if that is who it talks to over a channel.
 */
const [, , path, port = '0', controlPort = '0'] = process.argv;
const standIn = await EventStoreStandIn.start(path!, Number(port));
const control = await controlOf(standIn, Number(controlPort));
process.stdout.write(`${JSON.stringify({ url: standIn.url, port: standIn.port, controlPort: control.port })}\n`);
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
