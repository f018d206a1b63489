import { z } from 'zod';
import { kindsOfFile } from './files.js';
import { instant } from './schema.js';
import { type Answer, count } from './views.js';

const kind = z.enum(kindsOfFile);

/** `POST /api/files` */
const uploadedFile = z.strictObject({ fileId: z.string(), kind, bytes: count, width: count.optional(), height: count.optional() });
export type UploadedFile = Answer<typeof uploadedFile>;

/** `GET /api/files/<id>`. `placeholder`: of a picture, what stands there until it has come. */
export const fileLink = z.strictObject({ url: z.string(), expiresAt: instant, kind, placeholder: z.string().optional() });
export type FileLink = Answer<typeof fileLink>;
