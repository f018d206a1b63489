import { existsSync } from 'node:fs';

const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Launch options of Chromium for browser tests and benches.
 * @throws Error if none is installed
 */
export function chromiumOptions() {
  const executablePath = [process.env['CHROMIUM'], ...usualPaths].find(
    (path) => path && existsSync(path),
  );
  if (!executablePath) throw new Error('There is no chromium: install it, or name it in CHROMIUM');
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
