import { t } from '@lingui/core/macro';
import { fileMessage, type Problem } from '../../lib/server/api.js';

/** File kinds that a field accepts. */
export type AcceptedFiles = 'pictures' | 'pictures, PDFs and videos';

/** Text for a refused file, which names only the kinds that the field accepts. */
export function fileRefusal(problem: Problem, accepted: AcceptedFiles): string {
  const acceptsPicturesOnly = accepted === 'pictures';
  if (problem.code === 'file-type-unknown')
    return acceptsPicturesOnly
      ? t`This kind of file cannot be used. Choose a JPEG, PNG or WebP picture.`
      : t`This kind of file cannot be used. Choose a JPEG, PNG or WebP picture, a PDF, or an MP4, WebM or MOV video.`;
  if (problem.code === 'file-too-large' && acceptsPicturesOnly)
    return t`A picture may have 10 MB. Choose a smaller one.`;
  return fileMessage(problem) || t`Failed to upload file`;
}
