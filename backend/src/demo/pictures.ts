import { type Variant, variants } from '#domain/kernel/files/files.js';
import { createPlaceholder } from '../api/files/formats/picture.js';
import type { GeneratedFile } from '../api/files/uploads/uploads.js';
import { Random } from './random.js';
import type { DemoPaper } from './steps.js';

const [width, height] = [960, 720];
const skies = [
  ['#7db8e8', '#dceefa'],
  ['#f2b880', '#fdf0dc'],
  ['#9fb3c8', '#e4ebf2'],
  ['#5fa8d3', '#cae9ff'],
] as const;
const walls = ['#d9c7a8', '#c98f6b', '#e8e2d5', '#b7c4c9', '#d8a48f'] as const;

/**
 * Drawing of a site's front: sky, house, roof, panels, trees. Equal numbers give equal drawings.
 */
export function drawScene(scene: number): string {
  const random = new Random(1_000 + scene);
  const [above, below] = random.pick(skies);
  const [floors, columns] = [random.integer(1, 4), random.integer(3, 6)];
  const [left, houseWidth] = [random.integer(120, 240), random.integer(440, 560)];
  const top = 600 - floors * 95;
  const windows = Array.from({ length: floors * columns }, (_, index) => {
    const [x, y] = [
      left + 30 + ((index % columns) * (houseWidth - 60)) / columns,
      top + 28 + Math.floor(index / columns) * 95,
    ];
    return `<rect x="${x}" y="${y}" width="46" height="44" rx="3" fill="#41545f"/>`;
  });
  const panels = Array.from({ length: random.integer(4, 9) }, (_, index) => {
    const x = left + 16 + index * 58;
    return x + 60 > left + houseWidth
      ? ''
      : `<path d="M${x} ${top - 8}l14-46h40l-14 46z" fill="#1d3557" stroke="#a8c5e8" stroke-width="2"/>`;
  });
  const trees = Array.from({ length: random.integer(1, 4) }, () => {
    const x = random.integer(20, 900);
    return `<rect x="${x - 6}" y="540" width="12" height="80" fill="#6b4f3a"/><circle cx="${x}" cy="520" r="${random.integer(34, 58)}" fill="#4f7942"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/><circle cx="${random.integer(80, 880)}" cy="${random.integer(70, 170)}" r="44" fill="#ffe08a"/>
<rect y="600" width="${width}" height="120" fill="#a58f70"/>${trees.join('')}
<rect x="${left}" y="${top}" width="${houseWidth}" height="${floors * 95}" fill="${random.pick(walls)}"/><rect x="${left - 12}" y="${top - 10}" width="${houseWidth + 24}" height="12" fill="#6d6875"/>
${windows.join('')}${panels.join('')}<rect x="${left + houseWidth / 2 - 26}" y="528" width="52" height="72" fill="#5b4636"/></svg>`;
}

export type Picture = GeneratedFile & { readonly smaller: readonly (readonly [Variant, Buffer])[] };

/** Drawing of a bill with illegible lines. Equal numbers give equal drawings. */
export function drawBill(scene: number): string {
  const random = new Random(2_000 + scene);
  const lines = Array.from({ length: random.integer(3, 7) }, (_, index) => {
    const y = 230 + index * 56;
    return `<rect x="300" y="${y}" width="${random.integer(90, 190)}" height="12" fill="#6d6875"/><rect x="${random.integer(570, 590)}" y="${y}" width="60" height="12" fill="#6d6875"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${random.pick(walls)}"/><g transform="rotate(${random.integer(-6, 6)} 480 360)">
<rect x="260" y="40" width="420" height="640" fill="#fdfcf7"/><rect x="300" y="90" width="${random.integer(160, 300)}" height="26" fill="#41545f"/>
<rect x="300" y="136" width="140" height="12" fill="#a58f70"/><rect x="300" y="196" width="340" height="3" fill="#41545f"/>${lines.join('')}
<rect x="300" y="624" width="340" height="3" fill="#41545f"/><rect x="540" y="642" width="100" height="20" fill="#41545f"/></g></svg>`;
}

/** Rendered picture of a scene, with its variants. */
export async function renderScene(scene: number, draw = drawScene): Promise<Picture> {
  return renderPicture(draw(scene));
}

/**
 * Renders a drawing once for all sizes, with little compression effort, which costs a few hundred
 * bytes.
 */
export async function renderPicture(drawing: string): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(Buffer.from(drawing))
    .flatten()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const resizedTo = (side: number) =>
    sharp(data, { raw: info }).resize(side, side, { fit: 'inside', withoutEnlargement: true });
  const content = await sharp(data, { raw: info }).jpeg({ quality: 80 }).toBuffer();
  const smaller = await Promise.all(
    variants.map(
      async (variant) =>
        [
          variant,
          await resizedTo(Number(variant)).webp({ quality: 78, effort: 0 }).toBuffer(),
        ] as const,
    ),
  );
  return {
    kind: 'image',
    contentType: 'image/jpeg',
    content,
    bytes: content.length,
    width: info.width,
    height: info.height,
    placeholder: await createPlaceholder(content),
    smaller,
  };
}

/** Adds a comment after the first marker, so that an equal picture is a file of its own. */
export function withComment<Jpeg extends GeneratedFile>(jpeg: Jpeg, comment: string): Jpeg {
  const [text, head] = [Buffer.from(comment), Buffer.from([0xff, 0xfe, 0, 0])];
  head.writeUInt16BE(text.length + 2, 2);
  const content = Buffer.concat([
    jpeg.content.subarray(0, 2),
    head,
    text,
    jpeg.content.subarray(2),
  ]);
  return { ...jpeg, content, bytes: content.length };
}

/** Text lines of a document. */
export function paperLines(paper: DemoPaper): readonly string[] {
  if (paper.kind === 'paper') return [...paper.lines, '', 'Sharma Solar, Pune'];
  const amount = `Rooftop plant, supply and installation: Rs. ${(paper.amountPaise / 100).toLocaleString('en-IN')}`;
  return ['Sharma Solar', `Quotation ${paper.customer}`, amount, 'Valid for 15 days.'];
}

/** Writes a PDF of one page without a library. */
export function writePdf(lines: readonly string[]): Buffer {
  const text = `BT /F1 16 Tf 60 760 Td 28 TL ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ];
  let pdf = '%PDF-1.4\n';
  const starts = objects.map((object, index) => {
    const start = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(start).padStart(10, '0');
  });
  const table = pdf.length;
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.map((start) => `${start} 00000 n \n`).join('')}`;
  return Buffer.from(
    `${pdf}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    'latin1',
  );
}
