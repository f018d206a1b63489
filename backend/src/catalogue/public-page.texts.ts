import type { defaultCategories } from '#domain/catalogue/catalogue.values.js';
import { texts } from '#domain/kernel/texts/texts.js';

/** Texts of the public pages, besides the seller's own. */
export const pageText = texts({
  share: 'Share',
  sharedBy: 'Sent by {0}',
  productCopied: 'Product link copied to clipboard!',
  packageCopied: 'Package link copied to clipboard!',
  pictures: 'Pictures',
  picture: '{0}, picture {1}',
  price: 'Price',
  packagePrice: 'Package price',
  mrp: 'MRP',
  totalMrp: 'Total MRP',
  per: 'per {0}',
  inclGst: 'incl. GST',
  plusGst: 'plus GST',
  youSave: 'You Save {0}',
  off: '{0}% off',
  whyThis: 'Why this package',
  bestValue: 'Best Value',
  complete: 'Complete Package',
  favorite: 'Customer Favorite',
  support: 'Expert Support',
  questionWithLink: 'Hello, I am interested in {0}: {1}',
  question: 'Hello, I am interested in {0}',
  contactSeller: 'Contact Seller on WhatsApp',
  call: 'Call Now',
  video: 'Watch the video on YouTube',
  included: "What's Included in This Package",
  productNotFound: 'Product Not Found',
  packageNotFound: 'Package Not Found',
  productGone: 'Product not found or no longer available',
  packageGone: 'Package not found or no longer available',
});

export const categoryNames = texts({ General: 'General' } satisfies Readonly<
  Record<(typeof defaultCategories)['product' | 'package'], string>
>);
