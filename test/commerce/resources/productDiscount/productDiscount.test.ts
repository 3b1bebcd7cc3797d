/** Discounts on products as resources. */
import { money, newKey, newSortOrder, productDiscountDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { assertBadRequest } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';

const discounts = await startResourceApi('product-discounts');
const [early, late] = ['2030-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'];

test('applies every field and update action of product discounts', async t => {
  const created = await discounts.create(
    productDiscountDraft({
      key: newKey('d'),
      description: { en: 'x' },
      predicate: 'product.id = "p" and (categories.id contains any ("c", "d") or customerGroup.id in ("g", "p"))',
      validFrom: early,
      validUntil: late,
    }),
  );
  matchWhole(t, created, {
    name: { en: 'Sale' },
    description: { en: 'x' },
    value: { type: 'relative', permyriad: 1_000 },
    isActive: true,
    references: [
      { typeId: 'product', id: 'p' },
      { typeId: 'category', id: 'c' },
      { typeId: 'category', id: 'd' },
      { typeId: 'customer-group', id: 'g' },
      { typeId: 'customer-group', id: 'p' },
    ],
    validFrom: early,
    validUntil: late,
  });
  const [key, sortOrder] = [newKey('d'), newSortOrder()];
  const changed = await discounts.update(
    created,
    { action: 'changeName', name: { en: 'B' } },
    { action: 'setKey', key },
    { action: 'setDescription' },
    { action: 'changePredicate', predicate: 'sku = "a"' },
    { action: 'changeValue', value: { type: 'absolute', permyriad: 1, money: [money(500), money(600, 'USD')] } },
    { action: 'changeSortOrder', sortOrder },
    { action: 'changeIsActive', isActive: false },
    { action: 'setValidFromAndUntil' },
    { action: 'setValidFrom', validFrom: late },
  );
  matchWhole(t, changed, {
    name: { en: 'B' },
    key,
    description: undefined,
    predicate: 'sku = "a"',
    references: [],
    sortOrder,
    isActive: false,
    validFrom: late,
    validUntil: undefined,
  });
  t.strictSame(changed.value, {
    type: 'absolute',
    money: [500, 600].map((centAmount, at) => ({
      type: 'centPrecision',
      currencyCode: ['EUR', 'USD'][at],
      centAmount,
      fractionDigits: 2,
    })),
  });
  const external = await discounts.update(
    changed,
    { action: 'changeValue', value: { type: 'external' } },
    { action: 'setValidUntil', validUntil: undefined },
  );
  t.strictSame(external.value, { type: 'external' });
  t.equal((await discounts.update(external, { action: 'changeName', name: { en: 'B' } })).version, external.version);
});

const fields = `
  product.id product.key productType.id productType.key sku variant.id
  variant.key variant.sku variantId attributes.color attributes.color.key categories.id
  categories.key categoriesWithAncestors.id categoriesWithAncestors.key price price.centAmount price.value
  price.country price.channel.key amount centAmount currency country
  customerGroup.id customerGroup.key channel.id channel.key price.customerGroup.id price.validFrom
`
  .trim()
  .split(/\s+/);

test('predicates may name all fields of products and prices (product-discount.1666f)', async t => {
  for (const field of fields) {
    const given = `${field} != "${field.endsWith('validFrom') ? '2020-01-01T00:00:00Z' : 'x'}"`;
    const { predicate } = await discounts.create(productDiscountDraft({ isActive: false, predicate: given }));
    t.equal(predicate, given);
  }
  t.ok(await discounts.create(productDiscountDraft({ isActive: false, predicate: '1 = 1 and (true or not(1 = 2))' })));
});

const taken = await discounts.create(productDiscountDraft({ isActive: false }));

const unknownField = (name: string) =>
  [
    `the predicate field '${name}'`,
    { predicate: `${name} = 1` },
    'InvalidField',
    { field: 'predicate', invalidValue: name },
  ] as const;

const refused: readonly (readonly [string, object, string, object])[] = [
  [
    'a second discount with the sortOrder (product-discount.ef64d, product-discount.ccee5)',
    { sortOrder: taken.sortOrder },
    'DuplicateField',
    { field: 'sortOrder', duplicateValue: taken.sortOrder },
  ],
  ...['1.5', '0', '0.10', 'first'].map(
    sortOrder =>
      [
        `the sortOrder ${sortOrder} (product-discount.76261)`,
        { sortOrder },
        'InvalidField',
        { field: 'sortOrder', invalidValue: sortOrder },
      ] as const,
  ),
  ['no predicate', { predicate: 'sku = ' }, 'SyntaxError', { message: /^Malformed field 'predicate': / }],
  ['a function of carts', { predicate: 'lineItemCount(true) > 1' }, 'SyntaxError', { message: /^Malformed field/ }],
  ...['lineItems', 'quantity', 'price.discounted', 'product.name', 'channel.name', 'custom'].map(unknownField),
  [
    'no amounts (product-discount.f69f6)',
    { value: { type: 'absolute', money: [] } },
    'InvalidOperation',
    { message: /got none\.$/ },
  ],
  [
    'two amounts of one currency (product-discount.f69f6)',
    { value: { type: 'absolute', money: [money(1), money(2)] } },
    'InvalidOperation',
    { message: /got EUR, EUR\.$/ },
  ],
  [
    'a negative amount',
    { value: { type: 'absolute', money: [money(-1)] } },
    'InvalidField',
    { field: 'value.money', invalidValue: { centAmount: -1 } },
  ],
  ['no share', { value: { type: 'relative' } }, 'RequiredField', { field: 'value.permyriad' }],
  [
    'a gift',
    { value: { type: 'giftLineItem' } },
    'InvalidField',
    { field: 'value.type', invalidValue: 'giftLineItem' },
  ],
  [
    'a validity that ends first',
    { validFrom: late, validUntil: early },
    'InvalidInput',
    { message: /^validFrom must/ },
  ],
];

for (const [title, changes, code, fieldsOfError] of refused)
  test(`refuses ${title}`, async t => {
    const { errors } = await discounts.refuseCreation(productDiscountDraft({ isActive: false, ...changes }));
    t.equal(errors.length, 1);
    matchWhole(t, { ...errors[0], message: errors[0]?.message }, { code, ...fieldsOfError });
  });

test('identifies a discount by id or key, not by both (product-discount.7642f)', async t => {
  const standalonePrices = discounts.resourcesAt('standalone-prices');
  assertBadRequest(
    t,
    await standalonePrices.refuseCreation({
      sku: newKey('sku'),
      value: money(100),
      discounted: { value: money(1), discount: { typeId: 'product-discount', id: taken.id, key: 'x' } },
    }),
    'InvalidJsonInput',
  );
});
