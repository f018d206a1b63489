import sharp from 'sharp';
import { type drawScene, renderScene } from '#backend/demo/pictures.js';

/** Unique phone photo with a location and a file name. */
export async function drawPhoto(
  number: number,
  { width = 1600, height = 1200 } = {},
): Promise<{ readonly name: string; readonly mimeType: string; readonly buffer: Buffer }> {
  const buffer = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: (number * 53) % 256, g: (number * 97) % 256, b: 140 },
    },
  })
    .jpeg()
    .toBuffer();
  return { name: `site ${number}.jpg`, mimeType: 'image/jpeg', buffer };
}

/** Drawing of the demo as a file, for screens that people look at. */
export async function drawSketch(
  number: number,
  draw?: typeof drawScene,
): Promise<{ readonly name: string; readonly mimeType: string; readonly buffer: Buffer }> {
  const { content } = await renderScene(number, draw);
  return { name: `site ${number}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(content) };
}

/** Photo with as many details as a real one, and so as large. */
export async function drawNoisyPhoto(number: number): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 100 + number * 8, sigma: 24 } as const;
  const picture = sharp({
    create: { width: 1600, height: 1200, channels: 3, background: '#888', noise },
  });
  return new Uint8Array(await picture.jpeg({ quality: 85 }).toBuffer());
}

/** Smallest valid PDF. */
export const samplePdf = {
  name: 'quotation.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
};
