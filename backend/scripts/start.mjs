/**
 * `npm start`: installs missing packages, builds changed sources, and runs the server in this
 * process, so that it prints to this terminal and ends with it. An argument names the only program
 * to run.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ScriptError,
  buildFrontend,
  buildServers,
  buildWhatChanged,
  checkNode,
  installWhatIsMissing,
  programs,
  root,
  runMain,
} from './tooling.mjs';

await runMain(async () => {
  const [name = 'everything', ...otherArguments] = process.argv.slice(2);
  const program = programs[name];
  if (!program)
    throw new ScriptError(`There is no ${name}. Choose from ${Object.keys(programs).join(', ')}.`);
  checkNode();
  await installWhatIsMissing();
  if (name === 'everything') await buildWhatChanged();
  else await buildServers();
  if (name === 'backend') await buildFrontend();
  const file = join(root, 'dist', `${program}.js`);
  process.argv = [process.execPath, file, ...otherArguments];
  await import(pathToFileURL(file).href);
});
