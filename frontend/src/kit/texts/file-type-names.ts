import { msg } from '@lingui/core/macro';
import type { FileKind } from '#domain/kernel/files/files.js';
import type { Names } from '../../words/i18n.js';

/** Names of the kinds of files. */
export const fileTypeNames: Names<FileKind> = {
  image: msg`Image`,
  pdf: msg`PDF`,
  video: msg`Video`,
};
