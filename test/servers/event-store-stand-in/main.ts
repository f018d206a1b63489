import { startControl } from './control.js';
import { EventStoreStandIn, type StandInOptions } from './event-store-stand-in.js';

/**
 * Program of the stand-in: `main <file> <control port> <options as JSON>`. Prints its ports as one
 * line of JSON. Ends with its parent process if that opened an IPC channel.
 */
const [, , path, controlPort = '0', options = '{}'] = process.argv;
const standIn = await EventStoreStandIn.start(path!, JSON.parse(options) as StandInOptions);
const control = await startControl(standIn, Number(controlPort));
process.stdout.write(
  `${JSON.stringify({ url: standIn.url, port: standIn.port, controlPort: control.port })}\n`,
);
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
