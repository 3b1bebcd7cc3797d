/**
 * All values of a cart that a merchant may set and a buyer at `/me` may not, according to the declarations: draft
 * members, and update actions with values that make the cart cheaper or different from a buyer's.
 */
import { required } from '../../../../src/base/errors/ApiError.js';
import { definitions } from '../../../../src/commerce/resources/index.js';
import { germany } from '../../../support/cartShop.js';
import { money, newKey } from '../../../support/drafts.js';
import { customItem } from './cartItems.js';

interface ObjectSchema {
  readonly properties: Readonly<Record<string, ObjectSchema>>;
  readonly items: ObjectSchema;
}

const cart = required(
  definitions.find(({ typeId }) => typeId === 'cart'),
  'cart',
);
const [draft, myDraft] = [cart.draft, cart.own?.draft].map(
  creation => required(creation, 'a draft').schema as unknown as ObjectSchema,
);
const itemDraft = ({ properties }: ObjectSchema) => required(properties.lineItems, 'lineItems').items;
const actionsOf = (table: typeof cart.actions) => required(table, 'the actions');

const namesOf = ({ properties }: ObjectSchema): string[] => Object.keys(properties);
const lacking = (all: readonly string[], some: readonly string[]): string[] =>
  all.filter(name => !some.includes(name)).sort();

/** The members of the drafts at `/me`. */
export const myNames = { cart: namesOf(myDraft!), lineItem: namesOf(itemDraft(myDraft!)) };

/** The names of draft members and actions that only merchants may use. */
export const merchantOnly = {
  cart: lacking(namesOf(draft!), myNames.cart),
  lineItem: lacking(namesOf(itemDraft(draft!)), myNames.lineItem),
  actions: lacking(Object.keys(actionsOf(cart.actions)), Object.keys(actionsOf(cart.own?.actions))),
};

/** Actions that give no advantage to the cart. */
export const withoutGift = [
  'addShoppingList',
  'freezeCart',
  'lockCart',
  'removeCustomLineItem',
  'setAnonymousId',
  'setCustomerId',
  'unfreezeCart',
  'unlockCart',
];

const freeRate = { name: 'none', amount: 0, country: 'DE', includedInPrice: true };
const freeTax = (centAmount: number) => ({ totalGross: money(centAmount), taxRate: freeRate });
const [a, b] = [{ lineItemKey: 'aa' }, { lineItemKey: 'bb' }];
const details = { targets: [{ addressKey: 'home', quantity: 1 }] };
const half = { value: { type: 'relative', permyriad: 5_000 }, target: { type: 'lineItems', predicate: '1=1' } };

interface References {
  readonly sku: string;
  readonly type: object;
  readonly group: object;
  readonly policy: object;
}

/** The actions that set every such value in a cart with the line items a, b and c, by the tax mode that they need. */
export const giftsOf = ({ sku, type, group, policy }: References): Readonly<Record<string, object[]>> => {
  const fee = { customLineItemKey: 'fee' };
  const custom = { type, fields: { note: 'given' } };
  const field = { name: 'note', value: 'also given' };
  const addFee = { action: 'addCustomLineItem', ...customItem({ ...fee, key: 'fee', slug: newKey('fee') }) };
  return {
    Platform: [
      { action: 'setLineItemPrice', ...a, externalPrice: money(1) },
      { action: 'setLineItemTotalPrice', ...b, externalTotalPrice: { price: money(1), totalPrice: money(1) } },
      { action: 'addLineItem', name: { en: 'Engraving' }, sku, externalPrice: money(1), key: 'engraving' },
      { action: 'setLineItemInventoryMode', ...a, inventoryMode: 'TrackOnly' },
      {
        action: 'setLineItemRecurrenceInfo',
        ...b,
        recurrenceInfo: { recurrencePolicy: policy, priceSelectionMode: 'Fixed' },
      },
      { ...addFee, money: money(-10) },
      { action: 'changeCustomLineItemMoney', ...fee, money: money(-20) },
      { action: 'changeCustomLineItemQuantity', ...fee, quantity: 2 },
      { action: 'changeCustomLineItemPriceMode', ...fee, mode: 'External' },
      { action: 'setCustomLineItemCustomType', ...fee, ...custom },
      { action: 'setCustomLineItemCustomField', ...fee, ...field },
      { action: 'setCustomLineItemShippingDetails', ...fee, shippingDetails: details },
      { action: 'applyDeltaToCustomLineItemShippingDetailsTargets', ...fee, targetsDelta: details.targets },
      { action: 'setCustomLineItemRecurrenceInfo', ...fee, recurrenceInfo: { recurrencePolicy: policy } },
      { action: 'setDirectDiscounts', discounts: [half] },
      { action: 'setPurchaseOrderNumber', purchaseOrderNumber: newKey('po') },
      { action: 'setKey', key: newKey('cart') },
      { action: 'changePriceRoundingMode', priceRoundingMode: 'HalfDown' },
      { action: 'changeTaxRoundingMode', taxRoundingMode: 'HalfDown' },
      { action: 'changeTaxCalculationMode', taxCalculationMode: 'UnitPriceLevel' },
    ],
    'Platform, its shipping': [
      { action: 'setShippingRateInput', shippingRateInput: { type: 'Score', score: 9 } },
      { action: 'setShippingCustomType', ...custom },
      { action: 'setShippingCustomField', ...field },
      { action: 'setEstimatedDelivery', estimatedDelivery: { from: '2026-01-01T00:00:00.000Z' } },
      { action: 'setShippingAddressCustomType', ...custom },
      { action: 'setShippingAddressCustomField', ...field },
      { action: 'setBillingAddress', address: germany },
      { action: 'setBillingAddressCustomType', ...custom },
      { action: 'setBillingAddressCustomField', ...field },
      { action: 'setItemShippingAddressCustomType', addressKey: 'home', ...custom },
      { action: 'setItemShippingAddressCustomField', addressKey: 'home', ...field },
    ],
    'Platform, shipping and group of its own': [
      {
        action: 'setCustomShippingMethod',
        shippingMethodName: 'Free',
        shippingRate: { price: money(0) },
        taxCategory: { typeId: 'tax-category', key: 'standard' },
      },
      { action: 'setCustomerGroup', customerGroup: group },
    ],
    External: [
      { action: 'changeTaxMode', taxMode: 'External' },
      { ...addFee, money: money(100) },
      ...['aa', 'bb', 'cc'].map(lineItemKey => ({
        action: 'setLineItemTaxRate',
        lineItemKey,
        externalTaxRate: freeRate,
      })),
      { action: 'setCustomLineItemTaxRate', ...fee, externalTaxRate: freeRate },
      { action: 'setShippingMethodTaxRate', externalTaxRate: freeRate },
    ],
    ExternalAmount: [
      { action: 'changeTaxMode', taxMode: 'ExternalAmount' },
      { ...addFee, money: money(100) },
      { action: 'setLineItemTaxAmount', ...a, externalTaxAmount: freeTax(1) },
      { action: 'setCustomLineItemTaxAmount', ...fee, externalTaxAmount: freeTax(1) },
      { action: 'setShippingMethodTaxAmount', externalTaxAmount: freeTax(1) },
      { action: 'setCartTotalTax', externalTotalGross: money(1) },
    ],
    Disabled: [{ action: 'changeTaxMode', taxMode: 'Disabled' }],
  };
};

/** A draft with every member that only a merchant may give. */
export const giftDraft = ({ sku, group }: References): Readonly<Record<string, unknown>> => ({
  key: newKey('cart'),
  customerGroup: group,
  lineItems: [
    { sku, key: 'aa', externalPrice: money(1), inventoryMode: 'TrackOnly' },
    { sku, key: 'bb', externalTotalPrice: { price: money(1), totalPrice: money(1) } },
    { name: { en: 'Engraving' }, key: 'cc', externalPrice: money(1), externalTaxRate: freeRate },
  ],
  customLineItems: [customItem({ money: money(-1), key: 'fee' })],
  externalTaxRateForShippingMethod: freeRate,
  priceRoundingMode: 'HalfUp',
  taxRoundingMode: 'HalfUp',
  taxCalculationMode: 'UnitPriceLevel',
  shippingRateInput: { type: 'Score', score: 9 },
  origin: 'Merchant',
  purchaseOrderNumber: newKey('po'),
});
