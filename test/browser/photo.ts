import sharp from 'sharp';

/** A photo as a phone takes it, each another one, with a place and a name that a file input takes. */
export async function photo(
  number: number,
  { width = 1600, height = 1200 } = {},
): Promise<{ readonly name: string; readonly mimeType: string; readonly buffer: Buffer }> {
  const buffer = await sharp({ create: { width, height, channels: 3, background: { r: (number * 53) % 256, g: (number * 97) % 256, b: 140 } } })
    .jpeg()
    .toBuffer();
  return { name: `site ${number}.jpg`, mimeType: 'image/jpeg', buffer };
}
