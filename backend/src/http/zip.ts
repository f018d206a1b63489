import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ZipEntry = {
  readonly name: string;
  /** Called when the entry is written. */
  readonly read: () => string | AsyncIterable<string>;
};

/**
 * Streams a ZIP file, one entry after the other. A failed entry breaks the stream off, so that no
 * file looks complete.
 */
export function createZip(entries: readonly ZipEntry[], at: string): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  let entry: Readable | undefined;
  const abortZip = (error: Error): void => void output.destroy(error);
  zip.on('error', abortZip);
  for (const { name, read } of entries)
    zip.addReadStreamLazy(name, { mtime: new Date(at) }, (callback) => {
      try {
        entry = Readable.from(read(), { objectMode: false }).once('error', abortZip);
      } catch (error) {
        return abortZip(error as Error);
      }
      callback(undefined, entry);
    });
  zip.end();
  output.once('close', () => entry?.destroy());
  zip.outputStream.pipe(output);
  return output;
}
