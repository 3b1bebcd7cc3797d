/**
 * The amounts of generated carts equal those of an independent calculation: a few here, any number with
 * `npm run test:fuzz -- --carts 10000`.
 */
import fc from 'fast-check';
import { startQuayside } from '../../../support/quayside.js';
import { test } from '../../../support/tap.js';
import type { CartCase } from './CartCase.js';
import { describePriced } from './describeCart.js';
import { cartCase } from './generateCarts.js';
import { features } from './generateItems.js';
import { priceCart } from './priceCart.js';
import { Shop } from './Shop.js';

const carts = Number(process.env.FUZZ_CARTS ?? 99);
const seed = Number(process.env.FUZZ_SEED ?? 1);
/** A gift keeps the price with which it was given; the totals are the same. */
const knownDifferences = 'laterGift';
const without = (process.env.FUZZ_WITHOUT ?? knownDifferences).split(',').filter(each => each !== '');
/** The discounts of all carts of a project count, and at most 500 are active. */
const cartsPerProject = 10;
const lanes = 3;
/** The number of carts that are tried to find a smaller one that differs. */
const simplificationsMax = 250;
const quayside = await startQuayside();

const unknown = without.filter(each => !features.includes(each as never));
if (unknown.length > 0) throw new Error(`no features: ${unknown.join(', ')}; known are ${features.join(', ')}`);

/** Lists the places at which two values differ. */
const differences = (server: unknown, oracle: unknown, path = ''): string[] => {
  if (typeof server !== 'object' || typeof oracle !== 'object' || server === null || oracle === null)
    return server === oracle
      ? []
      : [`${path}: the server has ${JSON.stringify(server)}, the oracle ${JSON.stringify(oracle)}`];
  const names = new Set([...Object.keys(server), ...Object.keys(oracle)]);
  return [...names].flatMap(name =>
    differences(server[name as never], oracle[name as never], path === '' ? name : `${path}.${name}`),
  );
};

const shops = new Map<string, { readonly shop: Promise<Shop>; carts: number }>();

/** Returns a project with the settings of a cart. */
const shopFor = ({ mode, rateInputType }: CartCase): Promise<Shop> => {
  const settings = `${mode} ${rateInputType}`;
  const open = shops.get(settings);
  if (open !== undefined && open.carts++ < cartsPerProject) return open.shop;
  const shop = Shop.open(quayside, { mode, rateInputType });
  shops.set(settings, { shop, carts: 1 });
  return shop;
};

/** Compares the server's amounts with the oracle's; throws with both if they differ. */
const compare = () => {
  let simplifications = 0;
  return async (given: CartCase): Promise<void> => {
    if (simplifications > 0 && simplifications++ > simplificationsMax) return;
    const { stages, refusal, sent } = await (await shopFor(given)).price(given);
    const different = [
      ...stages.map(stage => differences(stage.amounts, describePriced(priceCart(stage.given)))),
      ...(refusal === undefined ? [] : [[refusal]]),
    ].find(each => each.length > 0);
    if (different === undefined) return;
    simplifications ||= 1;
    throw new Error([...different, ...sent.map(each => JSON.stringify(each))].join('\n'));
  };
};

test(`${carts} generated carts have the amounts of the oracle`, { timeout: 0 }, async t => {
  const each = Math.ceil(carts / lanes);
  const runs = Array.from({ length: lanes }, (_, lane) =>
    fc.check(fc.asyncProperty(cartCase(without), compare()), { numRuns: each, seed: seed * lanes + lane }),
  );
  for (const [lane, run] of (await Promise.all(runs)).entries())
    t.notOk(
      run.failed,
      run.failed
        ? `seed ${seed}, lane ${lane}, after ${run.numRuns} carts and ${run.numShrinks} simplifications: ` +
            `${(run.errorInstance as Error).message}`
        : `${run.numRuns} carts`,
    );
});
