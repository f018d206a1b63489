import { t } from '@lingui/core/macro';
import { fileMessage, type Problem } from '../lib/api.js';

/** Kinds of file that a field takes. */
export type TakenFiles = 'pictures' | 'pictures, PDFs and videos';

/**
 * Why a file was not taken. The server's words name all kinds there are, these only those of the
 * field.
 */
export function fileRefusal(problem: Problem, takes: TakenFiles): string {
  const isPictures = takes === 'pictures';
  if (problem.code === 'file-type-unknown')
    return isPictures
      ? t`This kind of file cannot be used. Choose a JPEG, PNG or WebP picture.`
      : t`This kind of file cannot be used. Choose a JPEG, PNG or WebP picture, a PDF, or an MP4, WebM or MOV video.`;
  if (problem.code === 'file-too-large' && isPictures)
    return t`A picture may have 10 MB. Choose a smaller one.`;
  return fileMessage(problem) || t`Failed to upload file`;
}
