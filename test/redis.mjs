/** Finding the Redis that jobs, live updates and rate limits are tested on, and getting it from Debian's packages where it is missing. */
import { existsSync } from 'node:fs';
import { run, say } from '../backend/scripts/workshop.mjs';

const usual = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'];

/** Path of a redis-server: the one that the environment names, or one in its usual places or on the path. */
export async function findRedis() {
  const named = process.env.REDIS_SERVER;
  if (named) return existsSync(named) ? named : undefined;
  const found = usual.find((path) => existsSync(path));
  if (found) return found;
  const { code, output } = await run('which', ['redis-server'], { quiet: true });
  return code === 0 ? output.trim() : undefined;
}

/** Installs it; answers with why it could not, or with nothing. */
export async function installRedis() {
  const [apt] = await available(['apt-get']);
  if (!apt) return 'redis-server is missing, and without apt-get it cannot be installed from here: install it and run again';
  const asRoot = process.getuid?.() === 0 ? [] : await available(['sudo']);
  if (process.getuid?.() !== 0 && asRoot.length === 0)
    return 'redis-server is missing, and installing it takes root or sudo: apt-get install redis-server';
  const [program, ...args] = [...asRoot, ...(asRoot.length > 0 ? ['-n'] : []), 'apt-get'];
  const quietly = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  say('  Installing redis-server (once) …');
  await run(program, [...args, 'update'], quietly);
  const { code, output } = await run(program, [...args, 'install', '-y', '--no-install-recommends', 'redis-server'], quietly);
  return code === 0 ? undefined : `redis-server could not be installed:\n${output.trimEnd()}`;
}

async function available(programs) {
  const there = await Promise.all(programs.map(async (program) => (await run('which', [program], { quiet: true })).code === 0));
  return programs.filter((_, index) => there[index]);
}
