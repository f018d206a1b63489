import { cpSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Fills a folder with a copy of the built servers that has a newer version of the view of leads.
 * @returns the folder
 */
export function createNewerBuild(checkout: string): string {
  cpSync('package.json', join(checkout, 'package.json'));
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
  symlinkSync(resolve('workers'), join(checkout, 'workers'));
  cpSync('dist', join(checkout, 'dist'), { recursive: true });
  const chunks = join(checkout, 'dist', 'chunks');
  const changed = readdirSync(chunks).filter((name) => {
    if (!name.endsWith('.js')) return false;
    const text = readFileSync(join(chunks, name), 'utf8');
    const newer = text.replace(/(name: "lead-list",\s+version: )\d+/, '$1999');
    if (newer !== text) writeFileSync(join(chunks, name), newer);
    return newer !== text;
  });
  if (changed.length !== 1) throw new Error(`The view of leads is in ${changed.length} chunks`);
  return checkout;
}
