import { test } from '../../support/tap.js';
import { innermostSharedList } from '../../../src/search/fields/SearchField.js';
import { orderLists } from '../../../src/search/types/order.js';
import { fieldByName, searchFields } from '../../support/search/searchedOrder.js';

const shared = (one: string, other: string): string | undefined =>
  innermostSharedList(fieldByName.get(one)!, fieldByName.get(other)!);

const table: readonly (readonly [string, string, string | undefined])[] = [
  ['lineItems.state.quantity', 'lineItems.state.state.key', 'lineItems.state'],
  ['lineItems.state.quantity', 'lineItems.variant.sku', 'lineItems'],
  [
    'paymentInfo.payments.transactions.id',
    'paymentInfo.payments.transactions.interactionId',
    'paymentInfo.payments.transactions',
  ],
  ['paymentInfo.payments.transactions.id', 'paymentInfo.payments.interfaceId', 'paymentInfo.payments'],
  [
    'shippingInfo.deliveries.parcels.trackingData.trackingId',
    'shippingInfo.deliveries.parcels.trackingData.trackingId',
    'shippingInfo.deliveries.parcels',
  ],
  ['lineItems.name', 'customLineItems.name', undefined],
  ['billingAddress.city', 'billingAddress.country', undefined],
  ['id', 'version', undefined],
];

test('finds the innermost list that two fields share (SEARCH058)', async t => {
  for (const [one, other, place] of table) {
    t.equal(shared(one, other), place, `${one} ${other}`);
    t.equal(shared(other, one), place, `${other} ${one}`);
  }
});

test('has a field in every list (SEARCH058)', async t => {
  for (const place of orderLists)
    t.ok(
      searchFields.some(({ name }) => name.startsWith(`${place}.`)),
      place,
    );
});
