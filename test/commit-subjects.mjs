/**
 * Subjects of commits: `type(scope): summary`, at most 72 characters. `npm test` checks commits
 * after `LAST_UNCHECKED`; the hook `test/hooks/commit-msg` checks a message before it is committed
 * (`git config core.hooksPath test/hooks`).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Last commit before the rule. */
const LAST_UNCHECKED = 'a4c123d1d95386608e729f34521f492981eb3fef';
const MAX_SUBJECT_LENGTH = 72;
const form = /^(feat|fix|refactor|perf|test|docs|build|chore)(\([a-z0-9-]+\))?: \S.*[^.\s]$/u;

/** Defect of a subject; undefined if it is correct. */
function problemOf(subject) {
  if ([...subject].length > MAX_SUBJECT_LENGTH)
    return `longer than ${MAX_SUBJECT_LENGTH} characters`;
  if (!form.test(subject)) return 'not of the form `type(scope): summary` without a full stop';
  return undefined;
}

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/**
 * Subjects since the rule. A shallow clone and an unpacked archive have no history to check.
 */
function newSubjects() {
  try {
    return git('log', '--no-merges', '--format=%s', `${LAST_UNCHECKED}..HEAD`)
      .split('\n')
      .filter(Boolean);
  } catch {
    return [];
  }
}

const [messageFile] = process.argv.slice(2);
const subjects = messageFile
  ? [readFileSync(messageFile, 'utf8').split('\n', 1)[0]]
  : newSubjects();
for (const subject of subjects) {
  const problem = problemOf(subject);
  if (!problem) continue;
  console.error(`Commit subject is ${problem}: ${subject}`);
  process.exitCode = 1;
}
