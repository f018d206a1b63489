/**
 * `npm start`: installs what is missing, builds what changed, and becomes the server, so that its
 * words and its end are those of this terminal. A second start only looks at the sources' dates.
 * With a word, only that part of it runs.
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
  script,
} from './tooling.mjs';

await script(async () => {
  const [name = 'everything', ...rest] = process.argv.slice(2);
  const program = programs[name];
  if (!program)
    throw new ScriptError(`There is no ${name}. Choose from ${Object.keys(programs).join(', ')}.`);
  checkNode();
  await installWhatIsMissing();
  if (name === 'everything') await buildWhatChanged();
  else await buildServers();
  if (name === 'backend') await buildFrontend();
  const file = join(root, 'dist', `${program}.js`);
  process.argv = [process.execPath, file, ...rest];
  await import(pathToFileURL(file).href);
});
