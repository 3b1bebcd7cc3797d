/**
 * PostgreSQL as a peer: a service that loads the products into tables in the shape of Saleor (postgresTables.ts), and
 * sends one statement for each page. Saleor itself counts no facets; the statement is what such a page needs at least.
 */
import { pageSize, priceSteps, type ShopPage } from '../search/shopProducts.js';
import { createIndexes, createTables, fillTables, type Database, valueIds } from './postgresTables.js';
import { loadPackage, productCount, servePages } from './servePages.js';
import type { PeerPage } from './PeerPage.js';

interface Pool extends Database {
  readonly query: (
    statement: string | { readonly name: string; readonly text: string; readonly values: readonly unknown[] },
    values?: readonly unknown[],
  ) => Promise<{ readonly rows: readonly unknown[] }>;
}

const { Pool: DatabasePool } = loadPackage('pg') as { readonly Pool: new (options: object) => Pool };

const pool = new DatabasePool({ host: process.env.PEER_SOCKET, user: 'postgres', database: 'postgres', max: 64 });
await createTables(pool);
await fillTables(pool, productCount());
await createIndexes(pool);

const attributeIds = { brand: 1, colour: 2, size: 3 } as const;

/** The conditions on a product beside its category; `$4` and later parameters are their values. */
const conditionsOf = ({ filter, word }: ShopPage): { readonly text: string; readonly values: readonly unknown[] } => {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${2 + values.push(value)}`;
  const texts = filter.map(([name, value]) =>
    name === 'brand'
      ? `EXISTS (SELECT FROM product_value a WHERE a.product_id = p.id AND a.value_id = ${parameter(valueIds.get(value))})`
      : 'EXISTS (SELECT FROM variant v JOIN variant_value a ON a.variant_id = v.id ' +
        `WHERE v.product_id = p.id AND a.value_id = ${parameter(valueIds.get(value))})`,
  );
  if (word !== undefined) texts.push(`p.search_vector @@ plainto_tsquery('english', ${parameter(word)})`);
  return { text: texts.map(each => ` AND ${each}`).join(''), values };
};

const countsOf = (name: string, text: string): string =>
  `(SELECT json_object_agg(value, count) FROM (${text}) counts) AS ${name}`;

/** A variant of a page with its values and its price. */
const variants = `(
  SELECT json_agg(json_build_object('sku', v.sku, 'centAmount', l.discounted_price_amount, 'currencyCode', l.currency,
    'attributes', (
      SELECT json_object_agg(t.slug, w.name) FROM variant_value a JOIN attribute_value w ON w.id = a.value_id
      JOIN attribute t ON t.id = w.attribute_id WHERE a.variant_id = v.id
    )) ORDER BY v.sort_order)
  FROM variant v JOIN variant_listing l ON l.variant_id = v.id AND l.channel_id = 1 WHERE v.product_id = p.id
)`;

const brandOfProduct = `(
  SELECT w.name FROM product_value a JOIN attribute_value w ON w.id = a.value_id
  WHERE a.product_id = p.id AND w.attribute_id = ${attributeIds.brand} LIMIT 1
)`;

/** Counts the products of each value of a variant, both attributes in one pass over their values. */
const variantCounts = `
  SELECT w.slug AS value, w.attribute_id, c.count FROM (
    SELECT d.value_id, count(*) AS count FROM (
      SELECT DISTINCT a.value_id, v.product_id
      FROM matched m JOIN variant v ON v.product_id = m.id JOIN variant_value a ON a.variant_id = v.id
    ) d GROUP BY d.value_id
  ) c JOIN attribute_value w ON w.id = c.value_id`;

const brandCounts = `
  SELECT w.slug AS value, c.count FROM (
    SELECT a.value_id, count(*) AS count FROM matched m JOIN product_value a ON a.product_id = m.id GROUP BY a.value_id
  ) c JOIN attribute_value w ON w.id = c.value_id WHERE w.attribute_id = ${attributeIds.brand}`;

const priceCounts = `
  SELECT step AS value, count(*) AS count FROM (
    SELECT DISTINCT width_bucket(l.discounted_price_amount, ARRAY[${priceSteps.join()}]::numeric[]) AS step, v.product_id
    FROM matched m JOIN variant v ON v.product_id = m.id
    JOIN variant_listing l ON l.variant_id = v.id AND l.channel_id = 1
  ) d GROUP BY step`;

const stockCounts = `
  SELECT is_stocked AS value, count(*) AS count FROM (
    SELECT EXISTS (
      SELECT FROM variant v JOIN stock s ON s.variant_id = v.id WHERE v.product_id = m.id AND s.quantity > 0
    ) AS is_stocked FROM matched m
  ) d GROUP BY is_stocked`;

/** The products that match are found once; each facet and the page read that list. */
const statementOf = (page: ShopPage): { readonly text: string; readonly values: readonly unknown[] } => {
  const { text, values } = conditionsOf(page);
  return {
    text: `
WITH matched AS MATERIALIZED (
  SELECT p.id, p.created_at FROM product p
  JOIN product_listing l ON l.product_id = p.id AND l.channel_id = 1 AND l.is_published AND l.visible_in_listings
  JOIN category c ON c.id = p.category_id
  WHERE c.tree_id = 1 AND c.lft >= 1 AND c.rght <= 22${text}
), counted AS MATERIALIZED (${variantCounts})
SELECT (SELECT count(*) FROM matched)::int AS total,
  ${countsOf('brand', brandCounts)},
  ${countsOf('colour', `SELECT * FROM counted WHERE attribute_id = ${attributeIds.colour}`)},
  ${countsOf('size', `SELECT * FROM counted WHERE attribute_id = ${attributeIds.size}`)},
  ${countsOf('price', priceCounts)},
  ${countsOf('stock', stockCounts)},
  (SELECT json_agg(shown) FROM (
    SELECT p.id, p.name, p.slug, p.description, ${brandOfProduct} AS brand, ${variants} AS variants
    FROM (SELECT * FROM matched ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2) m JOIN product p ON p.id = m.id
    ORDER BY m.created_at DESC, m.id DESC
  ) shown) AS products`,
    values: [pageSize, page.offset, ...values],
  };
};

interface PageRow extends Readonly<Record<keyof PeerPage['facets'], Readonly<Record<string, number>> | null>> {
  readonly total: number;
  readonly products: readonly unknown[] | null;
}

servePages(async page => {
  const name = ['page', ...page.filter.map(([field]) => field), page.word === undefined ? '' : 'word'].join('-');
  const { rows } = await pool.query({ name, ...statementOf(page) });
  const { total, products, brand, colour, size, price, stock } = rows[0] as PageRow;
  const facets = { brand: brand ?? {}, colour: colour ?? {}, size: size ?? {}, price: price ?? {}, stock: stock ?? {} };
  return { total, facets, products: products ?? [] };
});
