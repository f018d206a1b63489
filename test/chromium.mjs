/** Finding the browser that the browser tests run in, and getting it from Debian's packages where it is missing. */
import { existsSync } from 'node:fs';
import { run, say } from '../backend/scripts/workshop.mjs';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a chromium: the one that the environment names, or one in its usual places or on the path. */
export async function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  const found = usual.find((path) => existsSync(path));
  if (found) return found;
  const { code, output } = await run('which', ['chromium'], { quiet: true });
  return code === 0 ? output.trim() : undefined;
}

/** Installs it; answers with why it could not, or with nothing. */
export async function installChromium() {
  const [apt] = await available(['apt-get']);
  if (!apt) return 'chromium is missing, and without apt-get it cannot be installed from here: install it and run again';
  const asRoot = process.getuid?.() === 0 ? [] : await available(['sudo']);
  if (process.getuid?.() !== 0 && asRoot.length === 0) return 'chromium is missing, and installing it takes root or sudo: apt-get install chromium';
  const [program, ...args] = [...asRoot, ...(asRoot.length > 0 ? ['-n'] : []), 'apt-get'];
  const quietly = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  say('  Installing chromium (once) …');
  await run(program, [...args, 'update'], quietly);
  const { code, output } = await run(program, [...args, 'install', '-y', '--no-install-recommends', 'chromium'], quietly);
  return code === 0 ? undefined : `chromium could not be installed:\n${output.trimEnd()}`;
}

async function available(programs) {
  const there = await Promise.all(programs.map(async (program) => (await run('which', [program], { quiet: true })).code === 0));
  return programs.filter((_, index) => there[index]);
}
