/** Opens a window at once, because a popup needs a press, and loads the link after `done`. */
export async function openLinkAfter(done: Promise<void>, link: string): Promise<void> {
  const newWindow = open('about:blank', '_blank');
  try {
    await done;
  } catch (error) {
    newWindow?.close();
    throw error;
  }
  if (newWindow) {
    newWindow.opener = null;
    newWindow.location.replace(link);
  } else location.assign(link);
}

/** Copying failed: the browser forbids it, or an insecure page has no clipboard. */
export class CopyRefused extends Error {}

/**
 * Copies a text after `done`.
 * @throws CopyRefused, or the error of `done`
 */
export async function copyTextAfter(done: Promise<void>, text: string): Promise<void> {
  try {
    await copy(done, text);
  } catch {
    await done;
    throw new CopyRefused();
  }
}

/** Safari copies only within a press, with a promised text; older browsers cannot wait. */
async function copy(done: Promise<void>, text: string): Promise<void> {
  if (typeof ClipboardItem === 'undefined') {
    await done;
    return navigator.clipboard.writeText(text);
  }
  const blob = done.then(() => new Blob([text], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
