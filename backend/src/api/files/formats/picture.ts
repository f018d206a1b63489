import { fileProblem } from '../file.problems.js';
import { countScans } from './jpeg-scans.js';

const MAX_PIXELS = 50_000_000;
/** Limit of JPEG scans. Cameras write one, progressive encoders about ten. */
const MAX_SCANS = 100;
const PIXELS_PER_MEGAPIXEL = 1_000_000;
const QUALITY_PERCENT = 86;
const PNG_COMPRESSION_LEVEL = 8;
export type Picture = {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
};

/**
 * Re-encodes a picture upright and without metadata. Reads its size from the header first, so that
 * a small file cannot unpack to gigabytes.
 * @param onHeaderRead tells the decoder's parent process the megapixels before decoding
 * @throws Problem
 */
export async function recodePicture(
  bytes: Buffer,
  contentType: string,
  onHeaderRead: (megapixels: number) => void,
): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  if (contentType === 'image/jpeg' && countScans(bytes, MAX_SCANS) > MAX_SCANS)
    throw fileProblem('picture-too-complex');
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' as const, sequentialRead: true };
  // Reads the header only; the size is checked below, with a better problem.
  const { width = 0, height = 0 } = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw fileProblem('file-unreadable');
    });
  if (width * height > MAX_PIXELS) throw fileProblem('picture-too-large');
  onHeaderRead((width * height) / PIXELS_PER_MEGAPIXEL);
  const upright = sharp(bytes, options).rotate();
  const encoded =
    contentType === 'image/png'
      ? upright.png({ compressionLevel: PNG_COMPRESSION_LEVEL })
      : contentType === 'image/webp'
        ? upright.webp({ quality: QUALITY_PERCENT })
        : upright.jpeg({ quality: QUALITY_PERCENT, mozjpeg: false });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true }).catch(() => {
    throw fileProblem('file-unreadable');
  });
  return {
    bytes: data,
    width: info.width,
    height: info.height,
    placeholder: await createPlaceholder(data),
  };
}

const PLACEHOLDER_PIXELS = 16;
const PLACEHOLDER_QUALITY_PERCENT = 40;

/**
 * Placeholder of a few pixels, as a data URL of about 150 characters, shown until the picture has
 * loaded.
 */
export async function createPlaceholder(picture: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(picture)
    .resize(PLACEHOLDER_PIXELS, PLACEHOLDER_PIXELS, { fit: 'inside' })
    .webp({ quality: PLACEHOLDER_QUALITY_PERCENT })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
