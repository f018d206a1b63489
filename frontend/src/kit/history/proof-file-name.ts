const ENDING = '.fieldtrace-proof.json.gz';
/** Limit of a file name on most devices, less room for the ` (12)` of a second download. */
const MAX_BYTES = 255 - 10;
/** White space, and characters that some device allows in no file name. */
const notInNames = /[\\/:*?"<>|\p{Cc}\s]+/gu;

/** File name of a record's proof; a long name is cut, because its letters may have three bytes. */
export function proofFileName(recordName: string): string {
  const name = new TextEncoder().encode(recordName.replace(notInNames, ' ').trim());
  const room = MAX_BYTES - ENDING.length;
  // with `stream` a letter that is cut in the middle is left out
  return `${new TextDecoder().decode(name.subarray(0, room), { stream: true }).trim()}${ENDING}`;
}
