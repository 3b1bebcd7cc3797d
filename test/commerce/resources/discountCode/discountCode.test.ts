import { test } from '../../../support/tap.js';
import { cartDiscountDraft, createType, newKey, referenceTo } from '../../../support/drafts.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertBadRequest, assertError } from '../../../support/refusal.js';

const codes = await startResourceApi('discount-codes');
const { createIn, messagesOf, resourcesAt } = codes;
const discounts = resourcesAt('cart-discounts');
const [early, late] = ['2030-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'];

test('applies every field and update action of discount codes', async t => {
  const [first, second, type] = await Promise.all([
    discounts.create(cartDiscountDraft()),
    discounts.create(cartDiscountDraft()),
    createType(createIn, ['discount-code']),
  ]);
  const word = newKey('SALE');
  const refer = (...list: Resource[]) => list.map(each => referenceTo('cart-discount', each));
  const key = newKey('code');
  let code = await codes.create({
    code: word,
    key,
    name: { en: 'N' },
    cartDiscounts: refer(first, first),
    cartPredicate: 'true',
    maxApplications: 5,
    groups: ['a', 'a'],
    validFrom: early,
    custom: { type: referenceTo('type', type), fields: { note: 'n' } },
  });
  matchWhole(t, code, {
    code: word,
    name: { en: 'N' },
    cartPredicate: 'true',
    isActive: true,
    references: [],
    maxApplications: 5,
    validFrom: early,
    custom: { fields: { note: 'n' } },
  });
  t.strictSame([code.cartDiscounts, code.groups], [refer(first), ['a']]);
  code = await codes.update(
    code,
    { action: 'setKey' },
    { action: 'setName' },
    { action: 'setDescription', description: { en: 'D' } },
    { action: 'setCartPredicate', cartPredicate: 'lineItemExists(sku = "x")' },
    { action: 'changeIsActive', isActive: false },
    { action: 'changeGroups', groups: ['b'] },
    { action: 'changeCartDiscounts', cartDiscounts: refer(second, first) },
    { action: 'setMaxApplications' },
    { action: 'setMaxApplicationsPerCustomer', maxApplicationsPerCustomer: 2 },
    { action: 'setValidFrom' },
    { action: 'setValidUntil', validUntil: late },
    { action: 'setCustomField', name: 'note', value: 'm' },
  );
  matchWhole(t, code, {
    key: undefined,
    name: undefined,
    description: { en: 'D' },
    cartPredicate: 'lineItemExists(sku = "x")',
    isActive: false,
    groups: ['b'],
    cartDiscounts: refer(second, first),
    maxApplications: undefined,
    maxApplicationsPerCustomer: 2,
    validFrom: undefined,
    validUntil: late,
    custom: { fields: { note: 'm' } },
  });
  code = await codes.update(
    code,
    { action: 'setCartPredicate' },
    { action: 'setValidFromAndUntil' },
    { action: 'setCustomType' },
    { action: 'changeGroups', groups: [] },
  );
  matchWhole(t, code, { cartPredicate: undefined, validUntil: undefined, custom: undefined, groups: [] });

  assertBadRequest(t, await codes.refuse(code, { action: 'changeCartDiscounts', cartDiscounts: [] }), 'InvalidField', {
    field: 'actions[0].cartDiscounts',
  });
  assertBadRequest(
    t,
    await codes.refuse(code, {
      action: 'changeCartDiscounts',
      cartDiscounts: refer(...Array.from({ length: 11 }, () => first)),
    }),
    'InvalidField',
    { field: 'actions[0].cartDiscounts' },
  );
  assertBadRequest(
    t,
    await codes.refuse(code, {
      action: 'changeCartDiscounts',
      cartDiscounts: [{ typeId: 'cart-discount', id: 'none' }],
    }),
    'ReferencedResourceNotFound',
    { typeId: 'cart-discount', id: 'none' },
  );
  assertBadRequest(
    t,
    await codes.refuse(code, { action: 'setCartPredicate', cartPredicate: 'country = :x' }),
    'SyntaxError',
    { message: /Variables are not supported/ },
  );
  assertBadRequest(t, await codes.refuse(code, { action: 'setMaxApplications', maxApplications: 0 }), 'InvalidField', {
    field: 'actions[0].maxApplications',
  });
  assertBadRequest(
    t,
    await codes.refuse(code, { action: 'setValidFromAndUntil', validFrom: late, validUntil: early }),
    'InvalidInput',
  );
  for (const [draft, errorCode, members] of [
    [{ code: word, cartDiscounts: refer(first) }, 'DuplicateField', { field: 'code', duplicateValue: word }],
    [{ code: newKey(), cartDiscounts: refer(first), cartPredicate: '(' }, 'SyntaxError', {}],
    [{ code: newKey(), cartDiscounts: refer(first), validFrom: late, validUntil: late }, 'InvalidInput', {}],
    [{ code: newKey() }, 'RequiredField', { field: 'cartDiscounts' }],
  ] as const)
    assertBadRequest(t, await codes.refuseCreation(draft), errorCode, members);
  assertError(t, await discounts.remove(first), 'ReferenceExists');
  t.equal((await codes.remove(code)).status, 200);
  matchWhole(t, await messagesOf(code), [
    { type: 'DiscountCodeCreated', discountCode: { id: code.id } },
    { type: 'DiscountCodeKeySet', oldKey: key, key: undefined },
    { type: 'DiscountCodeDeleted' },
  ]);
});
