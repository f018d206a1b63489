const MEGABYTE = 1024 ** 2;
const HEAD = Buffer.from('1a45dfa38401020304' + '18538067ff' + '1f43b675', 'hex');
/** Bit that marks a length of WebM as one of four bytes. */
const FOUR_BYTE_LENGTH = 0x10000000;
const LENGTH_BYTES = 4;

/** WebM video of the given megabytes: a head, and a segment of unknown size with one cluster. */
export const sampleVideo = (megabytes: number): Buffer<ArrayBuffer> =>
  createVideo(megabytes * MEGABYTE);

/** Such a video of exactly the given bytes, its head included. */
export const sampleVideoOfBytes = (bytes: number): Buffer<ArrayBuffer> =>
  createVideo(bytes - HEAD.length - LENGTH_BYTES);

function createVideo(clusterBytes: number): Buffer<ArrayBuffer> {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(FOUR_BYTE_LENGTH + clusterBytes);
  return Buffer.concat([HEAD, length, Buffer.alloc(clusterBytes, 'film')]);
}
