/** Addresses that the server answers itself; every other one is a screen of the app. */
const serverPaths = [
  /^\/api\//,
  /^\/files\//,
  /^\/pictures\//,
  /^\/+(products|packages)\/+[^/]+\/+share\/*$/i,
  /^\/q\//,
  /^\/socket\.io\//,
  /^\/dev\//,
  /^\/demo$/,
  /^\/audit\/log\//,
  /^\/healthz/,
  /^\/readyz/,
  /^\/metrics/,
];

export const isServerPath = (path: string): boolean =>
  serverPaths.some((pattern) => pattern.test(path));
