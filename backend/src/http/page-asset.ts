import { createHash } from 'node:crypto';

/** File of a public page, named by a hash of its content, so that it can be cached for ever. */
export type PageAsset = {
  readonly file: string;
  readonly content: string;
  readonly contentType: string;
};

export function pageAsset(content: string, ending: string, contentType: string): PageAsset {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { file: `page-${hash}.${ending}`, content, contentType };
}
