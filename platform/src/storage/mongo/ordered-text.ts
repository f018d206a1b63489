const alphabet = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const codes = Buffer.from(alphabet, 'latin1');
const values = new Map([...codes].map((code, value) => [code, value]));

/**
 * Bytes as text in the same order, six bits a character: the server compares texts by their bytes, but bytes by their
 * length first.
 */
export function orderedText(bytes: Uint8Array): string {
  const text = Buffer.allocUnsafe(Math.ceil((bytes.length * 4) / 3));
  for (let [from, to] = [0, 0]; to < text.length; from += 3) {
    const three = (bytes[from]! << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    for (let shift = 18; shift >= 0 && to < text.length; shift -= 6) text[to++] = codes[(three >> shift) & 63]!;
  }
  return text.toString('latin1');
}

export function bytesOf(text: string): Buffer {
  const bytes = Buffer.alloc(Math.floor((text.length * 3) / 4));
  for (let [from, to] = [0, 0]; to < bytes.length; from += 4) {
    let three = 0;
    for (let place = 0; place < 4; place++) three = (three << 6) | (values.get(text.charCodeAt(from + place)) ?? 0);
    for (let shift = 16; shift >= 0 && to < bytes.length; shift -= 8) bytes[to++] = (three >> shift) & 255;
  }
  return bytes;
}
