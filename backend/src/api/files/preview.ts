/** Its longest side in pixels: more than a preview shows on any phone. */
const previewSide = 1_200;
/** WhatsApp shows no picture of a link that is larger than some 300 to 600 kB. */
const mostPreviewBytes = 300_000;

/**
 * Makes the JPEG for link previews, because not every app shows WebP. Transparent areas become
 * white. The quality is lowered until the file is small enough, because noise compresses badly.
 */
export async function previewPicture(original: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  // Decoded and made smaller once, however often it is encoded.
  const { data, info } = await sharp(original)
    .resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let bytes = Buffer.alloc(0);
  for (const quality of [80, 65, 50, 35, 20, 10, 1]) {
    bytes = await sharp(data, { raw: info }).jpeg({ quality }).toBuffer();
    if (bytes.length <= mostPreviewBytes) break;
  }
  return bytes;
}

/** How large that is, which a page says before anybody has asked for it. */
export function previewSize(picture: { readonly width: number; readonly height: number }): {
  readonly width: number;
  readonly height: number;
} {
  const scale = Math.min(1, previewSide / Math.max(picture.width, picture.height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaled(picture.width), height: scaled(picture.height) };
}
