import { controlOf } from './control.js';
import { EventStoreStandIn, type StandInOptions } from './event-store-stand-in.js';

/**
 * The stand-in as a process of its own: `main <file> <control port> <options as JSON>`. Says where
 * it listens in one line of JSON; ends with who started it, if that is who it talks to over a
 * channel.
 */
const [, , path, controlPort = '0', options = '{}'] = process.argv;
const standIn = await EventStoreStandIn.start(path!, JSON.parse(options) as StandInOptions);
const control = await controlOf(standIn, Number(controlPort));
process.stdout.write(
  `${JSON.stringify({ url: standIn.url, port: standIn.port, controlPort: control.port })}\n`,
);
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
