import { TestEnvironment } from 'jest-environment-jsdom';

/** Page for component specs: jsdom with functions of browsers that it lacks. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    // A Request accepts only a signal of the same class (since Node 24), and jsdom has a class of
    // its own.
    Object.assign(this.global, {
      TextEncoder,
      TextDecoder,
      structuredClone,
      Headers,
      Response,
      Request,
      fetch,
      AbortController,
      AbortSignal,
    });
    this.global.XMLHttpRequest = requestOverFetch(this.global);
    this.global.matchMedia ??= () => ({
      matches: false,
      addEventListener() {},
      removeEventListener() {},
    });
    // Animations end at once.
    this.global.Element.prototype.getAnimations ??= () => [];
  }
}

/** XMLHttpRequest that calls `fetch`, so that specs answer uploads like all other requests. */
function requestOverFetch(global) {
  return class XMLHttpRequest extends global.EventTarget {
    upload = new global.EventTarget();
    status = 0;
    responseText = '';
    #init = { headers: {} };
    #aborting = new AbortController();
    open(method, path) {
      this.path = path;
      this.#init.method = method;
    }
    setRequestHeader(name, value) {
      this.#init.headers[name] = value;
    }
    getResponseHeader(name) {
      return this.answer?.headers?.get(name) ?? null;
    }
    abort() {
      this.#aborting.abort();
      this.dispatchEvent(new global.Event('abort'));
    }
    async send(body) {
      try {
        this.answer = await global.fetch(this.path, {
          ...this.#init,
          body,
          signal: this.#aborting.signal,
        });
        this.status = this.answer.status;
        this.responseText = this.answer.text
          ? await this.answer.text()
          : JSON.stringify(await this.answer.json());
        this.dispatchEvent(new global.Event('load'));
      } catch {
        this.dispatchEvent(new global.Event('error'));
      }
    }
  };
}
