import type { Product as Reached } from '../acceptance/product/person.js';
import type { Product } from '../acceptance/product/product.js';

/** Time in which a former backend answers its last requests. */
const LAST_ANSWERS_MS = 3_000;

/** Forwards each request to the current backend. */
export class Route {
  constructor(public target: Product) {}

  get product(): Reached {
    const current = () => this.target;
    return {
      get url() {
        return current().url;
      },
      readNewestCode: (phone) => current().readNewestCode(phone),
      waitForCode: (phone, previousCode) => current().waitForCode(phone, previousCode),
    };
  }

  /** Sends new requests to the next process, and ends the former one after its last answers. */
  async replaceBy(next: Product): Promise<void> {
    const formerTarget = this.target;
    this.target = next;
    await new Promise((resolve) => setTimeout(resolve, LAST_ANSWERS_MS));
    await formerTarget.end();
  }
}
