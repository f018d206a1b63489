import type { ItemKind } from './catalogue.values.js';

/** Names of each kind: in events, addresses, id fields and commands. */
export const itemNames = {
  product: createNames('product', 'Product'),
  package: createNames('package', 'Package'),
  offer: createNames('offer', 'Offer'),
};

function createNames<Kind extends ItemKind, Noun extends Capitalize<Kind>>(kind: Kind, noun: Noun) {
  return {
    noun,
    list: `${kind}s`,
    id: `${kind}Id`,
    add: `Add${noun}`,
    edit: `Edit${noun}`,
    pause: `Deactivate${noun}`,
    resume: `Activate${noun}`,
    remove: `Delete${noun}`,
    share: `Share${noun}`,
  } as const;
}
