/** Predicates of discounts about the categories of the products in a cart. */
import type { Cart } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { startShop } from '../../../support/cartShop.js';
import { categoryDraft, money, newKey } from '../../../support/drafts.js';
import type { Resource } from '../../../support/resourceApi.js';

const { createIn, resourcesAt, product, discountFor, create, update } = await startShop();

const below = (parent?: Resource) =>
  createIn(
    'categories',
    categoryDraft({ key: newKey('category'), parent: parent && { typeId: 'category', id: parent.id } }),
  );
const priced = (...categories: readonly Resource[]) =>
  product([{ value: money(1_000) }], { categories: categories.map(({ id }) => ({ typeId: 'category', id })) });

/** Tells whether a discount on all items with this predicate applies to a cart with one product. */
const applies = async (predicate: string, sku: string): Promise<boolean> => {
  const discount = await discountFor({ target: { type: 'lineItems', predicate } });
  const cart = await create({ lineItems: [{ sku }] });
  const current = await resourcesAt('cart-discounts').get(discount);
  await resourcesAt('cart-discounts').update(current, { action: 'changeIsActive', isActive: false });
  return cart.totalPrice.centAmount === 900;
};

test('a predicate names the categories of a product, and those above them', async t => {
  const root = await below();
  const shoes = await below(root);
  const boots = await below(shoes);
  const other = await below();
  const { sku } = await priced(boots, other);
  for (const [predicate, expected] of [
    [`categories.id contains any ("${boots.id}")`, true],
    [`categories.id contains all ("${boots.id}", "${other.id}")`, true],
    [`categories.key contains any ("${boots.key as string}")`, true],
    [`categories.id contains any ("${shoes.id}")`, false],
    [`categories.key contains any ("${root.key as string}")`, false],
    [`categoriesWithAncestors.id contains any ("${root.id}")`, true],
    [`categoriesWithAncestors.id contains all ("${root.id}", "${shoes.id}", "${boots.id}", "${other.id}")`, true],
    [`categoriesWithAncestors.key contains any ("${shoes.key as string}")`, true],
    ['categoriesWithAncestors.id contains any ("none")', false],
    ['categories is not empty', true],
  ] as const)
    t.equal(await applies(predicate, sku), expected, predicate);
  t.equal(await applies('categories is empty', (await priced()).sku), true);
});

test('a cart has the discount of the categories that are above at its next recalculation', async t => {
  const [one, two, leaf] = [await below(), await below(), await below()];
  const { sku } = await priced(leaf);
  await discountFor({
    target: { type: 'lineItems', predicate: `categoriesWithAncestors.id contains any ("${two.id}")` },
    cartPredicate: `lineItemExists(categoriesWithAncestors.id contains any ("${two.id}"))`,
  });
  let cart: Cart = await create({ lineItems: [{ sku }] });
  let moved = leaf;
  for (const [parent, total] of [
    [one, 1_000],
    [two, 900],
    [one, 1_000],
  ] as const) {
    const action = { action: 'changeParent', parent: { typeId: 'category', id: parent.id } };
    moved = await resourcesAt('categories').update(moved, action);
    cart = await update(cart, { action: 'recalculate' });
    t.equal(cart.totalPrice.centAmount, total);
  }
});
