/** Options for compiling TypeScript, for specs and for programs that run from their sources. */
export const swcOptions = {
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', tsx: false, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};
