import { defineAggregate } from '../kernel/aggregate.js';
import {
  type OfferCommand,
  type OfferDetails,
  type PackageCommand,
  type PackageDetails,
  type ProductCommand,
  type ProductDetails,
  offerCommands,
  packageCommands,
  checkPriceOrder,
  productCommands,
} from './catalogue.commands.js';
import {
  type OfferEvent,
  type PackageEvent,
  type ProductEvent,
  offerEvents,
  packageEvents,
  productEvents,
} from './catalogue.events.js';
import { offerExamples, packageExamples, productExamples } from './catalogue.examples.js';
import { defineItemRules } from './item.js';

export const productAggregate = defineAggregate({
  category: 'product',
  commands: productCommands,
  events: productEvents,
  examples: productExamples,
  ...defineItemRules<ProductDetails, ProductCommand, ProductEvent>('product', checkPriceOrder),
});

export const packageAggregate = defineAggregate({
  category: 'package',
  commands: packageCommands,
  events: packageEvents,
  examples: packageExamples,
  ...defineItemRules<PackageDetails, PackageCommand, PackageEvent>('package'),
});

export const offerAggregate = defineAggregate({
  category: 'offer',
  commands: offerCommands,
  events: offerEvents,
  examples: offerExamples,
  ...defineItemRules<OfferDetails, OfferCommand, OfferEvent>('offer'),
});
