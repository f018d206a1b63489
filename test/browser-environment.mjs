import { TestEnvironment } from 'jest-environment-jsdom';

/** A page for component specs: jsdom, with what every browser has and jsdom lacks. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    // a Request takes only a signal of the same kind (Node 24 looks), and jsdom has its own
    Object.assign(this.global, { TextEncoder, TextDecoder, structuredClone, Headers, Response, Request, fetch, AbortController, AbortSignal });
    this.global.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
    // what animates is over at once
    this.global.Element.prototype.getAnimations ??= () => [];
  }
}
