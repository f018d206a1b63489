import { TestEnvironment } from 'jest-environment-jsdom';

/** A page for component specs: jsdom, with what every browser has and jsdom lacks. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    // a Request takes only a signal of the same kind (Node 24 looks), and jsdom has its own
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
    // what animates is over at once
    this.global.Element.prototype.getAnimations ??= () => [];
  }
}

/**
 * An XMLHttpRequest that goes the way of fetch, so that specs answer uploads where they answer
 * everything else.
 */
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
