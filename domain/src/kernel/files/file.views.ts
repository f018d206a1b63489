import { z } from 'zod';
import { type FileKind, fileKinds } from './files.js';
import { instant } from '../schema.js';
import type { Answer } from '../views.js';

/** `POST /api/files` */
export type UploadedFile = {
  readonly fileId: string;
  readonly kind: FileKind;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
};

/** `GET /api/files/<id>`. A variant of a PDF is an image. `placeholder`: tiny preview. */
export const fileLink = z.strictObject({
  url: z.string(),
  expiresAt: instant,
  kind: z.enum(fileKinds),
  placeholder: z.string().optional(),
});
export type FileLink = Answer<typeof fileLink>;
