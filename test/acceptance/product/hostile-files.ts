import sharp from 'sharp';
import { deflateSync } from 'node:zlib';
import { sampleVideo } from './sample-video.js';

const megabyte = 1024 ** 2;

/** Picture whose header declares the given size, in a few bytes. */
export function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const BIT_DEPTH_OFFSET = 8;
  header[BIT_DEPTH_OFFSET] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

/** Progressive JPEG that repeats its last scan; each costs time for every pixel. */
export function scanBomb(progressive: Buffer, times: number): Buffer {
  const end = progressive.lastIndexOf(Buffer.from('ffd9', 'hex'));
  const scan = progressive.subarray(progressive.lastIndexOf(Buffer.from('ffda', 'hex')), end);
  return Buffer.concat([
    progressive.subarray(0, end),
    ...Array.from({ length: times }, () => scan),
    progressive.subarray(end),
  ]);
}

export type HostileFile = {
  readonly description: string;
  readonly bytes: Buffer;
  readonly name: string;
  readonly type: string;
};

/** Thirty-one malicious or mislabelled files, all of which must be refused. */
export async function createHostileFiles(): Promise<readonly HostileFile[]> {
  const photo = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#d06030' },
  })
    .jpeg()
    .toBuffer();
  const png = await sharp(photo).png().toBuffer();
  const webp = await sharp(photo).webp().toBuffer();
  const html = Buffer.from('<!doctype html><html><script>alert(1)</script></html>');
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const zip = Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    deflateSync(Buffer.alloc(20 * megabyte)),
  ]);
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  const huge = hugePng(14_000);
  const bomb = scanBomb(await sharp(photo).jpeg({ progressive: true }).toBuffer(), 2_000);
  const padBeyond = (bytes: Buffer, max: number) =>
    Buffer.concat([bytes, Buffer.alloc(max)]).subarray(0, max + 1);
  const oversizedIndex = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
    Buffer.from('7fffffff6d6f6f76', 'hex'),
    Buffer.alloc(1_000),
  ]);
  const files: readonly (readonly [string, Buffer, string, string])[] = [
    ['HTML as JPG', html, 'poster.jpg', 'image/jpeg'],
    ['HTML as PNG', html, 'poster.png', 'image/png'],
    ['HTML as PDF', html, 'offer.pdf', 'application/pdf'],
    ['HTML as MP4', html, 'film.mp4', 'video/mp4'],
    ['HTML', html, 'offer.html', 'text/html'],
    ['SVG', svg, 'logo.svg', 'image/svg+xml'],
    ['SVG as PNG', svg, 'logo.png', 'image/png'],
    ['GIF that is a script', Buffer.from('GIF89a/*\0\0\0\0*/=1;alert(1)//'), 'x.gif', 'image/gif'],
    [
      'GIF that is a script, as JPG',
      Buffer.from('GIF89a/*\0\0\0\0*/=1;alert(1)//'),
      'x.jpg',
      'image/jpeg',
    ],
    [
      'JPEG with a ZIP behind it, as PDF',
      Buffer.concat([photo, zip]),
      'offer.pdf',
      'application/pdf',
    ],
    ['PDF as JPG', pdf, 'x.jpg', 'image/jpeg'],
    ['JPEG as video', photo, 'x.mp4', 'video/mp4'],
    ['ZIP that unpacks to 20 MB', zip, 'offer.zip', 'application/zip'],
    ['ZIP as PDF', zip, 'offer.pdf', 'application/pdf'],
    ['14,000 by 14,000 pixels', huge, 'x.png', 'image/png'],
    ['30,000 by 30,000 pixels', hugePng(30_000), 'x.png', 'image/png'],
    ['a JPEG that repeats a scan 2,000 times', bomb, 'x.jpg', 'image/jpeg'],
    ['half a JPEG', photo.subarray(0, 300), 'x.jpg', 'image/jpeg'],
    ['half a PNG', png.subarray(0, 60), 'x.png', 'image/png'],
    ['half a WebP', webp.subarray(0, 40), 'x.webp', 'image/webp'],
    ['head of a JPEG', photo.subarray(0, 20), 'x.jpg', 'image/jpeg'],
    ['nothing but zeros', Buffer.alloc(5_000), 'x.jpg', 'image/jpeg'],
    ['a JPEG of 10 MB and a byte', padBeyond(photo, 10 * megabyte), 'x.jpg', 'image/jpeg'],
    ['a PDF of 10 MB and a byte', padBeyond(pdf, 10 * megabyte), 'x.pdf', 'application/pdf'],
    ['a video of 51 MB', sampleVideo(51), 'x.webm', 'video/webm'],
    ['an MP4 whose index says that it has 2 GB', oversizedIndex, 'x.mp4', 'video/mp4'],
    [
      'a WebM that ends in its first element',
      Buffer.from('1a45dfa3'.padEnd(64, 'f'), 'hex'),
      'x.webm',
      'video/webm',
    ],
    ['a name that leads up', photo, '../../../etc/owned.jpg', 'image/jpeg'],
    ['a name that leads up, as Windows writes it', photo, '..\\..\\owned.jpg', 'image/jpeg'],
    ['a name from the root', photo, '/etc/owned.jpg', 'image/jpeg'],
    [
      'a program',
      Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(500)]),
      'offer.pdf',
      'application/pdf',
    ],
  ];
  return files.map(([description, bytes, name, type]) => ({ description, bytes, name, type }));
}
