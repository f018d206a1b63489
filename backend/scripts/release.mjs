/**
 * `npm run release -- notes <version>` sets the version, and drafts its section of
 * docs/releases.md. After the section was written for operators and committed, `npm run release --
 * <version>` checks it, runs the tests, and tags the commit. Nothing is pushed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScriptError, print, root, run, runMain } from './tooling.mjs';

const NOTES = 'docs/releases.md';
const VERSION = /^\d+\.\d+\.\d+$/;
/** Text of a draft that somebody has to replace. */
const PLACEHOLDER = 'TODO: say what changes for an operator.';
/** Files that name the version, each with a pattern that finds it. */
const VERSION_PATTERNS = [
  ['package.json', /(^ {2}"version": ")[^"]+/gm],
  ['package-lock.json', /("name": "fieldtrace",\s+"version": ")[^"]+/g],
  ['Dockerfile', /(image\.version=")[^"]+/g],
  ['docker/kubernetes/fieldtrace.yaml', /(image: fieldtrace:)\S+/g],
  ['docs/operations.md', /(\/fieldtrace:)\d+\.\d+\.\d+/g],
];

const read = (file) => readFileSync(join(root, file), 'utf8');
const write = (file, text) => writeFileSync(join(root, file), text);
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const tagOf = (version) => `v${version}`;
const factsFile = (version) => `docs/releases/${version}.json`;

/** Sections of the notes, newest first. */
const sectionsOf = (notes) =>
  notes
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => ({ text, version: /^## (\S+)/.exec(text)[1] }));

/**
 * Runs a script of the repository, and returns its output.
 * @throws ScriptError if it fails
 */
async function runScript(args, problem) {
  const { code, output } = await run(process.execPath, args, { quiet: true });
  if (code !== 0) throw new ScriptError(`${output}\n${problem}`);
  return output;
}

/** Events, views and variables of the present sources. */
async function readFacts() {
  await runScript(['backend/scripts/build.mjs'], 'The build failed.');
  const args = ['dist/backend/src/upgrade-check.js', 'facts'];
  const output = await runScript(args, 'The build does not list its facts.');
  return JSON.parse(output.slice(output.indexOf('{')));
}

const joinNames = (names) => (names.length === 0 ? 'none' : names.join(', '));
const formatNameAndVersion = ([name, version]) =>
  version === 1 ? name : `${name} (version ${version})`;
const findChanged = (former, current) =>
  Object.entries(current).filter(([name, version]) => former[name] !== version);
const findMissing = (former, current) => Object.keys(former).filter((name) => !(name in current));

/** Lines of the notes that compare a release with the one before it. */
function describeDifferences(former, current) {
  if (!former) return ['There is no earlier release with notes to compare with.'];
  const views = [
    ...findChanged(former.views, current.views).map(formatNameAndVersion),
    ...findMissing(former.views, current.views).map((name) => `${name} (removed)`),
  ];
  const newVariables = current.variables.filter((name) => !former.variables.includes(name));
  const removedVariables = former.variables.filter((name) => !current.variables.includes(name));
  return [
    `**Views.** ${views.length === 0 ? 'All stay.' : `All are built, because of ${joinNames(views)}.`}`,
    `**Events that the former release does not know.** ${joinNames(findChanged(former.events, current.events).map(formatNameAndVersion))}.`,
    `**Variables.** New: ${joinNames(newVariables)}. Removed: ${joinNames(removedVariables)}.`,
  ];
}

/** Comparison of a version with the section below its own. */
function compareWithFormer(version, facts) {
  const former = sectionsOf(read(NOTES)).find((section) => section.version !== version);
  return describeDifferences(former && JSON.parse(read(factsFile(former.version))), facts);
}

/** Subjects of the commits since the newest release that people may notice. */
function listNoticeableSubjects() {
  const tags = git('tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-version:refname').split(
    '\n',
  );
  const released = tags.find((tag) => VERSION.test(tag.slice(1)));
  const since = released === undefined ? [] : [`${released}..HEAD`];
  return git('log', '--no-merges', '--format=%s', ...since)
    .split('\n')
    .filter((subject) => /^(feat|fix|perf)\b/.test(subject));
}

const isHigher = (version, other) => version.localeCompare(other, 'en', { numeric: true }) > 0;

async function draftNotes(version) {
  const [newest] = sectionsOf(read(NOTES));
  if (newest && !isHigher(version, newest.version))
    throw new ScriptError(
      `The newest release is ${newest.version}, and ${version} is not higher. Choose a higher version.`,
    );
  const facts = await readFacts();
  const section = [
    `## ${version} (${new Date().toISOString().slice(0, 10)})`,
    PLACEHOLDER,
    ...compareWithFormer(version, facts),
    listNoticeableSubjects()
      .map((subject) => `- ${subject}`)
      .join('\n'),
  ];
  const [intro, ...others] = read(NOTES).split(/^(?=## )/m);
  write(NOTES, `${intro}${section.join('\n\n')}\n\n${others.join('')}`.trimEnd() + '\n');
  mkdirSync(join(root, 'docs/releases'), { recursive: true });
  write(factsFile(version), `${JSON.stringify(facts, undefined, 2)}\n`);
  for (const [file, pattern] of VERSION_PATTERNS)
    if (existsSync(join(root, file))) write(file, read(file).replace(pattern, `$1${version}`));
  print(
    `Write the section of ${version} in ${NOTES}, commit, and run: npm run release -- ${version}`,
  );
}

/** @throws ScriptError unless all changes are committed */
function requireCommitted() {
  const changes = git('status', '--porcelain');
  if (changes !== '') throw new ScriptError(`${changes}Commit or remove these changes first.`);
}

async function tagRelease(version) {
  const { version: currentVersion } = JSON.parse(read('package.json'));
  if (currentVersion !== version)
    throw new ScriptError(`This is ${currentVersion}. First: npm run release -- notes ${version}`);
  requireCommitted();
  if (git('tag', '--list', tagOf(version)) !== '')
    throw new ScriptError(`${tagOf(version)} exists already.`);
  const [newest] = sectionsOf(read(NOTES));
  if (newest?.version !== version || newest.text.includes('TODO'))
    throw new ScriptError(
      `The first section of ${NOTES} has to be the finished one of ${version}.`,
    );
  const facts = await readFacts();
  const storedFacts =
    existsSync(join(root, factsFile(version))) && JSON.parse(read(factsFile(version)));
  const lines = compareWithFormer(version, facts);
  if (
    JSON.stringify(storedFacts) !== JSON.stringify(facts) ||
    !lines.every((line) => newest.text.includes(line))
  )
    throw new ScriptError(
      `Events, views or variables have changed since. ${factsFile(version)} has to be\n${JSON.stringify(facts, undefined, 2)}\nand ${NOTES} has to say\n${lines.join('\n')}`,
    );
  await runScript(['test/run.mjs'], 'The tests failed.');
  requireCommitted();
  git('tag', '--annotate', tagOf(version), '--cleanup=verbatim', '--message', newest.text.trim());
  print(`${tagOf(version)} is tagged. Publish it: git push --follow-tags`);
}

await runMain(async () => {
  const args = process.argv.slice(2);
  const version = args.at(-1);
  const isDraft = args[0] === 'notes';
  if (args.length !== (isDraft ? 2 : 1) || !VERSION.test(version ?? ''))
    throw new ScriptError('Usage: npm run release -- [notes] <version>, such as 1.2.3');
  await (isDraft ? draftNotes(version) : tagRelease(version));
});
