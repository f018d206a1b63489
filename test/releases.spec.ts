import { folders } from '#platform/testing/folders.js';
import { catalogue } from '#projections/event-reader.js';
import { describe, expect, test } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

type Facts = {
  readonly views: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
  readonly variables: readonly string[];
};

const NOTES = 'docs/releases.md';
const BUILD = 'backend/scripts/build.mjs';
const TESTS = 'test/run.mjs';
const folder = folders();
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown;
const versionsIn = (notes: string) =>
  [...notes.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/gm)].map(([, version]) => version!);

test('package, lock file and images have the version of the newest release notes', () => {
  const { version } = readJson('package.json') as { readonly version: string };
  const lock = readJson('package-lock.json') as {
    readonly version: string;
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const versions = versionsIn(readFileSync(NOTES, 'utf8'));
  expect(versions[0]).toBe(version);
  expect(versions).toEqual(
    versions.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true })),
  );
  expect([lock.version, lock.packages['']!.version]).toEqual([version, version]);
  const images = ['Dockerfile', 'docker/kubernetes/fieldtrace.yaml', 'docs/operations.md']
    .map((file) => readFileSync(file, 'utf8'))
    .flatMap((text) => [...text.matchAll(/(?:fieldtrace:|image\.version=")(\d+\.\d+\.\d+)/g)])
    .map(([, found]) => found);
  expect(images.length).toBeGreaterThan(4);
  expect(new Set(images)).toEqual(new Set([version]));
});

test('each release has its facts, and its events can still be read', () => {
  const files = readdirSync('docs/releases').map((name) => name.replace(/\.json$/, ''));
  expect(files.toSorted()).toEqual(versionsIn(readFileSync(NOTES, 'utf8')).toSorted());
  for (const version of files) {
    const { events } = readJson(`docs/releases/${version}.json`) as Facts;
    for (const [type, releasedVersion] of Object.entries(events)) {
      const currentVersion = catalogue.types.get(type)?.version ?? 0;
      expect([type, currentVersion >= releasedVersion]).toEqual([type, true]);
    }
  }
});

describe('npm run release', () => {
  const formerFacts: Facts = {
    views: { list: 3, old: 1 },
    events: { Begun: 1 },
    variables: ['PORT'],
  };
  const newerFacts: Facts = {
    views: { list: 4 },
    events: { Begun: 2, Ended: 1 },
    variables: ['HOST'],
  };

  /** Repository with the release script, and with build and test scripts that a spec sets. */
  class Repository {
    readonly path = folder();

    constructor() {
      for (const name of ['release.mjs', 'tooling.mjs']) this.copy(`backend/scripts/${name}`);
      const manifest = { name: 'fieldtrace', version: '0.1.0', type: 'module' };
      this.write('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
      this.write(BUILD, '');
      this.write(TESTS, '');
      this.write('Dockerfile', 'LABEL org.opencontainers.image.version="0.1.0"\n');
      this.write(NOTES, '# Releases\n');
      this.setFacts(formerFacts);
      this.git('init', '--quiet', '--initial-branch=main');
      this.commit('feat: begin');
    }

    git(...args: readonly string[]): string {
      const person = ['-c', 'user.name=Asha', '-c', 'user.email=asha@example.com'];
      return execFileSync('git', [...person, ...args], { cwd: this.path, encoding: 'utf8' });
    }

    commit(subject: string): void {
      this.git('add', '--all');
      this.git('commit', '--quiet', '--message', subject);
    }

    write(name: string, text: string): void {
      mkdirSync(dirname(join(this.path, name)), { recursive: true });
      writeFileSync(join(this.path, name), text);
    }

    read(name: string): string {
      return readFileSync(join(this.path, name), 'utf8');
    }

    setFacts(facts: Facts): void {
      this.write('dist/backend/src/upgrade-check.js', `console.log('${JSON.stringify(facts)}')`);
    }

    release(...args: readonly string[]): {
      readonly code: number | null;
      readonly output: string;
    } {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['backend/scripts/release.mjs', ...args],
        {
          cwd: this.path,
          encoding: 'utf8',
          env: {
            ...process.env,
            NODE_OPTIONS: '',
            GIT_COMMITTER_NAME: 'Asha',
            GIT_COMMITTER_EMAIL: 'asha@example.com',
          },
        },
      );
      return { code: status, output: stdout + stderr };
    }

    /** Drafts the notes of a version, writes them, and commits. */
    prepare(version: string): void {
      expect(this.release('notes', version)).toMatchObject({ code: 0 });
      this.write(NOTES, this.read(NOTES).replace(/^TODO.*$/m, 'Nothing to do.'));
      this.commit(`chore(release): ${version}`);
    }

    private copy(name: string): void {
      mkdirSync(dirname(join(this.path, name)), { recursive: true });
      cpSync(name, join(this.path, name));
    }
  }

  test('drafts notes that say what differs from the former release, and tags them', () => {
    const repository = new Repository();
    repository.prepare('0.2.0');
    expect(repository.release('0.2.0').output).toContain('v0.2.0 is tagged');

    repository.setFacts(newerFacts);
    repository.commit('fix(lists): sort by day');
    repository.prepare('0.3.0');
    const [, newest] = repository.read(NOTES).split(/^(?=## )/m);
    expect(newest).toContain('All are built, because of list (version 4), old (removed).');
    expect(newest).toContain('does not know.** Begun (version 2), Ended.');
    expect(newest).toContain('New: HOST. Removed: PORT.');
    expect(newest!.match(/^- .*$/gm)).toEqual(['- fix(lists): sort by day']);
    expect(repository.read('Dockerfile')).toContain('image.version="0.3.0"');
    expect(repository.release('0.3.0').code).toBe(0);
    expect(repository.git('tag', '--list').split('\n')).toEqual(['v0.2.0', 'v0.3.0', '']);
    expect(repository.git('cat-file', 'tag', 'v0.3.0')).toContain('New: HOST. Removed: PORT.');
  });

  test('lists what has changed since the last version tag, and not since another tag', () => {
    const repository = new Repository();
    repository.git('tag', 'v0.1.0');
    repository.write(BUILD, '\n');
    repository.commit('fix(lists): sort by day');
    for (const name of ['nightly', 'v0.2.0-rc.1', 'very-good']) repository.git('tag', name);
    repository.prepare('0.2.0');
    expect(repository.read(NOTES).match(/^- .*$/gm)).toEqual(['- fix(lists): sort by day']);
  });

  test.each(['0.10.0', '0.9.9', '0.0.11'])('refuses notes of %s after 0.10.0', (version) => {
    const repository = new Repository();
    repository.prepare('0.10.0');
    const notesBefore = repository.read(NOTES);
    expect(repository.release('notes', version)).toEqual({
      code: 1,
      output: expect.stringContaining(
        `The newest release is 0.10.0, and ${version} is not higher.`,
      ),
    });
    expect([repository.read(NOTES), repository.git('status', '--porcelain')]).toEqual([
      notesBefore,
      '',
    ]);
  });

  test.each<[string, (repository: Repository) => void, string]>([
    ['another version', (each) => each.prepare('0.3.0'), 'This is 0.3.0'],
    ['changes that are not committed', (each) => each.write(BUILD, '\n'), 'Commit or remove'],
    ['a tag that exists', (each) => each.git('tag', 'v0.2.0'), 'v0.2.0 exists already'],
    [
      'unfinished notes',
      (each) => {
        appendFileSync(join(each.path, NOTES), 'TODO\n');
        each.commit('docs: go on');
      },
      'has to be the finished one',
    ],
    [
      'events that are not in the notes',
      (each) => {
        each.setFacts(newerFacts);
        each.commit('feat: end');
      },
      'have changed since',
    ],
    [
      'failing tests',
      (each) => {
        each.write(TESTS, 'console.log("1 failed"); process.exitCode = 1;');
        each.commit('test: fail');
      },
      '1 failed',
    ],
  ])('refuses %s', (_, change, reason) => {
    const repository = new Repository();
    repository.prepare('0.2.0');
    change(repository);
    const tags = repository.git('tag', '--list');
    expect(repository.release('0.2.0')).toEqual({
      code: 1,
      output: expect.stringContaining(reason),
    });
    expect(repository.git('tag', '--list')).toBe(tags);
  });
});
