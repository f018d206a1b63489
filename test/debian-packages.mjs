/**
 * Finds programs that tests need, and installs missing ones from packages of Debian.
 */
import { existsSync } from 'node:fs';
import { run, print } from '../backend/scripts/tooling.mjs';

/**
 * Program of a Debian package.
 * @param packageName default is the program's name
 * @param variable environment variable that names another path
 * @param paths usual paths of the program; the first that exists is used, or else PATH is searched
 */
export function debianProgram(name, { variable, paths, packageName = name }) {
  return {
    /** Path of the program; undefined if it is missing. */
    async find() {
      const pathOfVariable = process.env[variable];
      if (pathOfVariable) return existsSync(pathOfVariable) ? pathOfVariable : undefined;
      const found = paths.find((path) => existsSync(path));
      if (found) return found;
      const { code, output } = await run('which', [name], { quiet: true });
      return code === 0 ? output.trim() : undefined;
    },

    /** Installs the program. Returns the reason if that failed. */
    async install() {
      if (!(await isInstalled('apt-get')))
        return `${name} is missing, and without apt-get it cannot be installed from here: install it and run again`;
      const isRoot = process.getuid?.() === 0;
      if (!isRoot && !(await isInstalled('sudo')))
        return `${name} is missing, and installing it takes root or sudo: apt-get install ${packageName}`;
      const [program, ...args] = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
      const quietOptions = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
      print(`  Installing ${name} (once) …`);
      await run(program, [...args, 'update'], quietOptions);
      const { code, output } = await run(
        program,
        [...args, 'install', '-y', '--no-install-recommends', packageName],
        quietOptions,
      );
      return code === 0 ? undefined : `${name} could not be installed:\n${output.trimEnd()}`;
    },
  };
}

const isInstalled = async (program) => (await run('which', [program], { quiet: true })).code === 0;
