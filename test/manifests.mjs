/** Validates the Kubernetes manifests against the schemas of Kubernetes, which a package brings. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { root, run } from '../backend/scripts/tooling.mjs';

const validator = 'kubernetes-validate==1.37.0';

/**
 * Returns the defects as text; nothing if there are none.
 * @param python path of Python, whose pip fetches the validator
 */
export async function validateManifests(python) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-manifests-'));
  try {
    const packages = join(folder, 'packages');
    const download = await run(
      python,
      ['-m', 'pip', 'install', '--quiet', '--target', packages, validator],
      { quiet: true },
    );
    if (download.code !== 0) return `${validator} could not be fetched:\n${download.output}`;
    const { items } = load(readFileSync(join(root, 'docker/kubernetes/fieldtrace.yaml'), 'utf8'));
    const file = join(folder, 'manifests.yaml');
    writeFileSync(file, items.map((item) => JSON.stringify(item)).join('\n---\n'));
    const { code, output } = await run(
      python,
      ['-m', 'kubernetes_validate', '--strict', '--quiet', file],
      { quiet: true, env: { PYTHONPATH: packages } },
    );
    return code === 0 ? undefined : output;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
