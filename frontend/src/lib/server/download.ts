import { identity } from '../account/identity.js';
import { Offline, readProblem } from './problem.js';

/**
 * Longest wait for the start of a file. A large file is packed while it is sent, so it starts
 * early.
 */
const ANSWER_LIMIT_MS = 60_000;

/**
 * Downloads a file of the API and saves it.
 * @param name file name
 * @throws Problem, Offline
 */
export async function downloadFile(address: string, name: string): Promise<Blob> {
  const file = await fetchFile(address);
  saveFile(file, name);
  return file;
}

async function fetchFile(address: string): Promise<Blob> {
  const { accountId } = identity();
  let response: Response;
  try {
    response = await fetch(address, {
      credentials: 'same-origin',
      headers: accountId === undefined ? {} : { 'X-Account': accountId },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    if (response.ok && !response.redirected) return await response.blob();
  } catch {
    throw new Offline(navigator.onLine ? 'no answer' : 'no network');
  }
  if (response.redirected) throw new Offline('unreadable');
  throw await readProblem(response);
}

/** Saves a blob as a file of the device. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // the browser reads the blob after the click
  setTimeout(() => URL.revokeObjectURL(link.href), ANSWER_LIMIT_MS);
}
