import type { OfferDetails, PackageDetails, ProductDetails } from './catalogue.commands.js';
import type { OfferEvent, PackageEvent, ProductEvent } from './catalogue.events.js';
import type { CategoryEvent } from './category.commands.js';
import type { ShareEvent } from './share.commands.js';
import type { MessageNamed } from '../kernel/texts/message.js';

export const productId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5ec001';
export const packageId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5ec002';
export const offerId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5ec003';
export const categoryId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5ec004';
export const imageId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5ec005';
const secondImageId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5ec006';

export const productDetails: ProductDetails = {
  name: 'Mono PERC panel 540 W',
  description: 'Half-cut monocrystalline panel with a 25-year performance warranty',
  imageFileIds: [imageId, secondImageId],
  youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
  mrpPaise: 18_50_000,
  livePricePaise: 14_80_000,
  minDiscountBasisPoints: 250,
  maxDiscountBasisPoints: 1_000,
  unit: 'piece',
  categoryId,
};
export const packageDetails: PackageDetails = {
  name: 'Rooftop kit, 5 kW',
  description: 'Ten panels with structure and cables',
  imageFileId: imageId,
  categoryId,
  items: [{ productId, quantity: 10 }],
};
export const offerDetails: OfferDetails = {
  title: 'Diwali offer',
  description: 'Free cleaning for a year with every rooftop',
  categoryId,
  fileId: imageId,
  fileType: 'image',
  tags: ['diwali', 'rooftop'],
};

export const productAdded: ProductEvent = {
  type: 'ProductAdded',
  data: { ...productDetails, isActive: true },
};
export const productEdited: ProductEvent = {
  type: 'ProductEdited',
  data: { changes: { livePricePaise: 13_90_000, youtubeLink: null, categoryId: null } },
};
export const productActivated: ProductEvent = { type: 'ProductActivated', data: {} };
export const productDeactivated: ProductEvent = { type: 'ProductDeactivated', data: {} };
export const productDeleted: ProductEvent = { type: 'ProductDeleted', data: {} };
export const packageAdded: PackageEvent = {
  type: 'PackageAdded',
  data: { ...packageDetails, isActive: true },
};
const packageDeactivated: PackageEvent = { type: 'PackageDeactivated', data: {} };
export const offerAdded: OfferEvent = {
  type: 'OfferAdded',
  data: { ...offerDetails, isActive: true },
};
const offerDeactivated: OfferEvent = { type: 'OfferDeactivated', data: {} };
export const categoryAdded: CategoryEvent = {
  type: 'CategoryAdded',
  data: { kind: 'product', name: 'Solar panels' },
};
export const categoryRenamed: CategoryEvent = { type: 'CategoryRenamed', data: { name: 'Panels' } };
export const productShared: ShareEvent = {
  type: 'ProductShared',
  data: { productId, method: 'whatsapp', to: '+919876543210' },
};
export const packageShared: ShareEvent = {
  type: 'PackageShared',
  data: { packageId, method: 'link', to: '+919876543210' },
};
const offerShared: ShareEvent = {
  type: 'OfferShared',
  data: { offerId, method: 'status', to: '+919876543210' },
};

/** Example of each event with every optional field. */
export const productExamples = {
  ProductAdded: productAdded,
  ProductEdited: {
    type: 'ProductEdited',
    data: { changes: { ...productDetails, youtubeLink: null } },
  },
  ProductActivated: productActivated,
  ProductDeactivated: productDeactivated,
  ProductDeleted: productDeleted,
} satisfies Record<ProductEvent['type'], ProductEvent>;
export const packageExamples = {
  PackageAdded: packageAdded,
  PackageEdited: {
    type: 'PackageEdited',
    data: { changes: { ...packageDetails, imageFileId: null } },
  },
  PackageActivated: { type: 'PackageActivated', data: {} },
  PackageDeactivated: packageDeactivated,
  PackageDeleted: { type: 'PackageDeleted', data: {} },
} satisfies Record<PackageEvent['type'], PackageEvent>;
export const offerExamples = {
  OfferAdded: offerAdded,
  OfferEdited: { type: 'OfferEdited', data: { changes: { ...offerDetails, categoryId: null } } },
  OfferActivated: { type: 'OfferActivated', data: {} },
  OfferDeactivated: offerDeactivated,
  OfferDeleted: { type: 'OfferDeleted', data: {} },
} satisfies Record<OfferEvent['type'], OfferEvent>;
export const categoryExamples = {
  CategoryAdded: categoryAdded,
  CategoryRenamed: categoryRenamed,
} satisfies Record<CategoryEvent['type'], CategoryEvent>;
export const shareErased: MessageNamed<ShareEvent, 'ShareErased'> = {
  type: 'ShareErased',
  data: { reason: 'asked', askedOn: '2026-11-19' },
};
export const shareExamples = {
  ProductShared: productShared,
  PackageShared: packageShared,
  OfferShared: offerShared,
  ShareErased: shareErased,
} satisfies Record<ShareEvent['type'], ShareEvent>;
