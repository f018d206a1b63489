import type { Unit } from '#domain/catalogue/catalogue.values.js';
import type { CataloguePicture, Shape } from './catalogue-pictures.js';

/** Product of Sharma Solar: prices in rupees, discounts in percent. */
export type DemoProduct = {
  readonly name: string;
  readonly description: string;
  readonly category: keyof typeof categories;
  readonly mrp: number;
  readonly price: number;
  readonly discount?: readonly [min: number, max: number];
  readonly unit?: Unit;
  readonly pictures: readonly CataloguePicture[];
  readonly youtubeLink?: string;
};
export type DemoPackage = {
  readonly name: string;
  readonly description: string;
  readonly category: 'For homes' | 'For business';
  readonly picture: CataloguePicture;
  /** Products by their index in the list, each with a quantity. */
  readonly items: readonly (readonly [product: number, quantity: number])[];
};
export type DemoOffer = {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly category: 'Festival' | 'Leaflets' | undefined;
  /** Poster, or text lines of a PDF page. */
  readonly file: CataloguePicture | readonly string[];
};

export const categories = {
  Panels: 'Solar panels',
  Inverters: 'Inverters',
  Batteries: 'Batteries',
  Structures: 'Structures',
  Cables: 'Cables & connectors',
  Protection: 'Protection & earthing',
  General: undefined,
} as const;

/** HSN and rate of GST by category. Products of other categories have neither. */
export const taxes: Readonly<
  Partial<
    Record<keyof typeof categories, { readonly hsn: string; readonly gstRateBasisPoints: number }>
  >
> = {
  Panels: { hsn: '8541', gstRateBasisPoints: 500 },
  Inverters: { hsn: '8504', gstRateBasisPoints: 500 },
  Batteries: { hsn: '8507', gstRateBasisPoints: 1_800 },
  Structures: { hsn: '7308', gstRateBasisPoints: 1_800 },
  Cables: { hsn: '8544', gstRateBasisPoints: 1_800 },
  Protection: { hsn: '8536', gstRateBasisPoints: 1_800 },
};

const picture = (shape: Shape, tint = 0): CataloguePicture => ({ shape, tint });

export const demoProducts: readonly DemoProduct[] = [
  {
    name: 'Mono PERC half-cut panel, 540 W',
    description:
      '144 half-cut cells, 20.9 % efficiency. 12 years on the product, 25 years on the output.\nBIS certified, on the ALMM list, good for subsidy.',
    category: 'Panels',
    mrp: 18_500,
    price: 14_800,
    discount: [2, 8],
    pictures: [picture('panel', 0), picture('roof', 10), picture('structure', 1)],
    youtubeLink: 'https://www.youtube.com/watch?v=xKxrkht7CpY',
  },
  {
    name: 'TOPCon bifacial panel, 580 W',
    description:
      'Takes light from both sides: up to 15 % more on a white roof. Glass on glass, 30 years on the output.',
    category: 'Panels',
    mrp: 21_900,
    price: 17_990,
    discount: [2, 6],
    pictures: [picture('panel-pair', 0), picture('panel', 1)],
  },
  {
    name: 'Polycrystalline panel, 335 W',
    description: 'The proven one for pumps and small roofs, as long as stock lasts.',
    category: 'Panels',
    mrp: 11_200,
    price: 8_750,
    discount: [0, 12],
    pictures: [picture('panel', 2)],
  },
  {
    name: 'On-grid inverter, 3 kW, single phase',
    description: 'Two MPPT inputs, Wi-Fi included, IP65 for an outside wall. 8 years of warranty.',
    category: 'Inverters',
    mrp: 34_500,
    price: 28_900,
    discount: [3, 7],
    pictures: [picture('inverter', 0), picture('logger', 0)],
  },
  {
    name: 'On-grid inverter, 5 kW, single phase',
    description: 'Two MPPT inputs, 97.8 % efficiency, display and Wi-Fi. 8 years of warranty.',
    category: 'Inverters',
    mrp: 48_000,
    price: 41_500,
    discount: [3, 7],
    pictures: [picture('inverter', 2)],
  },
  {
    name: 'On-grid inverter, 10 kW, three phase',
    description:
      'For shops, clinics and small workshops. Three MPPT inputs, surge protection on both sides.',
    category: 'Inverters',
    mrp: 92_000,
    price: 79_500,
    discount: [2, 5],
    pictures: [picture('inverter', 1)],
  },
  {
    name: 'Hybrid inverter, 5 kW, with battery port',
    description:
      'Feeds the grid by day and the house by night. Changes over within 10 ms, so that computers stay on.',
    category: 'Inverters',
    mrp: 98_000,
    price: 84_900,
    discount: [2, 6],
    pictures: [picture('inverter', 5), picture('backup', 8)],
  },
  {
    name: 'Off-grid power unit, 3.5 kVA, 48 V',
    description: 'Pure sine wave, MPPT charger of 60 A, for four tubular batteries.',
    category: 'Inverters',
    mrp: 42_800,
    price: 36_200,
    pictures: [picture('inverter', 3)],
  },
  {
    name: 'Lithium battery LiFePO4, 48 V 100 Ah',
    description:
      '5.1 kWh, 6,000 cycles at 80 %. Stands by itself, up to four in parallel. 10 years of warranty.',
    category: 'Batteries',
    mrp: 1_35_000,
    price: 1_12_000,
    discount: [1, 4],
    pictures: [picture('lithium-battery', 0), picture('backup', 5)],
  },
  {
    name: 'Tall tubular battery, 150 Ah',
    description: 'C10 rated for solar, little water. 36 + 24 months of warranty.',
    category: 'Batteries',
    mrp: 19_800,
    price: 16_400,
    discount: [3, 10],
    pictures: [picture('tubular-battery', 2)],
  },
  {
    name: 'Tall tubular battery, 200 Ah',
    description: 'C10 rated for solar, for long power cuts. 36 + 24 months of warranty.',
    category: 'Batteries',
    mrp: 25_600,
    price: 21_300,
    discount: [3, 10],
    pictures: [picture('tubular-battery', 1)],
  },
  {
    name: 'Rooftop structure, hot-dip galvanised, for two panels',
    description:
      '80 microns of zinc, tested for wind of 150 km/h. Bolts of stainless steel are with it.',
    category: 'Structures',
    mrp: 6_900,
    price: 5_450,
    discount: [0, 5],
    unit: 'piece',
    pictures: [picture('structure', 0)],
  },
  {
    name: 'Elevated structure, 8 ft, with walkway',
    description: 'The terrace stays usable below. Priced by the area that the panels cover.',
    category: 'Structures',
    mrp: 185,
    price: 149,
    discount: [0, 5],
    unit: 'square feet',
    pictures: [picture('structure', 1), picture('roof', 15)],
  },
  {
    name: 'Aluminium mounting rail, 4.2 m',
    description: 'Anodised, 6005-T5, with a channel for the cable.',
    category: 'Structures',
    mrp: 2_150,
    price: 1_720,
    pictures: [picture('rail', 0)],
  },
  {
    name: 'Mid and end clamps, box of 50',
    description: 'For frames of 30 to 40 mm, with bolts and spring washers.',
    category: 'Structures',
    mrp: 3_250,
    price: 2_600,
    discount: [0, 10],
    unit: 'box',
    pictures: [picture('clamps', 0)],
  },
  {
    name: 'Solar DC cable, 4 sq mm, red',
    description:
      'Tinned copper, double insulation, proof against sun and rain, 1,500 V. Cut to length.',
    category: 'Cables',
    mrp: 78,
    price: 58.5,
    discount: [0, 15],
    unit: 'meter',
    pictures: [picture('cable', 1)],
  },
  {
    name: 'Solar DC cable, 6 sq mm, black',
    description: 'Tinned copper, double insulation, for strings over 25 m. Cut to length.',
    category: 'Cables',
    mrp: 112,
    price: 86.75,
    discount: [0, 15],
    unit: 'meter',
    pictures: [picture('cable', 0)],
  },
  {
    name: 'MC4 connectors, packet of 10 pairs',
    description: 'IP68, up to 30 A, with the spanner.',
    category: 'Cables',
    mrp: 1_450,
    price: 990,
    discount: [5, 12.5],
    unit: 'packet',
    pictures: [picture('connectors')],
  },
  {
    name: 'DC distribution box, 2 in 2 out',
    description:
      'Fuses and a surge arrester of type 2 in a box of polycarbonate, IP65, wired and tested.',
    category: 'Protection',
    mrp: 7_900,
    price: 6_350,
    pictures: [picture('distribution-box', 0)],
  },
  {
    name: 'AC distribution box, single phase, with energy meter',
    description: 'MCB, RCCB and surge arrester, with a meter that the company accepts.',
    category: 'Protection',
    mrp: 8_600,
    price: 6_990,
    pictures: [picture('distribution-box', 1)],
  },
  {
    name: 'Lightning arrester, copper, with 3 m mast',
    description: 'Five spikes, with holder and insulator. Covers a radius of 30 m.',
    category: 'Protection',
    mrp: 4_900,
    price: 3_850,
    pictures: [picture('arrester')],
  },
  {
    name: 'Earthing kit: three rods and chemical compound',
    description: 'Copper-bonded rods of 2 m and 30 kg of compound, for less than 5 ohm.',
    category: 'Protection',
    mrp: 9_800,
    price: 7_700,
    discount: [0, 8],
    unit: 'bundle',
    pictures: [picture('earthing-kit')],
  },
  {
    name: 'Solar street light, 40 W, all in one',
    description: 'Lights from dusk, dims when nobody is near. Pole of 5 m not included.',
    category: 'General',
    mrp: 11_500,
    price: 8_990,
    discount: [2, 10],
    pictures: [picture('street-light')],
  },
  {
    name: 'Solar water pump, 3 HP, submersible',
    description: 'Head of 50 m, with controller and dry-run protection. Fits the PM-KUSUM scheme.',
    category: 'General',
    mrp: 1_48_000,
    price: 1_24_500,
    discount: [1, 3],
    pictures: [picture('pump'), picture('panel', 0)],
  },
];

/** Index of the product whose name begins so. */
const productIndex = (nameStart: string): number =>
  demoProducts.findIndex(({ name }) => name.startsWith(nameStart));

/** Products that are paused later. No active package contains one. */
export const pausedProducts: readonly number[] = ['Polycrystalline', 'Off-grid'].map(productIndex);

/** Items in every home plant: both distribution boxes, arrester and earthing. */
const protection: DemoPackage['items'] = [
  'DC distribution',
  'AC distribution',
  'Lightning arrester',
  'Earthing kit',
].map((nameStart) => [productIndex(nameStart), 1]);

export const demoPackages: readonly DemoPackage[] = [
  {
    name: 'Home rooftop kit, 3 kW',
    description:
      'For a house of three rooms with one air conditioner: about 360 units a month. We handle net metering and subsidy papers.',
    category: 'For homes',
    picture: picture('roof', 6),
    items: [
      [productIndex('Mono PERC'), 6],
      [productIndex('On-grid inverter, 3 kW'), 1],
      [productIndex('Rooftop structure'), 3],
      [productIndex('Solar DC cable, 4'), 60],
      [productIndex('MC4'), 1],
      ...protection,
    ],
  },
  {
    name: 'Home rooftop kit, 5 kW, bifacial',
    description:
      'For a bungalow with two air conditioners: about 620 units a month. White coating of the terrace is included.',
    category: 'For homes',
    picture: picture('roof', 9),
    items: [
      [productIndex('TOPCon'), 9],
      [productIndex('On-grid inverter, 5 kW'), 1],
      [productIndex('Rooftop structure'), 5],
      [productIndex('Solar DC cable, 4'), 80],
      [productIndex('MC4'), 1],
      ...protection,
    ],
  },
  {
    name: 'Power through the night, 5 kW hybrid with 10 kWh',
    description:
      'Two lithium batteries keep lights, fans and the refrigerator going until morning.',
    category: 'For homes',
    picture: picture('backup', 10),
    items: [
      [productIndex('Mono PERC'), 10],
      [productIndex('Hybrid inverter'), 1],
      [productIndex('Lithium'), 2],
      [productIndex('Rooftop structure'), 5],
      [productIndex('Solar DC cable, 6'), 90],
      [productIndex('MC4'), 2],
      ...protection,
    ],
  },
  {
    name: 'Shop and clinic kit, 10 kW, three phase',
    description:
      'On an elevated structure, so that the terrace stays free. Pays itself back in four years at commercial rates.',
    category: 'For business',
    picture: picture('roof', 15),
    items: [
      [productIndex('Mono PERC'), 19],
      [productIndex('On-grid inverter, 10 kW'), 1],
      [productIndex('Elevated structure'), 560],
      [productIndex('Solar DC cable, 6'), 160],
      [productIndex('MC4'), 2],
      [productIndex('DC distribution'), 2],
      [productIndex('Lightning arrester'), 1],
      [productIndex('Earthing kit'), 2],
    ],
  },
  {
    name: 'Farm water kit, 3 HP',
    description: 'Water by day without a bill: pump, panels and lights for the well.',
    category: 'For business',
    picture: picture('pump'),
    items: [
      [productIndex('Solar water pump'), 1],
      [productIndex('Mono PERC'), 6],
      [productIndex('Rooftop structure'), 3],
      [productIndex('Solar street light'), 2],
      [productIndex('Earthing kit'), 1],
    ],
  },
];

export const demoOffers: readonly DemoOffer[] = [
  {
    title: 'Diwali of light',
    description:
      'Book a rooftop until Diwali: the lightning arrester and five years of monitoring are free.',
    tags: ['diwali', 'rooftop', 'homes', 'festival'],
    category: 'Festival',
    file: picture('diyas'),
  },
  {
    title: 'Zero-interest instalments',
    description:
      'Twelve instalments without interest with our partner banks, approved within two days.',
    tags: ['emi', 'loan'],
    category: undefined,
    file: picture('percent', 0),
  },
  {
    title: 'A year of cleaning with every 5 kW',
    description: 'Four visits a year by our own team. Clean panels give up to a fifth more.',
    tags: ['service', 'cleaning'],
    category: undefined,
    file: picture('cleaning'),
  },
  {
    title: 'Bring a neighbour',
    description:
      '₹5,000 for you and ₹5,000 for your neighbour when both roofs are ordered in one month.',
    tags: ['referral', 'society', 'homes'],
    category: undefined,
    file: picture('neighbours'),
  },
  {
    title: 'Price list',
    description: 'All products with MRP, for dealers and architects.',
    tags: ['prices', 'dealers'],
    category: 'Leaflets',
    file: [
      'Price list',
      'Mono PERC panel 540 W: Rs. 14,800',
      'On-grid inverter 3 kW: Rs. 28,900',
      'On-grid inverter 5 kW: Rs. 41,500',
    ],
  },
  {
    title: 'How to get the subsidy',
    description:
      'PM Surya Ghar in six steps: what you need, where you apply, and what we do for you.',
    tags: ['subsidy', 'papers', 'homes'],
    category: 'Leaflets',
    file: [
      'PM Surya Ghar: the subsidy in six steps',
      '1. Electricity bill and Aadhaar',
      '2. Registration on the portal',
      '3. Feasibility',
      '4. Installation by us',
      '5. Net meter',
      '6. Money in your account',
    ],
  },
];
