declare const BUILD_VERSION: string | undefined;
declare const BUILD_COMMIT: string | undefined;

/**
 * Build that runs: the version of package.json, and the commit that it was made from. Both are
 * written in by the bundler (backend/rolldown.config.mjs); without it the source itself runs.
 */
export const build = {
  version: typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'source',
  commit: typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : 'source',
};
