/** All errors of a phase of a draft are reported together (ERR004). */
import { test } from '../../support/tap.js';
import {
  attributeDraft,
  fieldDefinition,
  lineItemDraft,
  money,
  newKey,
  orderDraft,
  productDraft,
  productTypeDraft,
} from '../../support/drafts.js';
import { startOrders } from '../../support/orders.js';
import { assertRefusal, type ExpectedEntry, literally } from '../../support/refusal.js';
import { duplicate, missing, missingId } from './phaseEntries.js';

const { http, base, createIn } = await startOrders();

const type = await createIn<{ readonly id: string; readonly key: string }>('types', {
  key: newKey('type'),
  name: { en: 'Type' },
  resourceTypeIds: ['order', 'line-item'],
  fieldDefinitions: [
    fieldDefinition('next', { name: 'Reference', referenceTypeId: 'state' }),
    fieldDefinition('others', { name: 'Set', elementType: { name: 'Reference', referenceTypeId: 'state' } }),
    fieldDefinition('count', { name: 'Number' }),
    fieldDefinition('note', { name: 'String' }, true),
  ],
});
const custom = (fields: object) => ({ type: { typeId: 'type' as const, id: type.id }, fields: fields as never });

const productType = await createIn<{ readonly id: string }>(
  'product-types',
  productTypeDraft([
    attributeDraft('size', { name: 'number' }),
    attributeDraft('shape', { name: 'enum', values: [{ key: 'round', label: 'Round' }] }),
    attributeDraft('label', { name: 'text' }, { isRequired: true }),
  ]),
);
const taken = {
  key: newKey('product'),
  slug: { en: newKey('slug') },
  masterVariant: { sku: newKey('sku'), attributes: [{ name: 'label', value: 'one' }] },
};
await createIn('products', productDraft(productType, taken));

const refusedDrafts: readonly (readonly [title: string, path: string, draft: object, entries: ExpectedEntry[]])[] = [
  [
    'references by id, of which only one is read before the commit',
    'orders/import',
    orderDraft({
      state: { typeId: 'state', id: missingId(1) },
      customerGroup: { typeId: 'customer-group', id: missingId(2) },
      paymentInfo: { payments: [{ typeId: 'payment', id: missingId(3) }] },
    }),
    [
      missing('customer-group', { id: missingId(2) }),
      missing('payment', { id: missingId(3) }),
      missing('state', { id: missingId(1) }),
    ],
  ],
  [
    'references by id and by key, one of them twice',
    'orders/import',
    orderDraft({
      store: { typeId: 'store', key: 'nowhere' },
      lineItems: [1, 1, 2].map(at => lineItemDraft({ supplyChannel: { typeId: 'channel', id: missingId(at) } })),
    }),
    [
      missing('store', { key: 'nowhere' }),
      missing('channel', { id: missingId(1) }),
      missing('channel', { id: missingId(2) }),
    ],
  ],
  [
    'a malformed reference beside missing ones',
    'stores',
    {
      key: newKey('store'),
      distributionChannels: [{ typeId: 'channel' }, { typeId: 'channel', id: missingId(1) }],
      supplyChannels: [{ typeId: 'channel', key: 'nowhere' }],
    },
    [
      {
        code: 'RequiredField',
        field: 'distributionChannels[0].id',
        message: /either id or key identifies the resource/,
      },
      missing('channel', { id: missingId(1) }),
      missing('channel', { key: 'nowhere' }),
    ],
  ],
  [
    'references in custom fields of the order and of its items',
    'orders/import',
    orderDraft({
      custom: custom({ note: 'x', next: { typeId: 'state', id: missingId(1) } }),
      lineItems: [
        lineItemDraft({ custom: custom({ note: 'x', next: { typeId: 'state', key: 'none' } }) }),
        lineItemDraft({
          custom: custom({
            note: 'x',
            others: [
              { typeId: 'state', key: 'unknown' },
              { typeId: 'state', id: missingId(2) },
            ],
          }),
        }),
      ],
    }),
    [
      missing('state', { key: 'none' }),
      missing('state', { key: 'unknown' }),
      missing('state', { id: missingId(2) }),
      missing('state', { id: missingId(1) }),
    ],
  ],
  [
    'custom fields of the order and of its items',
    'orders/import',
    orderDraft({
      custom: custom({ count: 'many', colour: 'red' }),
      lineItems: [lineItemDraft({ custom: custom({ note: 5, next: 'later' }) })],
    }),
    [
      { code: 'InvalidField', field: 'fields.note', invalidValue: 5, message: /Expected a text\./ },
      { code: 'InvalidField', field: 'fields.next', invalidValue: 'later', message: /Expected a reference with/ },
      {
        code: 'RequiredField',
        field: 'fields.note',
        message: literally(`A value is required for field fields.note: the Type '${type.key}' requires it.`),
      },
      { code: 'InvalidField', field: 'fields.count', invalidValue: 'many', message: /Expected a number\./ },
      {
        code: 'InvalidField',
        field: 'colour',
        invalidValue: 'red',
        message: /has the fields next, others, count, note/,
      },
    ],
  ],
  [
    'attributes of a product and of its variants',
    'products',
    productDraft(productType, {
      masterVariant: {
        attributes: [
          { name: 'size', value: 'large' },
          { name: 'colour', value: 'red' },
        ],
      },
      variants: [
        {
          attributes: [
            { name: 'label', value: 'x' },
            { name: 'shape', value: 'flat' },
          ],
        },
      ],
    }),
    [
      { code: 'InvalidField', field: 'attributes.size', invalidValue: 'large', message: /Expected a number\./ },
      { code: 'AttributeNameDoesNotExist', invalidAttributeName: 'colour', message: /colour/ },
      { code: 'RequiredField', field: 'attributes.label', message: /the product type requires it/ },
      {
        code: 'InvalidField',
        field: 'attributes.shape',
        invalidValue: 'flat',
        allowedValues: ['round'],
        message: /Expected the key of one of its values\./,
      },
    ],
  ],
  [
    'references of a product and of its prices',
    'products',
    productDraft(productType, {
      taxCategory: { typeId: 'tax-category', id: missingId(1) },
      state: { typeId: 'state', key: 'none' },
      masterVariant: {
        attributes: [{ name: 'label', value: 'x' }],
        prices: [
          { value: money(1), channel: { typeId: 'channel', id: missingId(2) } },
          { value: money(1), country: 'DE', customerGroup: { typeId: 'customer-group', key: 'unknown' } },
        ],
      },
    }),
    [
      missing('customer-group', { key: 'unknown' }),
      missing('channel', { id: missingId(2) }),
      missing('tax-category', { id: missingId(1) }),
      missing('state', { key: 'none' }),
    ],
  ],
  [
    'unique values, and a reference that the commit checks',
    'products',
    productDraft(productType, { ...taken, taxCategory: { typeId: 'tax-category', id: missingId(1) } }),
    [
      duplicate('key', taken.key),
      duplicate('sku', taken.masterVariant.sku),
      duplicate('slug.en', taken.slug.en),
      missing('tax-category', { id: missingId(1) }),
    ],
  ],
  [
    'conditions of an extension',
    'extensions',
    {
      key: newKey('extension'),
      destination: { type: 'HTTP', url: 'http://10.0.0.1/' },
      triggers: ['colour = 1', 'size = 1'].map(condition => ({
        resourceTypeId: 'order',
        actions: ['Create'],
        condition,
      })),
    },
    [
      { code: 'InvalidField', field: 'destination.url', invalidValue: 'http://10.0.0.1/', message: /public address/ },
      { code: 'InvalidInput', message: /^Malformed field 'triggers\[0\]\.condition': .*'colour' does not exist/ },
      { code: 'InvalidInput', message: /^Malformed field 'triggers\[1\]\.condition': .*'size' does not exist/ },
    ],
  ],
];

for (const [title, path, draft, entries] of refusedDrafts)
  test(`a draft: reports all ${title} (ERR004)`, async t => {
    assertRefusal(t, await http.send('POST', `${base}/${path}`, { body: draft }), 400, entries);
  });
