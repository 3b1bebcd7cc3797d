/**
 * The reference of a category page with facets: FT.SEARCH for the page and one FT.AGGREGATE for each facet, on an index
 * with one field for each facet, without variants that are matched one by one.
 */
import { connectedSlotNode, probeSearchModule } from '../../src/search/redisearch/probeSearchModule.js';
import type { Calls } from '../load/runLoad.js';
import { options } from '../options.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { oncePer } from '../world/prepare.js';
import { pageSize, priceSteps, type ShopPage, shopProduct } from './shopProducts.js';

const index = 'bare-reference:products';
const prefix = 'bare-reference:{bare}:product:';
const probeTimeoutMs = 10_000;
const productsPerPipeline = 500;
/** A text about as long as a projection of a page. */
const projection = 'x'.repeat(1_500);

const tagOf = (value: string | number): string => String(value).replace(/\W/g, '');
const uniqueTags = (values: readonly (string | number)[]): string => [...new Set(values.map(tagOf))].join(',');

const fieldsOf = (number: number): string[] => {
  const { brand, category, variants, isStocked, description } = shopProduct(number);
  return Object.entries({
    category: `all,c${category}`,
    brand: tagOf(brand),
    colour: uniqueTags(variants.map(({ colour }) => colour)),
    size: uniqueTags(variants.map(({ size }) => size)),
    price: Math.min(...variants.map(({ centAmount }) => centAmount)),
    stock: String(isStocked),
    created: number,
    description,
    projection,
  }).flatMap(([name, value]) => [name, String(value)]);
};

const schema = [
  ...['category', 'brand', 'colour', 'size', 'stock'].flatMap(name => [name, 'TAG', 'SORTABLE']),
  'description',
  'TEXT',
  ...['price', 'created'].flatMap(name => [name, 'NUMERIC', 'SORTABLE']),
];

const createIndex = oncePer(async ({ redisNode: { redis }, services }: BenchWorld): Promise<void> => {
  const node = await connectedSlotNode((await services()).redis, index);
  const module = await probeSearchModule(node, probeTimeoutMs);
  const isFirst = module?.generation.keepsDeletedTerms === true;
  const followed = isFirst ? [] : ['ON', 'HASH', 'PREFIX', '1', prefix];
  await redis.call('FT.CREATE', index, ...followed, 'STOPWORDS', '0', 'SCHEMA', ...schema);
  for (let from = 0; from < options.products; from += productsPerPipeline) {
    const pipeline = redis.pipeline();
    for (let number = from; number < Math.min(options.products, from + productsPerPipeline); number++) {
      const [key, fields] = [`${prefix}${number}`, fieldsOf(number)];
      if (isFirst) pipeline.call('FT.ADD', index, key, '1.0', 'REPLACE', 'FIELDS', ...fields);
      else pipeline.call('HSET', key, ...fields);
    }
    await pipeline.exec();
  }
});

const steps = priceSteps.map(step => `(@price>=${step})`).join('+');
const groupings: readonly (readonly string[])[] = [
  ['GROUPBY', '1', '@brand'],
  ['APPLY', 'split(@colour)', 'AS', 'one', 'GROUPBY', '1', '@one'],
  ['APPLY', 'split(@size)', 'AS', 'one', 'GROUPBY', '1', '@one'],
  ['APPLY', steps, 'AS', 'step', 'GROUPBY', '1', '@step'],
  ['GROUPBY', '1', '@stock'],
];

/** Makes calls of one page each; the commands of a page go to Redis in one turn. */
export const bareFacetCalls =
  (pages: readonly ShopPage[]) =>
  async (world: BenchWorld): Promise<Calls> => {
    const { redis } = world.redisNode;
    await createIndex(world);
    return pages.map(({ filter, word, offset }) => {
      const query = [
        '@category:{all}',
        ...filter.map(([field, value]) => `@${field}:{${tagOf(value)}}`),
        ...(word === undefined ? [] : [`@description:${word}`]),
      ].join(' ');
      const page = [
        'SORTBY',
        'created',
        'DESC',
        'RETURN',
        '1',
        'projection',
        'LIMIT',
        String(offset),
        String(pageSize),
      ];
      const facets = groupings.map(grouping => [query, ...grouping, 'REDUCE', 'COUNT', '0', 'AS', 'count']);
      return () =>
        Promise.all([
          redis.call('FT.SEARCH', index, query, ...page),
          ...facets.map(facet => redis.call('FT.AGGREGATE', index, ...facet)),
        ]);
    });
  };
