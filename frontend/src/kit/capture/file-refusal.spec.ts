import { expect, test } from '@jest/globals';
import { Problem } from '../../lib/server/api.js';
import { fileRefusal } from './file-refusal.js';

const refusalText =
  'This kind of file cannot be used. Choose a JPEG, PNG or WebP picture, or a PDF.';
const unknownType = new Problem(415, 'file-type-unknown', refusalText, { file: refusalText });
const tooLarge = new Problem(
  413,
  'file-too-large',
  'Pictures and PDFs may have 10 MB, videos 50 MB. Choose a smaller one.',
);

test.each([
  [
    unknownType,
    'pictures',
    'This kind of file cannot be used. Choose a JPEG, PNG or WebP picture.',
  ],
  [
    unknownType,
    'pictures, PDFs and videos',
    'This kind of file cannot be used. Choose a JPEG, PNG or WebP picture, a PDF, or an MP4, WebM or MOV video.',
  ],
  [tooLarge, 'pictures', 'A picture may have 10 MB. Choose a smaller one.'],
  [
    tooLarge,
    'pictures, PDFs and videos',
    'Pictures and PDFs may have 10 MB, videos 50 MB. Choose a smaller one.',
  ],
  [new Problem(400, 'file-unreadable', 'It may be damaged.'), 'pictures', 'It may be damaged.'],
  [new Problem(400, 'http-400', ''), 'pictures', 'Failed to upload file'],
] as const)('%# names the files that the field accepts', (problem, acceptedFiles, text) =>
  expect(fileRefusal(problem, acceptedFiles)).toBe(text),
);
