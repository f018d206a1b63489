import type Sharp from 'sharp';
import { fileProblem } from './file.words.js';
import { countScans } from './jpeg-scans.js';

const mostPixels = 50_000_000;
/** Cameras write one scan, progressive encoders about ten. */
const mostScans = 100;
const perMegapixel = 1_000_000;
export type Picture = {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
};

/**
 * Decodes a picture and encodes it again, upright and without where and when it was taken. Its size
 * is read from its header first, so that a small file which unpacks to gigabytes costs nothing.
 * @param onSize is told the megapixels before they are decoded
 * @throws Problem
 */
export async function recodePicture(
  bytes: Buffer,
  contentType: string,
  onSize: (megapixels: number) => void,
): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  return recode(sharp, bytes, contentType, onSize);
}

async function recode(
  sharp: typeof Sharp,
  bytes: Buffer,
  contentType: string,
  onSize: (megapixels: number) => void,
): Promise<Picture> {
  if (contentType === 'image/jpeg' && countScans(bytes, mostScans) > mostScans)
    throw fileProblem('picture-too-complex');
  const options = { limitInputPixels: mostPixels, failOn: 'error' as const, sequentialRead: true };
  const { width = 0, height = 0 } = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw fileProblem('file-unreadable');
    });
  if (width * height > mostPixels) throw fileProblem('picture-too-large');
  onSize((width * height) / perMegapixel);
  const upright = sharp(bytes, options).rotate();
  const encoded =
    contentType === 'image/png'
      ? upright.png({ compressionLevel: 8 })
      : contentType === 'image/webp'
        ? upright.webp({ quality: 86 })
        : upright.jpeg({ quality: 86, mozjpeg: false });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true }).catch(() => {
    throw fileProblem('file-unreadable');
  });
  return {
    bytes: data,
    width: info.width,
    height: info.height,
    placeholder: await placeholderOf(data),
  };
}

const fewPixels = 16;

/**
 * The picture on a few pixels, as the address of an image of some 150 characters: shown until the
 * picture has come.
 */
export async function placeholderOf(picture: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(picture)
    .resize(fewPixels, fewPixels, { fit: 'inside' })
    .webp({ quality: 40 })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
