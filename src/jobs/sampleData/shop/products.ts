/** Product types with a group of attributes, products with prices, and their stock. */
import { dayMs, hourMs } from '../../../base/durations.js';
import {
  type Article,
  articles,
  clothingSizes,
  colours,
  type Choice,
  flavours,
  series,
  shoeSizes,
} from '../samples/articles.js';
import { required } from '../../../base/errors/ApiError.js';
import { chance, isoTime, pickSeveral, type Random } from '../choices.js';
import { priceDrafts, standalonePriceDrafts } from './prices.js';
import { pictureOf } from './picture.js';
import type { Shop, ShopProduct } from './Shop.js';
import type { Story } from '../Story.js';
import { warehouses } from './foundation/places.js';
import { byKey, text } from './values.js';

const labelled = (choices: readonly Choice[]) => choices.map(({ key, en, de }) => ({ key, label: text(en, de) }));
const plainEnum = (values: readonly string[]) => values.map(key => ({ key, label: key }));

const attribute = (name: string, type: object, en: string, de: string, attributeConstraint = 'None') => ({
  name,
  type,
  label: text(en, de),
  isRequired: false,
  attributeConstraint,
  isSearchable: true,
});

const article = attribute('article', { name: 'text' }, 'Article', 'Artikel', 'SameForAll');
const weight = attribute('weightInGram', { name: 'number' }, 'Weight in gram', 'Gewicht in Gramm');
const isRecycled = attribute('isRecycled', { name: 'boolean' }, 'Recycled', 'Recycelt', 'SameForAll');
const colour = attribute(
  'colour',
  { name: 'lenum', values: labelled(colours) },
  'Colour',
  'Farbe',
  'CombinationUnique',
);

const productTypeDrafts = [
  {
    key: 'clothing',
    name: 'Clothing',
    description: 'Clothing for the mountains',
    attributes: [
      article,
      colour,
      attribute('size', { name: 'enum', values: plainEnum(clothingSizes) }, 'Size', 'Größe', 'CombinationUnique'),
      weight,
      isRecycled,
    ],
  },
  {
    key: 'footwear',
    name: 'Footwear',
    description: 'Boots and shoes',
    attributes: [
      article,
      colour,
      attribute('shoeSize', { name: 'enum', values: plainEnum(shoeSizes) }, 'Size', 'Größe', 'CombinationUnique'),
      weight,
      isRecycled,
    ],
  },
  {
    key: 'equipment',
    name: 'Equipment',
    description: 'Tents, packs and tools',
    attributes: [article, colour, weight, isRecycled],
  },
  {
    key: 'provisions',
    name: 'Provisions',
    description: 'Food for the way',
    attributes: [
      article,
      attribute('flavour', { name: 'lenum', values: labelled(flavours) }, 'Flavour', 'Geschmack', 'Unique'),
      weight,
    ],
  },
];

export const writeProductTypes = async (story: Story): Promise<void> => {
  for (const draft of productTypeDrafts) await story.create('product-type', draft);
  await story.create('attribute-group', {
    key: 'measures',
    name: text('Measures', 'Maße'),
    attributes: ['size', 'shoeSize', 'weightInGram'].map(key => ({ key })),
  });
};

interface VariantChoice {
  readonly code: string;
  readonly attributes: readonly { readonly name: string; readonly value: unknown }[];
  readonly hex: string;
}

const sizedVariants = (random: Random, sizeName: string, sizes: readonly string[]): VariantChoice[] =>
  pickSeveral(random, colours, 2).flatMap(each =>
    pickSeveral(random, sizes, 2).map(size => ({
      code: `${each.code}-${size}`,
      attributes: [
        { name: 'colour', value: each.key },
        { name: sizeName, value: size },
      ],
      hex: each.hex,
    })),
  );

const variantChoices = (random: Random, { productType }: Article): VariantChoice[] => {
  switch (productType) {
    case 'clothing':
      return sizedVariants(random, 'size', clothingSizes);
    case 'footwear':
      return sizedVariants(random, 'shoeSize', shoeSizes);
    case 'equipment':
      return pickSeveral(random, colours, 2).map(({ key, code, hex }) => ({
        code,
        attributes: [{ name: 'colour', value: key }],
        hex,
      }));
    case 'provisions':
      return pickSeveral(random, flavours, 2).map(({ key, code }) => ({
        code,
        attributes: [{ name: 'flavour', value: key }],
        hex: 'b5762a',
      }));
  }
};

/**
 * Steps through all combinations of article and series before one repeats, since the step shares no factor with them.
 */
const combinationStep = 17;

export const productsMax = articles.length * series.length;

const articleInSeries = (number: number) => {
  const at = (number * combinationStep) % productsMax;
  return { article: articles[at % articles.length]!, seriesName: series[Math.floor(at / articles.length)]! };
};

const asciiOf = (name: string): string => name.normalize('NFKD').replace(/[^A-Za-z0-9-]/g, '');

/** Every third product is also in the outlet. */
const isInOutlet = (number: number): boolean => number % 3 === 0;

/** A place in a category that does not end with 0. */
const hintOf = (number: number): string => `0.${String(number).padStart(3, '0')}5`;

const draftOf = (story: Story, number: number, { untilMs, categories }: Shop) => {
  const { random } = story;
  const { article: each, seriesName } = articleInSeries(number);
  const key = `${each.key}-${asciiOf(seriesName).toLowerCase()}`;
  const centAmount = each.centAmount + random.integer(0, 8) * 100;
  const recycled = each.productType === 'provisions' ? [] : [{ name: 'isRecycled', value: chance(random, 0.4) }];
  const isStandalone = number % 25 === 24;
  const prices = priceDrafts(random, centAmount, untilMs);
  const variants = variantChoices(random, each).map(({ code, attributes, hex }) => ({
    sku: `${key}-${code}`.toUpperCase(),
    key: `${key}-${code}`.toLowerCase(),
    prices: isStandalone ? [] : prices,
    attributes: [
      { name: 'article', value: each.key },
      ...attributes,
      { name: 'weightInGram', value: each.weightInGram + random.integer(0, 9) * 5 },
      ...recycled,
    ],
    images: [pictureOf(each.picture, hex, seriesName)],
  }));
  const [masterVariant, ...others] = variants;
  const categoryId = required(categories.get(each.key), `the category of ${each.key}`);
  const draft = {
    key,
    productType: byKey('product-type', each.productType),
    name: text(`${seriesName} ${each.en}`, `${each.de} ${seriesName}`),
    slug: text(`${asciiOf(seriesName)}-${each.key}`.toLowerCase(), key),
    description: text(
      `Our ${each.en} of the ${seriesName} series: made for long days outside, and easy to repair.`,
      `${each.de} der Serie ${seriesName}: für lange Tage im Freien gemacht und leicht zu reparieren.`,
    ),
    categories: [{ typeId: 'category', id: categoryId }],
    categoryOrderHints: { [categoryId]: hintOf(number) },
    searchKeywords: { en: [{ text: each.en }], de: [{ text: each.de }] },
    masterVariant,
    variants: others,
    taxCategory: byKey('tax-category', each.productType === 'provisions' ? 'reduced' : 'standard'),
    state: byKey('state', 'product-approved'),
    priceMode: isStandalone ? 'Standalone' : 'Embedded',
    publish: number % 50 !== 49,
  };
  return { draft, article: each.key, skus: variants.map(({ sku }) => sku), centAmount, isStandalone };
};

/** Stock is the quantity that is left at the end of the shop's history. */
const writeStock = async (story: Story, sku: string, untilMs: number): Promise<void> => {
  const { random } = story;
  for (const channel of warehouses) {
    if (channel === warehouses[1] && chance(random, 0.5)) continue;
    const isEmpty = chance(random, 0.04);
    await story.create('inventory-entry', {
      key: `${sku.toLowerCase()}-${channel}`,
      sku,
      supplyChannel: byKey('channel', channel),
      quantityOnStock: isEmpty ? 0 : random.integer(20, 400),
      ...(isEmpty ? { restockableInDays: 14, expectedDelivery: isoTime(untilMs + 14 * dayMs) } : {}),
    });
  }
};

/** Creates product `number` with its stock. */
export const writeProduct = async (shop: Shop, number: number): Promise<ShopProduct> => {
  const { untilMs, openedMs } = shop;
  const story = shop.story(`product ${number}`);
  const { draft, article: articleKey, skus, centAmount, isStandalone } = draftOf(story, number, shop);
  story.at(openedMs + number * 20_000 + hourMs);
  const product = await story.create('product', draft);
  if (number % 40 === 39)
    await story.at(story.nowMs + dayMs).update('product', product, {
      action: 'setMetaTitle',
      metaTitle: text(`${draft.name.en} | Mountain shop`, `${draft.name.de} | Bergladen`),
      staged: true,
    });
  for (const sku of skus) {
    if (isStandalone)
      for (const price of standalonePriceDrafts(sku, centAmount)) await story.create('standalone-price', price);
    await writeStock(story, sku, untilMs);
  }
  return { key: draft.key, article: articleKey, skus, isPublished: draft.publish, isInOutlet: isInOutlet(number) };
};
