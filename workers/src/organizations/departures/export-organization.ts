import { aggregates } from '#domain/aggregates.js';
import { BadConfig } from '#platform/common/config/config.js';
import { createEventReading } from '#platform/write-side/write-side.js';
import { createWriteStream, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type CopyResult,
  type CopyOptions,
  type Parts,
  copyOrganization,
} from './copy-organization.js';
import { type Scope, readEvents } from './scope.js';

/** Description of an export, `organization.json` in its folder. */
export type ExportManifest = CopyResult & {
  readonly organizationId: string;
  readonly name: string;
  readonly exportedAt: string;
};

export const EXPORT_MANIFEST = 'organization.json';
const EXPORTED_EVENTS = 'events.jsonl';

/**
 * Writes an organization into a folder, which has the form of an embedded data folder. Beside it,
 * `events.jsonl` has every event in plain text.
 * @param openFolder opens the empty folder
 * @throws BadConfig if the folder exists, or something cannot be read
 */
export async function exportOrganization(
  from: Parts,
  folder: string,
  scope: Scope,
  openFolder: (dataDir: string) => Promise<Parts & { close(): Promise<void> }>,
  options: CopyOptions,
): Promise<ExportManifest> {
  if (existsSync(folder)) throw new BadConfig(`${folder} is there already. Name a new folder.`);
  const draft = `${folder}.unfinished`;
  rmSync(draft, { recursive: true, force: true });
  // Events that are recorded meanwhile are left out.
  const until = await from.log.readLastPosition();
  const to = await openFolder(draft);
  let copied: CopyResult;
  try {
    copied = await copyOrganization(from, to, scope, { ...options, until });
    await pipeline(
      readPlainEvents(to, scope),
      createWriteStream(join(draft, EXPORTED_EVENTS), { mode: 0o600 }),
    );
  } finally {
    await to.close();
  }
  const { organizationId, name } = scope;
  const manifest = { organizationId, name, exportedAt: options.clock.now(), ...copied };
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  writeFileSync(join(draft, EXPORT_MANIFEST), text, { mode: 0o600 });
  rmSync(join(draft, 'lock'), { force: true });
  renameSync(draft, folder);
  return manifest;
}

/** Every event of the export, decrypted, one JSON text a line. */
async function* readPlainEvents(
  { log, keys }: Pick<Parts, 'log' | 'keys'>,
  scope: Scope,
): AsyncGenerator<string> {
  const { sealing } = createEventReading({ domain: { aggregates }, log, keys });
  for await (const events of readEvents(log, wholeLogScope(scope), undefined))
    for (const { stream, revision, type, data, erased, metadata } of await sealing.open(events)) {
      const { at, capturedAt, actorId } = metadata;
      yield `${JSON.stringify({ stream, revision, type, at, capturedAt, actorId, erased, data })}\n`;
    }
}

/**
 * Scope without the positions at which members left. The export has no later events of these
 * members, and its positions differ.
 */
const wholeLogScope = (scope: Scope): Scope => ({
  ...scope,
  accounts: new Map([...scope.accounts.keys()].map((stream) => [stream, undefined])),
});
