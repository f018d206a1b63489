import type { Variant } from './file-records.js';

/** A picture for lists and small screens, as WebP. Made again it is the same. @throws Error where it cannot be decoded */
export async function smallerPicture(original: Buffer, variant: Variant): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const side = Number(variant);
  return sharp(original).resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 78 }).toBuffer();
}

const fewPixels = 16;

/** What stands there until a picture has come: it drawn on a few pixels, as the address of an image of some 150 characters. */
export async function placeholderOf(picture: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(picture).resize(fewPixels, fewPixels, { fit: 'inside' }).webp({ quality: 40 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
