import type { Language } from '#domain/accounts/account.values.js';
import { texts } from '#domain/kernel/texts/texts.js';

const readmeText = texts({
  title: 'Audit of {0}, {1} to {2}',
  feed: 'audit.csv: every event of the year that was recorded until this file was made, newest first. Each has its hash in the last column.',
  checkpoints:
    'checkpoints/: the last signed checkpoint of each day. A checkpoint is a fingerprint of the whole log up to a moment. Keep them where nobody who runs the server can change them.',
  keys: 'public-keys.txt: the keys that sign checkpoints, newest first. Compare them with those that you have from elsewhere.',
  verifier:
    'verify.html: opens from a disk without a network and checks the proof of a record. A proof is downloaded from the history of the record.',
  shown:
    'A proof shows that no event of a record was changed, removed, inserted or moved since it was recorded, and that none is missing up to its last one.',
  notShown:
    'It does not show that what was typed is true, nor what happened after the last checkpoint that somebody outside holds.',
});

type Package = {
  readonly organization: string;
  readonly from: string;
  readonly to: string;
};

/** Text that explains the files of a yearly package. */
export function packageReadme({ organization, from, to }: Package, language: Language): string {
  const lines = [
    readmeText(language, 'title', organization, from, to),
    readmeText(language, 'feed'),
    readmeText(language, 'checkpoints'),
    readmeText(language, 'keys'),
    readmeText(language, 'verifier'),
    readmeText(language, 'shown'),
    readmeText(language, 'notShown'),
  ];
  return `${lines.join('\r\n\r\n')}\r\n`;
}
