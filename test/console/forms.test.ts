/** Forms of drafts and update actions: dates, optional parts, custom fields and attributes of every type. */
import type { Locator, Page } from 'playwright-core';
import { apply, choose, chooseAction, field, part } from './forms/fields.js';
import { test, type Test } from '../support/tap.js';
import { startSharedConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import {
  attributeDraft,
  fieldDefinition,
  money,
  newKey,
  orderDraft,
  productDraft,
  productTypeDraft,
} from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startSharedConsole({ 'ana@example.com': 'administrator' });
const credentials = await quayside.project();
const { projectKey } = credentials;
const project = { quayside, http: quayside.http.as(await quayside.token(credentials)), projectKey };

const open = (t: Test, path: string, options: object = {}) =>
  openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/${path}`, {
    timezoneId: 'Europe/Berlin',
    ...options,
  });

const read = async (path: string) => (await project.http.send('GET', `/${projectKey}/${path}`)).json as object;

test('saves a discount for next week: times are local, and say so; what changes nothing is not called saved', {
  skip,
}, async t => {
  const { page, unexpected } = await open(t, 'cart-discounts/create/all');
  await field(part(page, 'Name'), 'en').fill('Advent');
  await choose(page, field(part(page, 'Value'), 'Kind'), 'Percent');
  await field(part(page, 'Value'), 'Permyriad').fill('1000');
  await choose(page, field(part(page, 'Target'), 'Kind'), 'Shipping');
  await page.getByRole('textbox', { name: 'Predicate' }).first().fill('1 = 1');
  await field(page, 'Sort order').fill('0.1234');
  await field(page, 'Valid from').fill('2030-12-01T08:30');
  await field(page, 'Valid until').fill('2030-12-24T20:00:15');
  t.equal(await page.getByText('Local time (Europe/Berlin); it is saved in UTC.').count(), 2);
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Advent' }).waitFor();
  const id = page.url().split('/').at(-1)!;
  const discount = {
    version: 1,
    name: { en: 'Advent' },
    value: { type: 'relative', permyriad: 1_000 },
    target: { type: 'shipping' },
    sortOrder: '0.1234',
    validFrom: '2030-12-01T07:30:00.000Z',
    validUntil: '2030-12-24T19:00:15.000Z',
  };
  matchWhole(t, await read(`cart-discounts/${id}`), discount);
  await chooseAction(page, 'Set valid until');
  await field(page, 'Valid until').fill('2030-12-24T20:00:15');
  await apply(page, 'Nothing changed: the values are those of version 1.');
  t.equal(await page.getByText(/^Saved/).count(), 0);
  // Summer time has another distance to UTC.
  await field(page, 'Valid until').fill('2031-07-01T00:00');
  await apply(page, 'Saved as version 2.');
  await apply(page, 'Saved as version 3.');
  const { validUntil: _validUntil, ...others } = discount;
  matchWhole(t, await read(`cart-discounts/${id}`), { ...others, version: 3 });
  t.same(unexpected(), []);
});

test('leaves an empty optional part out, and asks for what a part lacks once it has something', longForm, async t => {
  const taxCategory = await createIn(project, 'tax-categories', { name: 'Standard' });
  const zone = await createIn(project, 'zones', { name: 'Home' });
  const { page, unexpected } = await open(t, 'shipping-methods/create');
  await field(page, 'Name').fill('Van');
  await choose(page, field(page, 'Tax category'), 'Standard');
  const zoneRates = part(page, 'Zone rates').first();
  await zoneRates.getByTitle('Add').last().click();
  await choose(page, field(page, 'Zone'), 'Home');
  const rates = part(page, 'Shipping rates');
  await rates.getByTitle('Add').last().click();
  await field(part(page, 'Price'), 'Currency code').fill('EUR');
  await field(page, 'Default').selectOption('no');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('A value is needed.').first().waitFor();
  t.equal(await page.getByText('A value is needed.').filter({ visible: true }).count(), 1);
  await field(part(page, 'Price'), 'Amount in the smallest unit').fill('490');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Van' }).waitFor();
  matchWhole(t, await read(`shipping-methods/${page.url().split('/').at(-1)}`), {
    taxCategory: { id: taxCategory.id },
    zoneRates: [{ zone: { id: zone.id }, shippingRates: [{ price: money(490), tiers: [] }] }],
    isDefault: false,
  });
  t.same(unexpected(), []);
});

const kinds = ['boolean', 'text', 'ltext', 'number', 'money', 'date', 'time', 'datetime'] as const;
const choices = [
  { key: 'red', label: 'Red' },
  { key: 'blue', label: 'Blue' },
];
const texts = choices.map(({ key, label }) => ({ key, label: { en: label } }));

/** Types of custom fields whose names differ from those of attributes in more than a capital letter. */
const spelled = new Map(
  ['text String', 'ltext LocalizedString', 'lenum LocalizedEnum', 'datetime DateTime'].map(
    each => each.split(' ') as [string, string],
  ),
);

/** A list begins with one field. */
const addTo = async (list: Locator): Promise<void> => list.getByTitle('Add', { exact: true }).last().click();

/** Fills in values of each type; `label` names the field of a type. */
const fillValues = async (page: Page, at: Page | Locator, label: (kind: string) => string, reference: string) => {
  await field(at, label('boolean')).selectOption('no');
  await field(at, label('text')).fill('Wool');
  await field(part(at, label('ltext')), 'de').fill('Wolle');
  await field(at, label('number')).fill('1.5');
  await field(part(at, label('money')), 'currencyCode').fill('EUR');
  await field(part(at, label('money')), 'centAmount').fill('250');
  await field(at, label('date')).fill('2030-02-28');
  await field(at, label('time')).fill('08:30');
  await field(at, label('datetime')).fill('2030-07-01T12:00');
  await choose(page, field(at, label('enum')), 'Red');
  await choose(page, field(at, label('lenum')), 'Blue');
  await choose(page, field(at, label('reference')), reference);
};

/** The values that `fillValues` enters, as the API writes them. */
const filled = (zoneId: string) => ({
  boolean: false,
  text: 'Wool',
  ltext: { de: 'Wolle' },
  number: 1.5,
  money: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 250, fractionDigits: 2 },
  date: '2030-02-28',
  time: '08:30:00',
  datetime: '2030-07-01T10:00:00.000Z',
  reference: { typeId: 'zone', id: zoneId },
});

test('adds a variant with attributes of every type, and changes them', longForm, async t => {
  const zone = await createIn(project, 'zones', { name: 'Harbour' });
  const inner = await createIn(project, 'product-types', productTypeDraft([attributeDraft('inside')]));
  const single = [
    ...kinds.map(name => ({ name })),
    { name: 'enum', values: choices },
    { name: 'lenum', values: texts },
    { name: 'reference', referenceTypeId: 'zone' },
    { name: 'nested', typeReference: { typeId: 'product-type', id: inner.id } },
  ];
  const productType = await createIn(
    project,
    'product-types',
    productTypeDraft([
      ...single.map(type => attributeDraft(`a-${type.name}`, type)),
      ...single.map(type => attributeDraft(`s-${type.name}`, { name: 'set', elementType: type })),
      attributeDraft('brand', { name: 'text' }, { attributeConstraint: 'SameForAll' }),
      attributeDraft('season', { name: 'text' }, { level: 'Product' }),
    ]),
  );
  const brand = { name: 'brand', value: 'Own' };
  const product = await createIn(
    project,
    'products',
    productDraft({ id: productType.id }, { masterVariant: { sku: newKey('sku'), attributes: [brand] } }),
  );
  const { page, unexpected } = await open(t, `products/${product.id}`);
  const dialog = page.getByRole('dialog');
  const save = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const sku = newKey('sku');
  await page.getByRole('button', { name: 'Add a variant' }).click();
  await page.locator('[data-place="1,0"]').click();
  await page.keyboard.type(sku);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Everything is saved.').waitFor();
  const headings = await page.getByRole('columnheader').allInnerTexts();
  // The column of the row's heading comes first. Cells of values that are no text open the window of all attributes.
  const nested = page.locator(`[data-place="1,${headings.indexOf('a-nested') - 1}"]`);
  await nested.dblclick();
  await fillValues(page, dialog, kind => `a-${kind}`, 'Harbour');
  await part(dialog, 'a-nested').getByRole('button', { name: 'Add: a-nested' }).click();
  await field(part(dialog, 'a-nested'), 'inside').fill('Felt');
  await addTo(part(dialog, 's-text'));
  await part(dialog, 's-text').getByRole('textbox').fill('One');
  await addTo(part(dialog, 's-number'));
  await part(dialog, 's-number').getByRole('textbox').fill('7');
  await choose(page, field(dialog, 's-lenum'), 'Red');
  t.same(await violationsOf(page), []);
  await save();
  const { reference, ...values } = filled(zone.id);
  const attributes = [
    brand,
    ...Object.entries(values).map(([name, value]) => ({ name: `a-${name}`, value })),
    { name: 'a-enum', value: choices[0] },
    { name: 'a-lenum', value: texts[1] },
    { name: 'a-reference', value: reference },
    { name: 'a-nested', value: [{ name: 'inside', value: 'Felt' }] },
    { name: 's-text', value: ['One'] },
    { name: 's-number', value: [7] },
    { name: 's-lenum', value: [texts[0]] },
  ];
  const stored = () => read(`products/${product.id}`);
  matchWhole(t, await stored(), { version: 3, masterData: { staged: { variants: [{ sku, attributes }] } } });

  await nested.dblclick();
  await field(dialog, 'a-text').waitFor();
  await save();
  matchWhole(t, await stored(), { version: 3 });
  await nested.dblclick();
  await field(dialog, 'a-text').fill('');
  await field(dialog, 'a-number').fill('2');
  await field(dialog, 'brand').fill('Other');
  await save();
  await page.getByRole('button', { name: 'Change the attributes of the product' }).click();
  await field(dialog, 'season').fill('Winter');
  await save();
  const changed = attributes
    .filter(({ name }) => name !== 'a-text')
    .map(each => ({ 'a-number': { ...each, value: 2 }, brand: { ...each, value: 'Other' } })[each.name] ?? each);
  matchWhole(t, await stored(), {
    masterData: {
      staged: {
        attributes: [{ name: 'season', value: 'Winter' }],
        masterVariant: { attributes: [{ name: 'brand', value: 'Other' }] },
        variants: [{ sku, attributes: changed }],
      },
    },
  });
  t.same(unexpected(), []);
});

test('writes custom fields of every type to an order, and changes one', longForm, async t => {
  const zone = await createIn(project, 'zones', { name: 'Depot' });
  const names = ['Boolean', 'Number', 'String', 'LocalizedString', 'Money', 'Date', 'Time', 'DateTime'];
  const types = [
    ...names.map(name => ({ name })),
    { name: 'Enum', values: choices },
    { name: 'LocalizedEnum', values: texts },
    { name: 'Reference', referenceTypeId: 'zone' },
  ];
  const type = await createIn(project, 'types', {
    key: newKey('type'),
    name: { en: 'Delivery' },
    resourceTypeIds: ['order'],
    fieldDefinitions: [
      ...types.map(each => fieldDefinition(`f-${each.name}`, each)),
      ...types.map(each => fieldDefinition(`s-${each.name}`, { name: 'Set', elementType: each })),
      { ...fieldDefinition('note', { name: 'String' }), inputHint: 'MultiLine' },
    ],
  });
  const order = await createIn(project, 'orders/import', orderDraft());
  const { page, unexpected } = await open(t, `orders/${order.id}`);
  await chooseAction(page, 'Set custom type');
  await choose(page, field(page, 'Choice'), 'Delivery (order)');
  const labelOf = (kind: string) => `f-${spelled.get(kind) ?? kind.replace(/^./, first => first.toUpperCase())}`;
  await fillValues(page, page, labelOf, 'Depot');
  await addTo(part(page, 's-Date'));
  await part(page, 's-Date').locator('input[type=date]').fill('2030-01-01');
  await field(page, 'note').fill('Ring twice.\nThen wait.');
  t.same(await violationsOf(page), []);
  await apply(page, 'Saved as version 2.');
  const values = Object.entries(filled(zone.id)).map(([kind, value]) => [labelOf(kind), value]);
  const fields = {
    ...Object.fromEntries(values),
    'f-Enum': 'red',
    'f-LocalizedEnum': 'blue',
    's-Date': ['2030-01-01'],
  };
  const stored = () => read(`orders/${order.id}`);
  matchWhole(t, await stored(), {
    custom: { type: { typeId: 'type', id: type.id }, fields: { ...fields, note: 'Ring twice.\nThen wait.' } },
  });
  await chooseAction(page, 'Set custom field');
  await choose(page, field(page, 'Choice'), 'note');
  await field(page, 'note').fill('Ring once.');
  await apply(page, 'Saved as version 3.');
  matchWhole(t, await stored(), { custom: { fields: { ...fields, note: 'Ring once.' } } });
  t.same(unexpected(), []);
});
