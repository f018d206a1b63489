import type { Variant } from './file-records.js';

/** A picture for lists and small screens, as WebP. Made again it is the same. @throws Error where it cannot be decoded */
export async function smallerPicture(original: Buffer, variant: Variant): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const side = Number(variant);
  return sharp(original).resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 78 }).toBuffer();
}
