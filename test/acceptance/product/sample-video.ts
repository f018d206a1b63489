/** WebM video of the given megabytes: a head, and a segment of unknown size with one cluster. */
export function sampleVideo(megabytes: number): Buffer<ArrayBuffer> {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(0x10000000 + megabytes * 1024 * 1024);
  const head = Buffer.from('1a45dfa38401020304' + '18538067ff' + '1f43b675', 'hex');
  return Buffer.concat([head, length, Buffer.alloc(megabytes * 1024 * 1024, 'film')]);
}
