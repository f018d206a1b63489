/** Opens a window, which is led on once something is done, and closed where it is not. */
export async function openOnce(done: Promise<void>, link: string): Promise<void> {
  const opened = open('about:blank', '_blank');
  try {
    await done;
  } catch (error) {
    opened?.close();
    throw error;
  }
  if (opened) {
    opened.opener = null;
    opened.location.replace(link);
  } else location.assign(link);
}

/** The browser forbids copying, or the page came by plain http, where there is no clipboard. */
export class CopyRefused extends Error {}

/** Copies once something is done. @throws CopyRefused, and whatever it failed with */
export async function copyOnce(done: Promise<void>, text: string): Promise<void> {
  try {
    await copy(done, text);
  } catch {
    await done;
    throw new CopyRefused();
  }
}

/**
 * Safari copies only what a press has begun to copy, and waits for the text; older browsers cannot
 * wait.
 */
async function copy(done: Promise<void>, text: string): Promise<void> {
  if (typeof ClipboardItem === 'undefined') {
    await done;
    return navigator.clipboard.writeText(text);
  }
  const blob = done.then(() => new Blob([text], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
