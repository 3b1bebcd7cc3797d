/**
 * A buyer who writes references of their own choice cannot read names that the declarations show behind references of
 * merchants: at no place of an input, and through no sequence of requests.
 */
import { definitions } from '../../src/commerce/resources/index.js';
import { shownPartOf } from '../../src/engine/define/BehindReferences.js';
import { markedPaths } from '../../src/engine/schema/compilePaths.js';
import { createIn } from '../support/createSample.js';
import {
  fieldDefinition,
  lineItemDraft,
  money,
  newKey,
  orderDraft,
  productDraft,
  productTypeDraft,
  referenceTo,
} from '../support/drafts.js';
import type { Resource } from '../support/resourceApi.js';
import { test } from '../support/tap.js';
import { project, referenceFor, targets, tokens, withParts } from './buyers.js';

/** Identifiers in inputs at `/me` of types whose references show a part, and why they show nothing hidden. */
const written: Readonly<Record<string, string>> = {
  'channel distributionChannel': 'no place of the declaration',
  'channel supplyChannel': 'no place of the declaration',
  'payment payment': 'only payments of the own exist at /me',
  'shipping-method shippingMethod': 'a cart takes only methods that it matches',
  'store store': 'a token sees the stores that it was issued for',
  'store stores': 'a token sees the stores that it was issued for',
};

test('inputs at /me refer to types with a shown part at no other places', t => {
  const found = definitions.flatMap(({ own }) =>
    [own?.draft, ...Object.values(own?.creations ?? {}), ...Object.values(own?.actions ?? {})].flatMap(input =>
      (input === undefined ? [] : markedPaths(input.schema, 'identifier')).flatMap(({ steps, mark }) =>
        withParts.some(({ typeId }) => typeId === mark?.typeId)
          ? [`${mark!.typeId} ${steps.findLast(step => step !== '*')}`]
          : [],
      ),
    ),
  );
  t.strictSame([...new Set(found)].sort(), Object.keys(written));
  const places = withParts.flatMap(({ typeId, behindReferences }) =>
    Object.keys(shownPartOf({ behindReferences })!.places).map(place => `${typeId} ${place.replace(/.*\./, '')}`),
  );
  t.strictSame(
    Object.keys(written).filter(each => places.includes(each)),
    ['shipping-method shippingMethod', 'store store', 'store stores'],
  );
  t.end();
});

test('each type that buyers see references to declares what is shown of it, or why nothing is', t => {
  const silent = definitions.filter(
    ({ own, behindReferences, routes, visibility: { published, openBehindAttributes } = {} }) =>
      own === undefined &&
      published === undefined &&
      behindReferences === undefined &&
      routes !== 'none' &&
      openBehindAttributes === undefined,
  );
  const referred = new Set(
    definitions
      .filter(({ own, visibility }) => own !== undefined || visibility?.published !== undefined)
      .flatMap(({ resource }) => markedPaths(resource, 'reference'))
      .flatMap(({ mark }) => mark?.typeId ?? []),
  );
  t.strictSame(
    silent.filter(({ typeId }) => referred.has(typeId)).map(({ typeId }) => typeId),
    [],
  );
  t.end();
});

const create = (path: string, body: object): Promise<Resource> => createIn(project, path, body);
const { projectKey, base } = project;

/** Custom fields have the names of members whose references show something; payments of others cannot be named. */
const linked = withParts
  .filter(({ typeId, own }) => typeId !== 'store' && own === undefined)
  .map(({ typeId, behindReferences }) => {
    const [place = ''] = Object.keys(shownPartOf({ behindReferences })!.places);
    return { typeId, name: `my_${place.replace(/.*\./, '')}_${typeId}` };
  });
const type = await create('types', {
  key: newKey('links'),
  name: { en: 'Links' },
  resourceTypeIds: ['order', 'line-item', 'customer', 'shopping-list', 'payment', 'address'],
  fieldDefinitions: linked.map(({ name, typeId }) =>
    fieldDefinition(name, { name: 'Reference', referenceTypeId: typeId }),
  ),
});
const custom = {
  type: referenceTo('type', type),
  fields: Object.fromEntries(linked.map(({ name, typeId }) => [name, referenceFor([typeId], 'id')])),
};

const roles = ['InventorySupply', 'ProductDistribution'];
const hidden = await create('channels', { key: newKey('channel'), name: { en: 'channel_name' }, roles });
const productType = await create('product-types', productTypeDraft());
const product = await create(
  'products',
  productDraft(productType, { publish: true, masterVariant: { sku: newKey('sku'), prices: [{ value: money(100) }] } }),
);
const channel = { typeId: 'channel', key: hidden.key };
const address = { country: 'DE', custom };

const links = 'custom { customFieldsRaw { name value referencedResource { __typename id } } }';
const cartFields = `id store { name(locale: "en") } ${links}
  lineItems { ${links} supplyChannel { name(locale: "en") } distributionChannel { name(locale: "en") } }`;

/**
 * Matches the texts of the targets, which begin with the name of their type; the buyer wrote the keys, so they do not
 * count. A scope for own carts permits reading shipping methods.
 */
const hiddenTypes = withParts.map(({ typeId }) => typeId).filter(typeId => typeId !== 'shipping-method');
const names = new RegExp(`"(${hiddenTypes.join('|')})_(?!key)`);

for (const title of ['a visitor', 'a customer'] as const)
  test(`${title} reads no name behind references of their own choice`, async t => {
    const sender = project.quayside.http.as(tokens.get(title)!);
    const send = async (method: string, path: string, status: number, body?: object): Promise<Resource> => {
      const answer = await sender.send(method, `${base}/${path}`, body === undefined ? {} : { body });
      t.equal(answer.status, status, answer.text);
      t.notMatch(answer.text, names, `${method} ${path}`);
      return answer.json as Resource;
    };
    const expand = [
      ...linked.flatMap(({ name }) => [`custom.fields.${name}`, `lineItems[*].custom.fields.${name}`]),
      'lineItems[*].supplyChannel',
      'lineItems[*].distributionChannel',
      'custom.type',
    ]
      .map(path => `expand=${encodeURIComponent(path)}`)
      .join('&');
    const item = { productId: product.id, supplyChannel: channel, distributionChannel: channel, custom };
    const draft = { currency: 'EUR', shippingAddress: address, custom, lineItems: [item] };
    const cart = await send('POST', `me/carts?${expand}`, 201, draft);
    await send('GET', `me/carts/${cart.id}?${expand}`, 200);
    await send('POST', `me/shopping-lists?${expand}`, 201, { name: { en: 'x' }, custom });
    await send('POST', `me/payments?${expand}`, 201, { amountPlanned: money(1), custom });
    const ofStore = { currency: 'EUR', store: { typeId: 'store', key: targets.get('store')!.key } };
    const { id: inStore } = await send('POST', 'me/carts', 201, ofStore);
    const stored = await send('POST', 'graphql', 200, { query: `{ me { cart(id: "${inStore}") { ${cartFields} } } }` });
    t.match(stored, { data: { me: { cart: { id: inStore, store: null } } } });
    const document = { query: `{ me { cart(id: "${cart.id}") { ${cartFields} } } }` };
    t.match(await send('POST', 'graphql', 200, document), {
      data: { me: { cart: { id: cart.id, lineItems: [{ supplyChannel: null, distributionChannel: null }] } } },
    });

    const update = (action: object, status: number) =>
      send('POST', `me/carts/${cart.id}?${expand}`, status, { version: cart.version, actions: [action] });
    await update(
      {
        action: 'setShippingMethod',
        shippingMethod: { typeId: 'shipping-method', id: targets.get('shipping-method')!.id },
      },
      400,
    );
    await update({ action: 'addDiscountCode', code: 'guessed' }, 400);
    await update({ action: 'removeDiscountCode', discountCode: referenceFor(['discount-code'], 'id') }, 400);
    await update({ action: 'addPayment', payment: referenceFor(['payment'], 'id') }, 400);

    const { version } = await send('GET', `me/carts/${cart.id}`, 200);
    const order = await send('POST', `me/orders?${expand}`, 201, { id: cart.id, version });
    await send('GET', `me/orders/${order.id}?${expand}`, 200);
    const replica = await send('POST', `me/carts/replicate?${expand}`, 201, {
      reference: { typeId: 'order', id: order.id },
    });
    await send('GET', `me/carts/${replica.id}?${expand}`, 200);
  });

test('members of a free-form value that look like references show no part of their targets', async t => {
  const scope = `manage_key_value_documents:${projectKey}`;
  const writer = project.quayside.http.as(await project.quayside.token(project.credentials, scope));
  const value = {
    discounted: { discount: referenceFor(['product-discount'], 'id') },
    state: { state: referenceFor(['state'], 'id') },
  };
  const body = { container: 'notes', key: newKey('note'), value };
  const expand = 'expand=value.discounted.discount&expand=value.state.state';
  const made = await writer.send('POST', `${base}/custom-objects?${expand}`, { body });
  t.equal(made.status, 201);
  t.notMatch(made.text, /"obj"/);
  // The same holds for a path that leads to resources of several types at once.
  const attributes = [
    { name: 'note', value: { typeId: 'key-value-document', id: (made.json as Resource).id } },
    { name: 'other', value: referenceFor(['product'], 'id') },
  ];
  const order = orderDraft({ lineItems: [lineItemDraft({ variant: { sku: 'x', attributes } })] });
  const { id } = await create('orders/import', order);
  const reader = project.quayside.http.as(
    await project.quayside.token(project.credentials, `view_orders:${projectKey}`),
  );
  const path = 'lineItems[0].variant.attributes[*].value.value.discounted.discount';
  const { status, text } = await reader.send('GET', `${base}/orders/${id}?expand=${encodeURIComponent(path)}`);
  t.equal(status, 200);
  t.match(text, /"obj"/);
  t.notMatch(text, /product-discount_name/);
});
