import { fileProblem } from './file.words.js';

const mostPixels = 50_000_000;
/** How many pictures are decoded at once: each may take 200 MB while it is. */
const atOnce = 2;
const waiting: (() => void)[] = [];
let working = 0;

export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number };

/**
 * Decoded and encoded again, upright and without where and when it was taken. Its size is read from its header first, so
 * that a small file which unpacks to gigabytes costs nothing.
 * @throws Problem
 */
export async function cleaned(bytes: Buffer, contentType: string): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: mostPixels, failOn: 'error' as const, sequentialRead: true };
  const { width = 0, height = 0 } = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw fileProblem('file-unreadable');
    });
  if (width * height > mostPixels) throw fileProblem('picture-too-large');
  return inTurn(async () => {
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
    return { bytes: data, width: info.width, height: info.height };
  });
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  working++;
  try {
    return await work();
  } finally {
    working--;
    waiting.shift()?.();
  }
}
