/** The part that the peers share: each serves pages of products behind one route, as the bare references do. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { serveBare } from '../reference/bare.js';
import { priceSteps, type ShopPage, shopProduct } from '../search/shopProducts.js';
import type { PeerPage } from './PeerPage.js';

export const servePages = (answer: (page: ShopPage) => PeerPage | Promise<PeerPage>): void => {
  const work = async (text: string): Promise<string> =>
    JSON.stringify(await answer(JSON.parse(decodeURIComponent(text)) as ShopPage));
  serveBare('get', '/pages/:page', (text, send) => {
    work(text).then(send, (error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  });
};

const settingOf = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: npm run bench -- --peers search starts the peers`);
  return value;
};

/** Loads a package from the folder to which the bench has installed it. */
export const loadPackage = (name: string): unknown =>
  createRequire(join(settingOf('PEER_PACKAGES'), 'package.json'))(name);

export const productCount = (): number => Number(settingOf('PEER_PRODUCTS'));

/** Returns the step of a price: the number of the bounds that it reaches. */
const priceStepOf = (centAmount: number): number => priceSteps.filter(from => centAmount >= from).length;

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Returns a product as a library stores it: what a page shows, and beside it the values of its facets. */
const documentOf = (number: number) => {
  const { brand, variants, isStocked, ...product } = shopProduct(number);
  return {
    ...product,
    id: `product-${number}`,
    created: number,
    slug: `shop-${number}`,
    variants: variants.map(variant => ({ ...variant, currencyCode: 'EUR' })),
    brand,
    colour: unique(variants.map(({ colour }) => colour)),
    size: unique(variants.map(({ size }) => String(size))),
    price: unique(variants.map(({ centAmount }) => String(priceStepOf(centAmount)))),
    stock: [String(isStocked)],
  };
};

/** Returns all products as documents of a library. */
export const documents = () => Array.from({ length: productCount() }, (_, number) => documentOf(number));
