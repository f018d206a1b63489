import { systemClock } from '#platform/common/clock.js';
import { BadConfig, type Config, readConfig } from '#platform/common/config/config.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { logAndKeyFiles, openParts } from '#platform/process/open-parts.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { openInstallation, openLogAndKeys } from './backups/installation.js';
import {
  type ClosingResult,
  type ClosingOptions,
  closeOrganization,
} from './organizations/departures/close-organization.js';
import { type CopyResult, copyOrganization } from './organizations/departures/copy-organization.js';
import {
  EXPORT_MANIFEST,
  type ExportManifest,
  exportOrganization,
} from './organizations/departures/export-organization.js';
import { listOrganizations } from './organizations/departures/list-organizations.js';
import { moveOrganization } from './organizations/departures/move-organization.js';
import { type Scope, readScope } from './organizations/departures/scope.js';

const USAGE = `Use it as: npm run organization -- list
  export <organization> <new folder>
  import <exported folder>
  move <organization> <file with the variables of the other installation>
  close <organization> <its name>`;

const options = { clock: systemClock, progress: createProgress('Copying') };

/** Opens the parts for writing. Embedded ones open only while no process uses the folder. */
const openForWriting = (config: Config) =>
  openParts(config, ['log', 'keys', 'secrets', 'files'], {
    clock: systemClock,
    onJobFailure: () => {},
    onTrouble: () => {},
  });

/**
 * `npm run organization -- …` lists, exports, imports, moves and closes organizations
 * (docs/operations.md, "Let an organization go").
 */
runProcess(async () => {
  const [, , action, first = '', second = '', ...extraArguments] = process.argv;
  if (extraArguments.length > 0) throw new BadConfig(USAGE);
  const config = readConfig(process.env);
  if (action === 'list' && first === '') await list(config);
  else if (action === 'export' && second !== '') await exportTo(config, first, second);
  else if (action === 'import' && first !== '' && second === '') await importFrom(config, first);
  else if (action === 'move' && second !== '') await move(config, first, second);
  else if (action === 'close' && first !== '') await close(config, first, second);
  else throw new BadConfig(USAGE);
  process.exit(0);
});

async function list(config: Config): Promise<void> {
  const { log, close: closeAll } = await openLogAndKeys(config);
  try {
    for await (const { organizationId, name, accounts, isClosed } of listOrganizations(log))
      print(`${organizationId}  ${isClosed ? 'closed' : `accounts: ${accounts.size}`}  ${name}`);
  } finally {
    await closeAll();
  }
}

/** Exports beside running processes. */
async function exportTo(config: Config, organizationId: string, folder: string): Promise<void> {
  const { close: closeAll, ...parts } = await openInstallation(config);
  const { servers, filesDir } = config;
  const s3Parts = servers.s3
    ? await openParts(config, ['files'], {
        clock: systemClock,
        onJobFailure: () => {},
        onTrouble: () => {},
      })
    : undefined;
  const files = s3Parts?.files ?? new FileStoreInFolder(filesDir, { shared: true });
  try {
    const scope = requireOpen(await readScope(parts.log, organizationId));
    const openFolder = (DATA_DIR: string) => openForWriting(readConfig({ DATA_DIR }));
    const exported = await exportOrganization(
      { ...parts, files },
      folder,
      scope,
      openFolder,
      options,
    );
    print(`${exported.name} is in ${folder}, with its keys: ${summarize(exported)}.`);
  } finally {
    await Promise.all([closeAll(), s3Parts?.close()]);
  }
}

async function importFrom(config: Config, folder: string): Promise<void> {
  if (!existsSync(join(folder, EXPORT_MANIFEST)))
    throw new BadConfig(`${folder} is no export: it has no ${EXPORT_MANIFEST}`);
  const manifest = JSON.parse(
    readFileSync(join(folder, EXPORT_MANIFEST), 'utf8'),
  ) as ExportManifest;
  const { organizationId, name } = manifest;
  await withInstallations(readConfig({ DATA_DIR: folder }), config, async (from, to) => {
    const scope = await readScope(from.log, organizationId);
    const copied = await copyOrganization(from, to, scope, options);
    if (copied.events !== manifest.events)
      throw new BadConfig(
        `${EXPORT_MANIFEST} counts ${manifest.events} events, not ${copied.events}`,
      );
    print(`${name} is imported, with its keys: ${summarize(copied)}.`);
  });
}

/** Copies, ends the organization here, copies what came meanwhile, and erases it here. */
async function move(config: Config, organizationId: string, envFile: string): Promise<void> {
  const target = readConfig(parseEnv(readText(envFile)));
  await withInstallations(config, target, async (from, to) => {
    const scope = await readScope(from.log, organizationId);
    const { copied, closed } = await moveOrganization(from, to, scope, {
      ...options,
      ...closingOptions(config),
    });
    print(`${scope.name} is moved, with its keys: ${summarize(copied)}.`);
    report(scope, closed);
  });
}

async function close(config: Config, organizationId: string, name: string): Promise<void> {
  const parts = await openForWriting(config);
  try {
    const scope = await readScope(parts.log, organizationId);
    if (name !== scope.name)
      throw new BadConfig(
        `Nothing is closed. Accounts: ${scope.accounts.size}. To close it for ever: npm run organization -- close ${organizationId} '${scope.name}'`,
      );
    report(scope, await closeOrganization(parts, scope, closingOptions(config)));
  } finally {
    await parts.close();
  }
}

/** With embedded parts no other process is running: they were locked by this one. */
const closingOptions = (config: Config): ClosingOptions => ({
  clock: systemClock,
  erasureHoldDays: config.erasureHoldDays,
  isRunning: logAndKeyFiles(config) === undefined,
});

function report({ name }: Scope, { records, accounts, keptAccounts, files }: ClosingResult): void {
  print(
    `${name} is closed here. Erased records: ${records}, accounts: ${accounts}, files: ${files}.`,
  );
  if (keptAccounts > 0)
    print(`Accounts that stay, because other organizations know them: ${keptAccounts}.`);
}

const summarize = ({ events, records, files }: CopyResult): string =>
  `${events.toLocaleString('en-IN')} events of ${records.toLocaleString('en-IN')} records and ${files.toLocaleString('en-IN')} files; all hash chains are intact`;

function requireOpen(scope: Scope): Scope {
  if (scope.isClosed) throw new BadConfig(`${scope.name} was closed here`);
  return scope;
}

type OpenedParts = Awaited<ReturnType<typeof openForWriting>>;

/** Runs work on the parts of two installations, and closes them. */
async function withInstallations(
  source: Config,
  target: Config,
  work: (from: OpenedParts, to: OpenedParts) => Promise<void>,
): Promise<void> {
  const from = await openForWriting(source);
  try {
    const to = await openForWriting(target);
    try {
      if ((await from.log.readIdentity()) === (await to.log.readIdentity()))
        throw new BadConfig('Both are the same installation');
      await work(from, to);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new BadConfig(`${path} cannot be read: ${(error as Error).message}`);
  }
}
