import { z } from 'zod';
import { variants } from './files.js';
import { type QueryDefinitions, query } from '../query.js';
import { fileLink } from './file.views.js';

/** Unknown variants are ignored. */
const fileLinkParams = z.object({ variant: z.enum(variants).optional().catch(undefined) });
export type FileLinkParams = z.output<typeof fileLinkParams>;

export const fileQueries = {
  GetFileLink: query('/api/files/:fileId', 'own', fileLink, fileLinkParams),
} as const satisfies QueryDefinitions;
