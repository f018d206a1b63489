import { fileKey, variantKey } from '#platform/files/file-records.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import type { FastifyReply } from 'fastify';
import { problem } from '../../http/problems/problem.js';

const DAY_SECONDS = 24 * 60 * 60;

/** Sends an organization's logo to visitors of its public pages. */
export async function sendLogo(
  files: FileStore,
  reply: FastifyReply,
  organizationId: string,
  logoFileId: string,
): Promise<FastifyReply> {
  const key = fileKey(organizationId, logoFileId);
  for (const storedKey of [variantKey(key, '320'), key]) {
    const found = await files.stat(storedKey);
    const content = found && (await files.read(storedKey));
    if (content)
      return reply
        .headers({
          'content-type': found.contentType,
          'cache-control': `public, max-age=${DAY_SECONDS}`,
        })
        .send(content);
  }
  throw problem('unknown-path');
}
