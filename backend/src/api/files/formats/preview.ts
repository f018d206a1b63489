/** Longest side in pixels, more than any phone shows in a preview. */
const PREVIEW_SIDE_PIXELS = 1_200;
/** Limit of a preview. WhatsApp shows no picture above 300 to 600 kB. */
const MAX_PREVIEW_BYTES = 300_000;
/** Qualities in percent, tried until a preview is small enough. */
const PREVIEW_QUALITIES = [80, 65, 50, 35, 20, 10, 1];

/**
 * Makes the JPEG for link previews, because not every app shows WebP. Transparent areas become
 * white. Lowers the quality until the file is small enough.
 */
export async function createPreview(original: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  // Decoded and resized once, then encoded as often as needed.
  const { data, info } = await sharp(original)
    .resize(PREVIEW_SIDE_PIXELS, PREVIEW_SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let bytes = Buffer.alloc(0);
  for (const quality of PREVIEW_QUALITIES) {
    bytes = await sharp(data, { raw: info }).jpeg({ quality }).toBuffer();
    if (bytes.length <= MAX_PREVIEW_BYTES) break;
  }
  return bytes;
}

/** Size that the preview will have; pages need it before the preview is made. */
export function previewSize(picture: { readonly width: number; readonly height: number }): {
  readonly width: number;
  readonly height: number;
} {
  const scale = Math.min(1, PREVIEW_SIDE_PIXELS / Math.max(picture.width, picture.height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaled(picture.width), height: scaled(picture.height) };
}
