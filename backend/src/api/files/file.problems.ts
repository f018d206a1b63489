import { Problem } from '../../http/problems/problem.js';

/** Status and message of each problem with a file. */
const FILE_PROBLEMS = {
  'demo-without-uploads': [403, 'In the demo no files can be uploaded.'],
  'file-missing': [400, 'Choose a file.'],
  'file-unfinished': [400, 'This file did not come whole. Send it again.'],
  'file-type-unknown': [
    415,
    'This kind of file cannot be used. Choose a JPEG, PNG or WebP picture, or a PDF.',
  ],
  'file-not-as-declared': [415, 'This file is not what its name says. Choose another one.'],
  'file-unreadable': [400, 'This picture cannot be read. It may be damaged. Choose another one.'],
  'film-unreadable': [400, 'This film cannot be read. It may be damaged. Choose another one.'],
  'paper-unreadable': [400, 'This PDF cannot be read. It may be damaged. Choose another one.'],
  'file-name-refused': [400, 'This file has a name that cannot be used. Give it another one.'],
  'picture-too-complex': [
    413,
    'This picture is stored in too many steps. Save it again as JPEG, or choose another one.',
  ],
  'file-takes-too-long': [413, 'This file takes too long to read. Choose a smaller one.'],
  'picture-too-large': [413, 'This picture has more than 50 megapixels. Choose a smaller one.'],
  'file-too-large': [413, 'Pictures and PDFs may have 10 MB, videos 50 MB. Choose a smaller one.'],
  'file-id-used': [409, 'This upload was already used for something else.'],
  'file-not-found': [404, 'File not found'],
  'link-expired': [404, 'This link is no longer valid. Open the file again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type FileProblemCode = keyof typeof FILE_PROBLEMS;

export const fileProblem = (code: FileProblemCode): Problem =>
  new Problem(FILE_PROBLEMS[code][0], code, FILE_PROBLEMS[code][1], {
    fields: FILE_PROBLEMS[code][0] === 404 ? undefined : { file: FILE_PROBLEMS[code][1] },
  });
