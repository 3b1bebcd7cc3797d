/** Products with their prices, pictures and stock, and the selections that they are in. */
import { chance, dayMs, hourMs, isoTime, pickSeveral, type Random } from './choices.js';
import { type ArticleRow, type Content, known, type PriceRow } from './content.js';
import { byKey, type Part } from './Part.js';
import type { Shop, ShopProduct } from './Shop.js';

/** Rounds to an amount that ends with 95 cents, as shops do. */
const shopAmount = (centAmount: number): number => Math.max(95, Math.round(centAmount / 100) * 100 - 5);

const priceDraft = (centAmount: number, { currency, factor, tier, customerGroup, channel, ...row }: PriceRow) => {
  const money = (share: number) => ({ currencyCode: currency, centAmount: shopAmount(centAmount * share) });
  return {
    value: money(factor),
    country: row.country,
    validFrom: row.validFrom,
    validUntil: row.validUntil,
    ...(customerGroup !== undefined && { customerGroup: byKey('customer-group', customerGroup) }),
    ...(channel !== undefined && { channel: byKey('channel', channel) }),
    ...(tier !== undefined && { tiers: [{ minimumQuantity: tier.minimumQuantity, value: money(tier.factor) }] }),
  };
};

/** The prices of a product: those for everyone, and others for some buyers and times. */
const priceDrafts = ({ content }: Shop, random: Random, centAmount: number): readonly object[] =>
  content.products.prices
    .filter(({ share }) => share === undefined || chance(random, share))
    .map(row => priceDraft(centAmount, row));

const isForEveryone = ({ country, customerGroup, channel, share }: PriceRow): boolean =>
  [country, customerGroup, channel, share].every(value => value === undefined);

const createStandalonePrices = async (shop: Shop, part: Part, sku: string, centAmount: number): Promise<void> => {
  for (const row of shop.content.products.prices.filter(isForEveryone))
    await part.create('standalone-prices', {
      key: `${sku.toLowerCase()}-${row.currency.toLowerCase()}`,
      sku,
      ...priceDraft(centAmount, row),
    });
};

/** Values that a variant has for the attributes that tell variants apart, by name. */
type Choices = Readonly<Record<string, string>>;

const valuesOfEach = 2;

/** Some variants of an article: two values of the first attribute that differs, with two of the next for each. */
const variantsOf = ({ productTypes }: Content, random: Random, { productType }: ArticleRow): readonly Choices[] => {
  const { attributes } = known(
    productTypes.find(({ key }) => key === productType),
    `product type ${productType}`,
  );
  const differing = attributes.filter(({ attributeConstraint }) => /Unique/.test(attributeConstraint));
  return differing.reduce<readonly Choices[]>(
    (variants, { name, type }) =>
      variants.flatMap(variant =>
        pickSeveral(random, type.values ?? [], valuesOfEach).map(({ key }) => ({ ...variant, [name]: key })),
      ),
    [{}],
  );
};

const side = 480;

/** A small drawing of an article as a data URI, so that the shop needs no other server. */
const pictureOf = ({ products }: Content, picture: string, { colour = '' }: Choices, label: string) => ({
  url: `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'%3E%3Cpath fill='%23${products.pictureColours[colour] ?? products.otherPictureColour}' d='${known(products.pictures[picture], `picture ${picture}`)}'/%3E%3C/svg%3E`,
  dimensions: { w: side, h: side },
  label,
});

/** Steps through all combinations of article and series before one repeats: it shares no factor with their number. */
const combinationStep = 17;

export const productsMax = ({ articles, products }: Content): number => articles.length * products.series.length;

const articleInSeries = (content: Content, number: number) => {
  const { articles, products } = content;
  const at = (number * combinationStep) % productsMax(content);
  return { article: articles[at % articles.length]!, seriesName: products.series[Math.floor(at / articles.length)]! };
};

const asciiOf = (name: string): string => name.normalize('NFKD').replace(/[^A-Za-z0-9-]/g, '');

/** A place in a category that does not end with 0. */
const hintOf = (number: number): string => `0.${String(number).padStart(3, '0')}5`;

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

const variantDrafts = (shop: Shop, random: Random, key: string, number: number, centAmount: number) => {
  const { content } = shop;
  const { article, seriesName } = articleInSeries(content, number);
  const isRecycled = content.productTypes
    .find(each => each.key === article.productType)!
    .attributes.some(({ name }) => name === 'isRecycled');
  const recycled = isRecycled ? [{ name: 'isRecycled', value: chance(random, 0.4) }] : [];
  const prices = priceDrafts(shop, random, centAmount);
  return variantsOf(content, random, article).map(choices => {
    const codes = Object.values(choices).map(value => content.products.skuCodes[value] ?? value);
    const variantKey = [key, ...codes].join('-');
    return {
      sku: variantKey.toUpperCase(),
      key: variantKey.toLowerCase(),
      prices: isStandalone(number) ? [] : prices,
      attributes: [
        { name: 'article', value: article.key },
        ...Object.entries(choices).map(([name, value]) => ({ name, value })),
        { name: 'weightInGram', value: Number(article.weightInGram) + random.integer(0, 9) * 5 },
        ...recycled,
      ],
      images: [pictureOf(content, article.picture, choices, seriesName)],
    };
  });
};

/** Every third product is also in the outlet, and every 25th has its prices apart from its variants. */
const isInOutlet = (number: number): boolean => number % 3 === 0;
const isStandalone = (number: number): boolean => number % 25 === 24;

const productDraft = (shop: Shop, random: Random, number: number) => {
  const { description } = shop.content.products;
  const { article, seriesName } = articleInSeries(shop.content, number);
  const { en, de } = article;
  const key = `${article.key}-${asciiOf(seriesName).toLowerCase()}`;
  const centAmount = Number(article.centAmount) + random.integer(0, 8) * 100;
  const [masterVariant, ...variants] = variantDrafts(shop, random, key, number, centAmount);
  const categoryId = shop.idOf(`categories/${article.category}`);
  const draft = {
    key,
    productType: byKey('product-type', article.productType),
    name: { en: `${seriesName} ${en}`, de: `${de} ${seriesName}` },
    slug: { en: `${asciiOf(seriesName)}-${article.key}`.toLowerCase(), de: key },
    description: {
      en: fill(description.en, { en, de, series: seriesName }),
      de: fill(description.de, { en, de, series: seriesName }),
    },
    categories: [{ typeId: 'category', id: categoryId }],
    categoryOrderHints: { [categoryId]: hintOf(number) },
    searchKeywords: { en: [{ text: en }], de: [{ text: de }] },
    masterVariant: masterVariant!,
    variants,
    taxCategory: byKey('tax-category', article.taxCategory),
    state: byKey('state', 'product-approved'),
    priceMode: isStandalone(number) ? 'Standalone' : 'Embedded',
    publish: number % 50 !== 49,
  };
  return { draft, article, centAmount };
};

/** Stock is the quantity that is left at the end of the shop's history. */
const createStock = async ({ content, untilMs }: Shop, part: Part, sku: string): Promise<void> => {
  const { random } = part;
  const [first, ...others] = content.products.warehouses;
  for (const channel of [first!, ...others]) {
    if (channel !== first && chance(random, 0.5)) continue;
    const isEmpty = chance(random, 0.04);
    await part.create('inventory', {
      key: `${sku.toLowerCase()}-${channel}`,
      sku,
      supplyChannel: byKey('channel', channel),
      quantityOnStock: isEmpty ? 0 : random.integer(20, 400),
      ...(isEmpty ? { restockableInDays: 14, expectedDelivery: isoTime(untilMs + 14 * dayMs) } : {}),
    });
  }
};

/** Creates product `number` with its stock. */
export const createProduct = async (shop: Shop, number: number): Promise<ShopProduct> => {
  const part = shop.part(`product ${number}`);
  const { draft, article, centAmount } = productDraft(shop, part.random, number);
  part.at(shop.openedMs + number * 20_000 + hourMs);
  const product = await part.create('products', draft);
  const { metaTitle } = shop.content.products;
  if (number % 40 === 39)
    await part.at(part.timeMs + dayMs).update('products', product, {
      action: 'setMetaTitle',
      metaTitle: { en: fill(metaTitle.en, { name: draft.name.en }), de: fill(metaTitle.de, { name: draft.name.de }) },
      staged: true,
    });
  const skus = [draft.masterVariant, ...draft.variants].map(({ sku }) => sku);
  for (const sku of skus) {
    if (isStandalone(number)) await createStandalonePrices(shop, part, sku, centAmount);
    await createStock(shop, part, sku);
  }
  return { key: draft.key, article: article.key, skus, isPublished: draft.publish, isInOutlet: isInOutlet(number) };
};

/** Puts products into the selections of drafts/product-selections.json, and tailors those of the outlet. */
export const assignProducts = async (shop: Shop): Promise<void> => {
  const part = shop.part('selections').at(shop.openedMs + dayMs);
  const { bulkyArticles, outletDescription } = shop.content.products;
  const outlet = shop.products.filter(product => product.isInOutlet);
  const bulky = shop.products.filter(({ article }) => bulkyArticles.includes(article));
  for (const [selection, action, products] of [
    ['outlet', 'addProduct', outlet],
    ['parcels', 'excludeProduct', bulky],
  ] as const)
    await part.update(
      'product-selections',
      known(shop.created.get(`product-selections/${selection}`), `product selection ${selection}`),
      ...products.map(({ key }) => ({ action, product: byKey('product', key) })),
    );
  for (const { key } of outlet)
    await part.create('product-tailoring', {
      product: byKey('product', key),
      store: byKey('store', 'outlet'),
      description: outletDescription,
      publish: true,
    });
};
