/**
 * `npm start`: installs what is missing, builds what changed, and becomes the server, so that its words and its end
 * are those of this terminal. A second start only looks at the sources' dates. With a word, only that part of it runs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Trouble, buildFrontend, buildServers, buildWhatChanged, checkNode, installWhatIsMissing, root, script } from './workshop.mjs';

const programs = {
  everything: 'backend/src/all-in-one.js',
  backend: 'backend/src/main.js',
  projections: 'projections/src/main.js',
  workers: 'workers/src/main.js',
  demo: 'backend/src/operations/demo/run-demo.js',
  tombstones: 'workers/src/tombstones.js',
  move: 'workers/src/move.js',
};

await script(async () => {
  const [name = 'everything', ...rest] = process.argv.slice(2);
  const program = programs[name];
  if (!program) throw new Trouble(`There is no ${name}. Choose from ${Object.keys(programs).join(', ')}.`);
  checkNode();
  await installWhatIsMissing();
  if (name === 'everything') await buildWhatChanged();
  else await buildServers();
  if (name === 'backend') await buildFrontend();
  const file = join(root, 'dist', program);
  if (!existsSync(file)) throw new Trouble(`This build has no ${name} of its own: npm start runs all of it in one process.`);
  process.argv = [process.execPath, file, ...rest];
  await import(pathToFileURL(file).href);
});
