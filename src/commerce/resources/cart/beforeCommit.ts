import { type ErrorEntry, errorEntry, failAll, ApiError, invalidOperation } from '../../../base/errors/ApiError.js';
import type { BeforeCommitInput, BeforeCommit, BeforeCommitResult } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadByUnique, loadManyCached } from '../../../engine/loadResources.js';
import { assortmentOf, variantFilters } from '../productSelection/assortment.js';
import type { LineItem } from '../shared/cartAndOrder/items.js';
import { type Cart, itemsMax } from '../shared/cartAndOrder/members.js';
import type { Store } from '../store/members.js';
import { publishedVariant } from '../../pricing/itemPrices.js';
import type { Product } from '../product/members.js';
import { assertStoreAllows } from '../shared/cartAndOrder/storeRules.js';
import { assertQuantityLimits } from './quantityLimits.js';
import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { repriceCart, repriceWithoutUnavailable } from '../shared/cartAndOrder/repriceCart.js';
import { loadCustomerGroup } from '../shared/customer.js';
import { assertUniqueKeys } from '../shared/listElements.js';
import { assertCodesApply, assertDraftedCodesMatch } from './discounts.js';
import { assertCodesDoNotMatch, assertMayChange } from './freeze.js';

const isFromCatalogue = (item: LineItem): item is LineItem & { readonly productId: string } =>
  item.productId !== undefined;

/** Refuses new line items of variants that the store of the cart does not offer; older ones stay (cart.3387a). */
const assertOffered = async (
  access: ResourceAccess,
  { projectKey, before, after }: BeforeCommitInput<Cart>,
): Promise<void> => {
  if (after.store === undefined || before?.lineItems === after.lineItems) return;
  const known = new Set(before?.lineItems.map(({ id }) => id));
  const items = after.lineItems.filter(({ id }) => !known.has(id)).filter(isFromCatalogue);
  if (items.length === 0) return;
  const { key } = after.store;
  const store = await loadByUnique<Store>(access, projectKey, 'store', 'key', key);
  const assortment = store && (await assortmentOf(access, projectKey, store));
  if (assortment === undefined) return;
  const filters = await variantFilters(
    access,
    projectKey,
    assortment,
    items.map(({ productId }) => productId),
  );
  const refusals = items.flatMap(({ productId, variant: { id, sku } }): ErrorEntry[] =>
    filters.get(productId)?.(sku) === true
      ? []
      : [
          errorEntry('InvalidInput', {
            message: `The store '${key}' does not offer the variant ${id} of the product '${productId}'.`,
          }),
        ],
  );
  if (refusals.length > 0) throw failAll(refusals);
};

/** Refuses line items that a new cart may not have. */
type Check = (access: ResourceAccess, change: BeforeCommitInput<Cart>) => Promise<void>;

/** Refuses channels that the store does not have. The countries of the store are checked for the whole cart. */
const assertChannels: Check = (access, { projectKey, after: { store, lineItems } }) =>
  assertStoreAllows(access, projectKey, { store, lineItems });

const itemChecks: readonly Check[] = [assertChannels, assertOffered, assertQuantityLimits];

/** Returns the line items of a new cart that have a published variant and pass all checks. Does not check prices. */
const buyableItems = async (access: ResourceAccess, change: BeforeCommitInput<Cart>): Promise<LineItem[]> => {
  let items = await publishedItems(access, change);
  for (const check of itemChecks) items = await passingItems(access, change, items, check);
  return items;
};

/** Keeps items whose variant is published, gifts, and items without a product. */
const publishedItems = async (
  access: ResourceAccess,
  { projectKey, after: { lineItems } }: BeforeCommitInput<Cart>,
): Promise<LineItem[]> => {
  const ids = lineItems.map(({ productId }) => productId).filter(id => id !== undefined);
  const products = await loadManyCached<Product>(access, projectKey, 'product', [...new Set(ids)]);
  return lineItems.filter(({ productId, variant, lineItemMode }) => {
    if (productId === undefined || lineItemMode !== 'Standard') return true;
    const product = products.get(productId);
    return product?.masterData.published === true && publishedVariant(product, variant) !== undefined;
  });
};

/** Returns the items that pass a check. Checks all at once, and each one alone only if that fails. */
const passingItems = async (
  access: ResourceAccess,
  change: BeforeCommitInput<Cart>,
  lineItems: LineItem[],
  check: Check,
): Promise<LineItem[]> => {
  const passes = (items: LineItem[]) =>
    check(access, { ...change, after: { ...change.after, lineItems: items } }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 400) return false;
        throw error;
      },
    );
  if (await passes(lineItems)) return lineItems;
  const passing = await Promise.all(lineItems.map(item => passes([item])));
  return lineItems.filter((_, at) => passing[at]);
};

/** Refuses too many items, two items with one key, and quantities whose sum is not a safe integer. */
export const assertItems = ({ lineItems, customLineItems }: Cart): void => {
  const errors = new PhaseErrors();
  for (const [name, items] of Object.entries({ lineItems, customLineItems })) {
    if (items.length > itemsMax)
      errors.add(invalidOperation(`A cart has at most ${itemsMax} ${name}; it would have ${items.length}.`));
    errors.check(() => assertUniqueKeys(items, `${name}.key`));
    const pieces = items.reduce((all, { quantity }) => all + quantity, 0);
    if (!Number.isSafeInteger(pieces))
      errors.add(
        invalidOperation(
          `The quantities of all ${name} of a cart come to at most ${Number.MAX_SAFE_INTEGER} together.`,
        ),
      );
  }
  errors.throwIfAny();
};

/**
 * Members that no amount depends on. Predicates of discounts may read all others, such as custom fields and the
 * customer's email.
 */
const membersWithoutAmounts: readonly (keyof Cart)[] = [
  'key',
  'anonymousId',
  'itemShippingAddresses',
  'paymentInfo',
  'deleteDaysAfterLastModification',
  'cartState',
  'freezeStrategy',
  'lock',
  'inventoryMode',
];

/** Tells whether amounts of the cart may change. */
const affectsAmounts = ({ before, changes, requestedEffects }: BeforeCommitInput<Cart>): boolean =>
  before === undefined ||
  Object.keys(requestedEffects).length > 0 ||
  Object.keys(changes).some(name => !membersWithoutAmounts.includes(name as keyof Cart));

/** Tells whether the cart would be frozen with prices for a group that its customer no longer has. */
const freezesOldGroup = async (
  access: ResourceAccess,
  { projectKey, changes, after }: BeforeCommitInput<Cart>,
): Promise<boolean> =>
  changes.cartState === 'Frozen' && !sameValue(await loadCustomerGroup(access, projectKey, after), after.customerGroup);

/** Prices the cart after every change that its amounts depend on. */
export const beforeCommit: BeforeCommit<Cart> = (access, change) => checkAndPrice(access, change, repriceCart);

/** Prices a replica with the current product data, without line items that cannot be bought any more. */
export const beforeReplicaCommit: BeforeCommit<Cart> = async (access, change) => {
  const lineItems = await buyableItems(access, change);
  const requestedEffects = { ...change.requestedEffects, recalculate: { updateProductData: true } };
  const buyable = { ...change, requestedEffects, after: { ...change.after, lineItems } };
  return checkAndPrice(access, buyable, repriceWithoutUnavailable);
};

type Reprice = typeof repriceCart;

const checkAndPrice = async (
  access: ResourceAccess,
  change: BeforeCommitInput<Cart>,
  reprice: Reprice,
): Promise<BeforeCommitResult<Cart>> => {
  assertMayChange(change);
  assertItems(change.after);
  await assertStoreAllows(access, change.projectKey, change.after, change.before);
  await assertOffered(access, change);
  // The checks run while the cart is priced. If both refuse, the error of the checks is thrown.
  const [checks, priced] = await Promise.allSettled([
    assertChanges(access, change),
    priceChange(access, change, reprice),
  ]);
  if (checks.status === 'rejected') throw checks.reason;
  if (priced.status === 'rejected') throw priced.reason;
  return priced.value;
};

/** Refuses quantities and discount codes that the cart may not have. */
const assertChanges = async (access: ResourceAccess, change: BeforeCommitInput<Cart>): Promise<void> => {
  await assertQuantityLimits(access, change);
  await assertCodesApply(access, change);
  await assertCodesDoNotMatch(access, change);
};

const priceChange = async (
  access: ResourceAccess,
  change: BeforeCommitInput<Cart>,
  reprice: Reprice,
): Promise<BeforeCommitResult<Cart>> => {
  if (!affectsAmounts(change) && !(await freezesOldGroup(access, change))) return {};
  if (change.before !== undefined) return { set: await reprice(access, change) };
  // The draft of a cart at `/me` does not know its customer.
  const customerGroup = await loadCustomerGroup(access, change.projectKey, change.after);
  const after = { ...change.after, customerGroup };
  const priced = await reprice(access, { ...change, after });
  await assertDraftedCodesMatch(access, change, priced.discountCodes);
  return { set: { customerGroup, ...priced } };
};
