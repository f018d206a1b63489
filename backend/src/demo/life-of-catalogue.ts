import type {
  OfferCommand,
  PackageCommand,
  ProductCommand,
} from '#domain/catalogue/catalogue.commands.js';
import type { CategoryCommand } from '#domain/catalogue/category.commands.js';
import type { ShareCommand } from '#domain/catalogue/share.commands.js';
import {
  type ItemKind,
  itemShareMethods,
  offerShareMethods,
} from '#domain/catalogue/catalogue.values.js';
import type { CataloguePicture } from './catalogue-pictures.js';
import type { DemoNumbers } from './numbers.js';
import type { Random } from './random.js';
import {
  type DemoOffer,
  type DemoProduct,
  categories,
  demoOffers,
  demoPackages,
  demoProducts,
  pausedProducts,
  taxes,
} from './catalogue-items.js';
import type { DemoPerson, DemoViews, Step } from './steps.js';
import { DAY_MS, HOUR_MS, toWorkingHour, workingMoment } from './working-days.js';

export type CatalogueOptions = {
  readonly start: number;
  /** End of the demo. */
  readonly end: number;
  readonly admin: DemoPerson;
  readonly reps: readonly DemoPerson[];
  readonly shares: number;
  readonly numbers: DemoNumbers;
};
export type Catalogue = {
  /** Steps that fill the catalogue in order, before anybody shares. */
  readonly filling: readonly Step[];
  readonly work: readonly Step[];
  readonly views: readonly DemoViews[];
};
type ShareableItem = { readonly kind: ItemKind; readonly id: string; readonly from: number };

const toPaise = (rupees: number): number => Math.round(rupees * 100);
const toBasisPoints = (percent: number): number => Math.round(percent * 100);
const WHATSAPP_SHARES_PERCENT = 70;
/** Percent of WhatsApp shares that are sent to a number of the contacts. */
const KNOWN_RECIPIENT_PERCENT = 50;
const PRICES_CHANGE_ON_DAY = 30;
const PRODUCTS_PAUSE_ON_DAY = 40;
/** Factor of a lowered price. */
const LOWERED_PRICE = 0.97;

/**
 * Steps of the catalogue: the admin adds items in the first days, changes a price and pauses
 * products. Later, reps share items.
 */
export function lifeOfCatalogue(
  random: Random,
  { start, end, admin, reps, shares, numbers }: CatalogueOptions,
): Catalogue {
  const filling: Step[] = [];
  const addedItems: ShareableItem[] = [];
  const laterSteps: Step[] = [];
  let now = start;

  const categoryIds = new Map<string | undefined, string | undefined>();
  const pickCategory = (
    kind: ItemKind,
    name: string | undefined,
  ): { readonly categoryId?: string } => {
    if (name === undefined) return {};
    const key = `${kind} ${name}`;
    const categoryId = categoryIds.get(key) ?? random.idAt(now);
    if (!categoryIds.has(key))
      addFillingStep({ type: 'AddCategory', data: { categoryId, kind, name } });
    categoryIds.set(key, categoryId);
    return { categoryId };
  };
  const products = demoProducts.map((product) => ({ productId: addProduct(product), product }));
  const paused = pausedProducts.map((index) => products[index]!.productId);
  for (const { name, description, category, picture, items } of demoPackages) {
    const packageId = random.idAt(now);
    const details = {
      name,
      description,
      imageFileId: addPicture(picture),
      ...pickCategory('package', category),
    };
    const chosen = items.map(([index, quantity]) => ({
      productId: products[index]!.productId,
      quantity,
    }));
    addFillingStep({ type: 'AddPackage', data: { packageId, ...details, items: chosen } });
    addedItems.push({ kind: 'package', id: packageId, from: now });
  }
  for (const offer of demoOffers) addOffer(offer);
  pauseProducts();
  changePrices();

  const shareable = addedItems.filter(({ id }) => !paused.includes(id));
  const weightedItems = shareable.flatMap((item, index) => {
    const isPopular = index % 5 === 0;
    return Array.from({ length: isPopular ? 6 : 1 + (index % 3) }, () => item);
  });
  const work = [
    ...laterSteps,
    ...Array.from({ length: shares }, () => share(random.pick(weightedItems))),
  ];
  const views = shareable
    .filter(({ kind }) => kind !== 'offer')
    .map(({ id: itemId }, index) => ({ itemId, times: random.integer(3, 20) * (1 + (index % 4)) }));
  return { filling, work: work.filter(({ at }) => Date.parse(at) < end), views };

  function addProduct({
    name,
    description,
    category,
    mrp,
    price,
    discount: [min, max] = [0, 0],
    unit = 'piece',
    pictures,
    youtubeLink,
  }: DemoProduct): string {
    const productId = random.idAt(now);
    addFillingStep({
      type: 'AddProduct',
      data: {
        productId,
        name,
        description,
        unit,
        imageFileIds: pictures.map(addPicture),
        mrpPaise: toPaise(mrp),
        livePricePaise: toPaise(price),
        minDiscountBasisPoints: toBasisPoints(min),
        maxDiscountBasisPoints: toBasisPoints(max),
        ...(youtubeLink !== undefined && { youtubeLink }),
        ...taxes[category],
        ...pickCategory('product', categories[category]),
      },
    });
    addedItems.push({ kind: 'product', id: productId, from: now });
    return productId;
  }

  function addOffer({ title, description, tags, category, file }: DemoOffer): void {
    const offerId = random.idAt(now);
    const isPoster = !Array.isArray(file);
    const fileId = isPoster
      ? addPicture(file as CataloguePicture)
      : addPaper(file as readonly string[]);
    const details = {
      title,
      description,
      tags: [...tags],
      fileType: isPoster ? ('image' as const) : ('pdf' as const),
    };
    addFillingStep({
      type: 'AddOffer',
      data: { offerId, ...details, fileId, ...pickCategory('offer', category) },
    });
    addedItems.push({ kind: 'offer', id: offerId, from: now });
  }

  function pauseProducts(): void {
    for (const productId of paused)
      laterSteps.push({
        ...authorAt(admin, toWorkingHour(start + PRODUCTS_PAUSE_ON_DAY * DAY_MS, random)),
        record: productId,
        command: { type: 'DeactivateProduct', data: { productId } },
      });
  }

  /** Lowers every sixth product's price by 3 %. */
  function changePrices(): void {
    for (const { productId, product } of products.filter((_, index) => index % 6 === 0)) {
      const data = {
        productId,
        livePricePaise: Math.round(toPaise(product.price) * LOWERED_PRICE),
      };
      laterSteps.push({
        ...authorAt(admin, toWorkingHour(start + PRICES_CHANGE_ON_DAY * DAY_MS, random)),
        record: productId,
        command: { type: 'EditProduct', data },
      });
    }
  }

  function share({ kind, id, from }: ShareableItem): Step {
    const at = workingMoment(random, from, end);
    const shareId = random.idAt(at);
    const isByWhatsApp = random.percent(WHATSAPP_SHARES_PERCENT);
    const to =
      isByWhatsApp && random.percent(KNOWN_RECIPIENT_PERCENT)
        ? { to: numbers.customerNumber(random) }
        : {};
    const methods = kind === 'offer' ? offerShareMethods : itemShareMethods;
    const method = isByWhatsApp ? 'whatsapp' : random.pick(methods);
    const noun = ({ product: 'Product', package: 'Package', offer: 'Offer' } as const)[kind];
    const command = {
      type: `Share${noun}`,
      data: { shareId, [`${kind}Id`]: id, method, ...to },
    } as unknown as ShareCommand;
    return { ...authorAt(random.pick(reps), at), record: shareId, command };
  }

  function addPicture(picture: CataloguePicture): string {
    const fileId = random.idAt(now);
    filling.push({
      ...authorAt(admin, now),
      record: fileId,
      file: { fileId, kind: 'catalogue', picture },
    });
    return fileId;
  }

  function addPaper(lines: readonly string[]): string {
    const fileId = random.idAt(now);
    filling.push({
      ...authorAt(admin, now),
      record: fileId,
      file: { fileId, kind: 'paper', lines },
    });
    return fileId;
  }

  function addFillingStep(
    command: ProductCommand | PackageCommand | OfferCommand | CategoryCommand,
  ): void {
    filling.push({ ...authorAt(admin, now), record: admin.id, command });
    now += random.integer(2, 9) * HOUR_MS;
  }
}

const authorAt = ({ id }: DemoPerson, at: number) => ({ at: new Date(at).toISOString(), by: id });
