/**
 * The tables of the peer PostgreSQL. Their shape is that of Saleor 3: products in a tree of categories with left and
 * right numbers, listings of products and of variants by channel with prices, attribute values that are assigned to
 * products and to variants, entries of stock, and a prepared vector of full text with a GIN index.
 */
import { brands, categoriesCount, colours, firstSize, shopProduct, sizesCount } from '../search/shopProducts.js';

export interface Database {
  readonly query: (statement: string, values?: readonly unknown[]) => Promise<unknown>;
}

const tables = [
  'category (id int, slug text, tree_id int, lft int, rght int)',
  'product (id int, name text, slug text, description text, category_id int, created_at timestamptz, ' +
    'search_vector tsvector)',
  'product_listing (id serial, product_id int, channel_id int, is_published bool, visible_in_listings bool, ' +
    'currency text, discounted_price_amount numeric(12, 3))',
  'variant (id int, sku text, name text, product_id int, sort_order int)',
  'variant_listing (id serial, variant_id int, channel_id int, currency text, price_amount numeric(12, 3), ' +
    'discounted_price_amount numeric(12, 3))',
  'attribute (id int, slug text)',
  'attribute_value (id int, slug text, name text, attribute_id int)',
  'product_value (id serial, value_id int, product_id int, sort_order int)',
  'variant_value (id serial, value_id int, variant_id int, sort_order int)',
  'stock (id serial, variant_id int, warehouse_id int, quantity int)',
];

const uniqueIndexes = [
  ...tables.map(table => `${table.slice(0, table.indexOf(' '))} (id)`),
  'category (slug)',
  'product (slug)',
  'variant (sku)',
  'product_listing (product_id, channel_id)',
  'variant_listing (variant_id, channel_id)',
  'product_value (value_id, product_id)',
  'variant_value (value_id, variant_id)',
];

const otherIndexes = [
  'category (tree_id, lft)',
  'product (category_id)',
  'product (created_at)',
  'product USING gin (search_vector)',
  'product_listing (discounted_price_amount)',
  'variant (product_id)',
  'attribute_value (attribute_id)',
  'product_value (product_id)',
  'variant_value (variant_id)',
  'stock (variant_id)',
];

const sizes = Array.from({ length: sizesCount }, (_, at) => String(firstSize + at));

/** The values of the attributes brand, colour and size, whose ids are 1, 2 and 3. */
const attributeValues = [brands, colours, sizes].flatMap((values, at) =>
  values.map(value => ({ value, attributeId: at + 1 })),
);

/** The id of each value of an attribute; no two attributes share one. */
export const valueIds: ReadonlyMap<string, number> = new Map(attributeValues.map(({ value }, at) => [value, at + 1]));

/** Inserts rows whose columns are those of the JSON objects. */
const insertOf = (table: string, columns: string): string => {
  const names = columns.split(', ').map(column => column.split(' ')[0]);
  return `INSERT INTO ${table} (${names.join()}) SELECT * FROM json_to_recordset($1) AS rows(${columns})`;
};

export const createTables = async (database: Database): Promise<void> => {
  for (const table of tables) await database.query(`CREATE TABLE ${table}`);
  const insert = (table: string, columns: string, rows: readonly object[]): Promise<unknown> =>
    database.query(insertOf(table, columns), [JSON.stringify(rows)]);
  await insert('attribute', 'id int, slug text', [
    { id: 1, slug: 'brand' },
    { id: 2, slug: 'colour' },
    { id: 3, slug: 'size' },
  ]);
  await insert(
    'attribute_value',
    'id int, slug text, name text, attribute_id int',
    attributeValues.map(({ value, attributeId }, at) => ({
      id: at + 1,
      slug: value,
      name: value,
      attribute_id: attributeId,
    })),
  );
  // The root has the numbers 1 and 22, and each of its ten children two of those between.
  const children = Array.from({ length: categoriesCount }, (_, at) => ({
    id: at + 2,
    slug: `category-${at}`,
    tree_id: 1,
    lft: 2 + 2 * at,
    rght: 3 + 2 * at,
  }));
  const root = { id: 1, slug: 'category-all', tree_id: 1, lft: 1, rght: 2 + 2 * categoriesCount };
  await insert('category', 'id int, slug text, tree_id int, lft int, rght int', [root, ...children]);
};

const insertProducts = `
WITH rows AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1) AS rows(id int, name text, slug text, description text, category_id int)
), listed AS (
  INSERT INTO product_listing (product_id, channel_id, is_published, visible_in_listings, currency)
  SELECT id, 1, true, true, 'EUR' FROM rows
)
INSERT INTO product SELECT id, name, slug, description, category_id,
  timestamptz '2026-01-01' + id * interval '1 second', to_tsvector('english', name || ' ' || description) FROM rows`;

const insertVariants = `
WITH rows AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1)
  AS rows(id int, sku text, product_id int, sort_order int, price int, quantity int, values int[])
), listed AS (
  INSERT INTO variant_listing (variant_id, channel_id, currency, price_amount, discounted_price_amount)
  SELECT id, 1, 'EUR', price, price FROM rows
), stocked AS (
  INSERT INTO stock (variant_id, warehouse_id, quantity) SELECT id, 1, quantity FROM rows WHERE quantity IS NOT NULL
), assigned AS (
  INSERT INTO variant_value (value_id, variant_id, sort_order)
  SELECT value_id, id, number FROM rows, unnest(values) WITH ORDINALITY AS u(value_id, number)
)
INSERT INTO variant (id, sku, name, product_id, sort_order) SELECT id, sku, sku, product_id, sort_order FROM rows`;

const productsPerBatch = 2_000;

export const fillTables = async (database: Database, count: number): Promise<void> => {
  for (let from = 0; from < count; from += productsPerBatch) {
    const batch = Array.from({ length: Math.min(productsPerBatch, count - from) }, (_, at) => shopProduct(from + at));
    const products = batch.map(({ number, name, description, category }) => ({
      id: number + 1,
      name,
      description,
      slug: `shop-${number}`,
      category_id: category + 2,
    }));
    const variants = batch.flatMap(product =>
      product.variants.map(({ sku, colour, size, centAmount }, at) => ({
        id: 1 + at + product.number * product.variants.length,
        sku,
        product_id: product.number + 1,
        sort_order: at,
        price: centAmount,
        quantity: product.isStocked && at === 0 ? 5 : null,
        values: [valueIds.get(colour), valueIds.get(String(size))],
      })),
    );
    const brandValues = batch.map(({ number, brand }) => ({
      value_id: valueIds.get(brand),
      product_id: number + 1,
      sort_order: 0,
    }));
    await database.query(insertProducts, [JSON.stringify(products)]);
    await database.query(insertVariants, [JSON.stringify(variants)]);
    await database.query(insertOf('product_value', 'value_id int, product_id int, sort_order int'), [
      JSON.stringify(brandValues),
    ]);
  }
  await database.query(`
    UPDATE product_listing l SET discounted_price_amount = least.price FROM (
      SELECT v.product_id, min(p.discounted_price_amount) AS price
      FROM variant v JOIN variant_listing p ON p.variant_id = v.id GROUP BY v.product_id
    ) least WHERE least.product_id = l.product_id`);
};

export const createIndexes = async (database: Database): Promise<void> => {
  for (const index of uniqueIndexes) await database.query(`CREATE UNIQUE INDEX ON ${index}`);
  for (const index of otherIndexes) await database.query(`CREATE INDEX ON ${index}`);
  await database.query('VACUUM ANALYZE');
};
