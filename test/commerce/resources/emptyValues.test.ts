/** Values that must not be empty: the SDK documents it for update actions, and drafts refuse them as well. */
import { definitions, resourceTypes } from '../../../src/commerce/resources/index.js';
import type { HttpResponse } from '../../support/http.js';
import { createSample, sampleDraft } from '../../support/createSample.js';
import { createGraphqlClient } from '../../support/graphql.js';
import { minimalInput } from '../../isolation/minimalInput.js';
import { addCustomer, customerToken } from '../../support/oauth.js';
import { type Resource, startProject } from '../../support/resourceApi.js';
import { test } from '../../support/tap.js';

const localized = {};
const none: readonly unknown[] = [];

/** The empty values of members of update actions. */
const emptyMembers: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = {
  'attribute-group': { changeName: { name: localized } },
  cart: { changeCustomLineItemMoney: { money: {} }, changeCustomLineItemPriceMode: { mode: '' } },
  'cart-discount': { changeName: { name: localized } },
  category: {
    changeAssetName: { name: localized },
    changeName: { name: localized },
    changeSlug: { slug: localized },
    setAssetSources: { sources: none },
  },
  channel: {
    changeDescription: { description: localized },
    changeKey: { key: '' },
    changeName: { name: localized },
  },
  extension: { changeDestination: { destination: {} }, changeTriggers: { triggers: none } },
  order: { addReturnInfo: { items: none }, updateSyncInfo: { channel: {} } },
  product: {
    changeAssetName: { name: localized },
    changeName: { name: localized },
    changeSlug: { slug: localized },
  },
  'product-discount': {
    changeName: { name: localized },
    changeSortOrder: { sortOrder: '' },
    changeValue: { value: {} },
  },
  'product-selection': { changeName: { name: localized } },
  'product-tailoring': { changeAssetName: { name: localized } },
  'product-type': { changeLabel: { label: localized } },
  'shipping-method': { changeName: { name: '' } },
  'shopping-list': { changeName: { name: localized }, changeTextLineItemName: { name: localized } },
  'standalone-price': { changeValue: { value: {} } },
  state: { changeKey: { key: '' }, changeType: { type: '' } },
  'tax-category': { changeName: { name: '' } },
  type: {
    changeEnumValueLabel: { value: { key: 'a', label: '' } },
    changeInputHint: { inputHint: '' },
    changeKey: { key: '' },
    changeLabel: { label: localized },
    changeLocalizedEnumValueLabel: { value: { key: 'a', label: localized } },
    changeName: { name: localized },
  },
  project: {
    changeCountries: { countries: none },
    changeCurrencies: { currencies: none },
    changeLanguages: { languages: none },
    changeName: { name: '' },
  },
};

const api = await startProject();
const { http, base, quayside, credentials, projectKey } = api;

interface Entry {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

const known = { byName: { '**': 'en' }, byTypeId: {} };

/** Returns the update action with an empty member and the other required members. */
const emptyAction = (typeId: string, action: string, member: string, value: unknown): object => {
  const { schema } = resourceTypes.find(each => each.typeId === typeId)!.actions.get(action)!.action;
  return { action, ...(minimalInput(schema, [member], value, known) as object) };
};

/** Tells whether the errors refuse a member; for a localized text, the whole error is compared. */
const isRefusedAs = ({ json }: HttpResponse, field: string, value: unknown): boolean =>
  (json as { errors: readonly Entry[] }).errors.some(({ code, message, field: wrong = '', ...members }) =>
    value === localized
      ? wrong === field &&
        code === 'InvalidField' &&
        JSON.stringify(members) === '{"invalidValue":{}}' &&
        message === `The value '{}' is not valid for field '${field}'. Expected at least 1 member.`
      : (wrong.startsWith(field) || message.startsWith(`Malformed field '${field}'`)) &&
        ['InvalidField', 'RequiredField', 'InvalidJsonInput'].includes(code),
  );

/**
 * Also shows channel.7627f, extension.5eefa, order.f8426, product-discount.a9bfe, product-tailoring.7b335,
 * product-type.def2c, product.2ffd1, project.1a4a0, shipping-method.5d701, shopping-list.3024a, standalone-price.07c57,
 * state.a9349, tax-category.21c8a and type.00abd.
 */
test('update actions refuse empty values (attribute-group.fcdc8, cart.f04c6, category.62342)', async t => {
  for (const [typeId, actions] of Object.entries(emptyMembers)) {
    const isProject = typeId === 'project';
    const resource = isProject
      ? ((await http.send('GET', base)).json as Resource)
      : await createSample({ quayside, http, projectKey }, typeId);
    const { path } = definitions.find(each => each.typeId === typeId)!;
    const at = isProject ? base : `${base}/${path}/${resource.id}`;
    for (const [action, members] of Object.entries(actions))
      for (const [member, value] of Object.entries(members)) {
        const body = { version: resource.version, actions: [emptyAction(typeId, action, member, value)] };
        const answer = await http.send('POST', at, { body });
        t.ok(
          answer.status === 400 && isRefusedAs(answer, `actions[0].${member}`, value),
          `${typeId} ${action}.${member}: ${answer.text}`,
        );
      }
  }
});

test('drafts refuse the empty values that their actions refuse', async t => {
  const asset = { name: localized, sources: [{ uri: 'https://example.com/a' }] };
  for (const [typeId, field_, changes] of [
    ...['attribute-group', 'cart-discount', 'category', 'product', 'product-discount', 'product-selection'].map(
      each => [each, 'name', { name: localized }] as const,
    ),
    ['shopping-list', 'name', { name: localized }],
    ['type', 'name', { name: localized }],
    ['category', 'slug', { slug: localized }],
    ['product', 'slug', { slug: localized }],
    ['category', 'assets[0].name', { assets: [asset] }],
    ['product', 'masterVariant.assets[0].name', { masterVariant: { assets: [asset] } }],
    ['shopping-list', 'textLineItems[0].name', { textLineItems: [{ name: localized }] }],
  ] as const) {
    const { path } = definitions.find(each => each.typeId === typeId)!;
    const body = { ...(await sampleDraft({ quayside, http, projectKey }, typeId)), ...changes };
    const answer = await http.send('POST', `${base}/${path}`, { body });
    t.ok(answer.status === 400 && isRefusedAs(answer, field_, localized), answer.text);
  }
});

test('customers and GraphQL refuse empty names too (me.390ff)', async t => {
  const token = await customerToken(quayside, credentials, await addCustomer(quayside, projectKey));
  const me = quayside.http.as(token);
  const at = `${base}/me/shopping-lists`;
  const list = (await me.send('POST', at, { body: { name: { en: 'a' }, textLineItems: [{ name: { en: 'b' } }] } }))
    .json as Resource;
  for (const action of ['changeName', 'changeTextLineItemName']) {
    const actions = [{ action, name: {}, textLineItemId: (list.textLineItems as { id: string }[])[0]!.id }];
    const answer = await me.send('POST', `${at}/${list.id}`, { body: { version: list.version, actions } });
    t.ok(isRefusedAs(answer, 'actions[0].name', localized), answer.text);
  }
  const created = await me.send('POST', at, { body: { name: {} } });
  t.ok(isRefusedAs(created, 'name', localized), created.text);
  const [ask, askAtMe] = [await quayside.token(credentials), token].map(each =>
    createGraphqlClient(quayside, credentials, each),
  );
  const channel = await createSample({ quayside, http, projectKey }, 'channel');
  for (const [client, mutation] of [
    [ask, `updateChannel(id: "${channel.id}", version: 1, actions: [{ changeName: { name: [] } }])`],
    [ask, `updateChannel(id: "${channel.id}", version: 1, actions: [{ changeDescription: { description: [] } }])`],
    [ask, 'createCategory(draft: { name: [], slug: [{ locale: "en", value: "ab" }] })'],
    [
      askAtMe,
      `updateMyShoppingList(id: "${list.id}", version: ${list.version}, actions: [{ changeName: { name: [] } }])`,
    ],
    [askAtMe, 'createMyShoppingList(draft: { name: [] })'],
  ] as const) {
    const { errors = [] } = await client!(`mutation { ${mutation} { id } }`);
    t.match(errors, [{ extensions: { code: 'InvalidField' }, message: /Expected at least 1 member\.$/ }], mutation);
  }
});

test('texts by language that may be empty still may', async t => {
  const channel = await createSample({ quayside, http, projectKey }, 'channel');
  const tailoring = await createSample({ quayside, http, projectKey }, 'product-tailoring');
  for (const [path, { id, version }, actions] of [
    ['channels', channel, []],
    [
      'product-tailoring',
      tailoring,
      [
        { action: 'setName', name: {} },
        { action: 'setSlug', slug: {} },
      ],
    ],
  ] as const)
    t.equal((await http.send('POST', `${base}/${path}/${id}`, { body: { version, actions } })).status, 200);
});
