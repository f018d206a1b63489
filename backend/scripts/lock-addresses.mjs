/**
 * `npm run lock`, after a package was added: writes each package's address into the lock file.
 * Without an address npm first fetches the metadata of all versions of a package, which took half
 * of an installation's processor time. The host is a placeholder that .npmrc replaces by the
 * configured registry.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './tooling.mjs';

const host = 'https://registry.invalid';
const modules = 'node_modules/';

/**
 * Text of a lock file with an address for each package that has a checksum. Links and bundled
 * packages have none.
 * @param {string} text
 */
export function withAddresses(text) {
  const lock = JSON.parse(text);
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!entry.integrity) continue;
    const { name, version, resolved: _former, ...others } = entry;
    const fullName = name ?? path.slice(path.lastIndexOf(modules) + modules.length);
    const resolved = `${host}/${fullName}/-/${fullName.split('/').at(-1)}-${version}.tgz`;
    // The order of keys in npm's own files.
    lock.packages[path] = { ...(name && { name }), version, resolved, ...others };
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = join(root, 'package-lock.json');
  writeFileSync(file, withAddresses(readFileSync(file, 'utf8')));
}
