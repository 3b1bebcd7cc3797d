/**
 * Tests on every resource type with stores that a token of one store reads, writes and refers to nothing outside of it
 * (AUTH052, ORD074, ORD098 to ORD100). Actions, drafts and the references in them are taken from the declarations.
 */
import { randomUUID } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import { test, type Test } from '../support/tap.js';
import { markedPaths } from '../../src/engine/schema/compilePaths.js';
import { createSample } from '../support/createSample.js';
import { money, newKey } from '../support/drafts.js';
import type { HttpResponse } from '../support/http.js';
import { type KnownInput, minimalInput } from './minimalInput.js';
import { matchWhole } from '../support/matchWhole.js';
import { errorOf } from '../support/refusal.js';
import type { Resource } from '../support/resourceApi.js';
import { isLong } from '../support/rounds.js';
import { confinedTypes, fieldName, startTwoStores, storeTypes } from './twoStores.js';
import type { TypedIdentifier } from '../../src/engine/schema/reference.js';

const { project, admin, here, there, customType, customerId, createAt, merchant, buyer } = await startTwoStores();
const ofProject = `/${project.projectKey}`;
const inStore = `${ofProject}/in-store/key=${here}`;
type Sender = typeof merchant;
type Identifier = Readonly<Record<string, string>>;

/** A place in a draft or an action where a resource with stores can be named. */
interface Place {
  readonly name: string;
  readonly typeId: string;
  readonly inputWith: (identifier: Identifier) => object;
  readonly takesKey: boolean;
}

/** Resources that places can name: one in the store, one in another store and one in none. */
const targets = new Map<string, Readonly<Record<'here' | 'there' | 'nowhere', Resource>>>();
for (const { typeId, definition } of confinedTypes) {
  const owner = definition.own?.by === undefined ? { customerId } : {};
  const [inHere, inThere, nowhere] = [
    await createAt(typeId, here, owner),
    await createAt(typeId, there, owner),
    await createAt(typeId, undefined, owner),
  ];
  targets.set(typeId, { here: inHere, there: inThere, nowhere });
}

const isStoreType = (typeId: string): boolean => targets.has(typeId);

interface Parts {
  readonly lineItems?: readonly Parts[];
  readonly customLineItems?: readonly Parts[];
  readonly textLineItems?: readonly Parts[];
  readonly addresses?: readonly Parts[];
  readonly returnInfo?: readonly { readonly items: readonly Parts[] }[];
  readonly shippingInfo?: { readonly deliveries?: readonly Parts[] };
  readonly parcels?: readonly Parts[];
  readonly id: string;
}

const sku = newKey('sku');
const sold = await createSample(project, 'product', draft => ({ ...draft, masterVariant: { sku }, publish: true }));

/** The variants of a tailored product. */
interface Variants {
  readonly variants: readonly { readonly assets?: readonly Parts[] }[];
}

/** Returns values that payloads need so that their references are checked: the parts that they name, and prices. */
const inputFor = (name: string, subject: object): Record<string, unknown> => {
  const { lineItems, customLineItems, textLineItems, addresses, returnInfo, shippingInfo } = subject as Parts;
  const delivery = shippingInfo?.deliveries?.[0];
  const common = {
    lineItemId: lineItems?.[0]?.id,
    customLineItemId: customLineItems?.[0]?.id,
    textLineItemId: textLineItems?.[0]?.id,
    deliveryId: delivery?.id,
    parcelId: delivery?.parcels?.[0]?.id,
    returnItemId: returnInfo?.[0]?.items[0]?.id,
    addressId: addresses?.[0]?.id,
    addressKey: addresses === undefined ? 'home' : undefined,
    email: `${newKey('someone')}@example.com`,
    password: 'secret-123',
    money: money(1),
    sku,
  };
  const variant = (subject as { readonly staged?: Variants }).staged?.variants[0];
  const ofVariant =
    'hasStagedChanges' in subject ? { id: 1, variantId: 1, sku: undefined, assetId: variant?.assets?.[0]?.id } : {};
  const ofAction: Readonly<Record<string, object>> = {
    draft: {
      key: newKey('item'),
      value: { type: 'relative', permyriad: 1 },
      target: { type: 'shipping' },
      cartPredicate: '1 = 1',
    },
    addItemShippingAddress: { key: newKey('home') },
    updateItemShippingAddress: { key: 'home' },
    addReturnInfo: { customLineItemId: undefined },
    setReturnInfo: { customLineItemId: undefined },
  };
  return { ...common, ...ofVariant, ...ofAction[name] };
};

type Needs = ((payload: object) => readonly TypedIdentifier[]) | undefined;

/** The sources of drafts, for tests of other places in these drafts. */
const sources: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    ['cart', 'quote-request', 'staged-quote'].map(typeId => [typeId, { typeId, id: targets.get(typeId)!.here.id }]),
  ),
  product: { typeId: 'product', id: sold.id },
};

/** Counts the places of custom fields. */
let turn = 0;

const placesIn = (name: string, schema: TSchema, needs: Needs, subject: object): Place[] => {
  const knownNow = (): KnownInput => ({ byName: inputFor(name, subject), byTypeId: { type: customType, ...sources } });
  const marked = markedPaths(schema, 'identifier').flatMap(({ steps, mark }) => {
    // A product type declares attributes; they are converted like custom fields.
    if (steps.includes('attributes') || /Attribute/.test(name)) return [];
    const typeIds = confinedTypes
      .map(({ typeId }) => typeId)
      .filter(each => mark === undefined || mark.typeId === each);
    // Which type a custom field refers to is looked at in one way, so each place has another type, in turn.
    const isSet = mark === undefined && steps.at(-1) === '*';
    const isOneType = mark === undefined && (isSet || !isLong);
    const chosen = isOneType ? [typeIds[(isSet ? turn : turn++) % typeIds.length]!] : typeIds;
    return chosen.map((typeId): Place => {
      const field = fieldName(typeId, isSet);
      const names = { '**': field, ...(steps[0] === 'value' && { name: field }) };
      const inputWith = (identifier: Identifier): object => {
        const known = knownNow();
        const byName = { ...known.byName, ...names };
        return minimalInput(schema, steps, { typeId, ...identifier }, { ...known, byName }) as object;
      };
      return { name: `${name} ${steps.join('.')} ${typeId}`, typeId, inputWith, takesKey: mark !== undefined };
    });
  });
  const texts = Object.keys((schema.properties ?? {}) as object).flatMap((member): Place[] => {
    const { type, pattern } = (schema.properties as Record<string, TSchema>)[member]!;
    if (type !== 'string' || pattern !== undefined) return [];
    const inputWith = (id: string): object => minimalInput(schema, [member], id, knownNow()) as object;
    const named = (needs?.(inputWith('probe')) ?? []).filter(each => each.id === 'probe' && isStoreType(each.typeId));
    return named.map(({ typeId }) => ({
      name: `${name} ${member} ${typeId}`,
      typeId,
      inputWith: ({ id = '' }) => inputWith(id),
      takesKey: false,
    }));
  });
  return [...marked, ...texts];
};

type Send = (input: object) => Promise<HttpResponse>;

const withoutId = (answer: HttpResponse, value: string): unknown =>
  JSON.parse(answer.text.replaceAll(value, 'the-named-one'));

/**
 * Asserts that resources outside of the store are refused exactly like missing ones, and that one of the store is not,
 * except for those of other customers at `/me` (hiddenNames.test.ts).
 */
const assertConfined = async (
  t: Test,
  { name, typeId, inputWith, takesKey }: Place,
  send: Send,
  own: boolean,
): Promise<void> => {
  const { here: inside, ...others } = targets.get(typeId)!;
  for (const field of takesKey && inside.key !== undefined ? ['id', 'key'] : ['id']) {
    const missing = randomUUID();
    const refused = await send(inputWith({ [field]: missing }));
    t.match(
      errorOf(refused).errors,
      [{ code: 'ReferencedResourceNotFound', typeId, [field]: missing }],
      `${name} by ${field}: ${refused.text}`,
    );
    for (const [place, other] of Object.entries(others)) {
      const value = String(other[field]);
      const answer = await send(inputWith({ [field]: value }));
      t.same(withoutId(answer, value), withoutId(refused, missing), `${name} by ${field}, ${place}`);
    }
    const value = String(inside[field]);
    const { text } = await send(inputWith({ [field]: value }));
    if (!own) t.notMatch(text, new RegExp(`ReferencedResourceNotFound[^}]*"${value}"`), `${name} by ${field}, here`);
  }
};

/** Adds the return items to an imported order by an update. */
const withReturnItems = async (typeId: string, resource: Resource): Promise<Resource> => {
  if (typeId !== 'order') return resource;
  const items = [
    { quantity: 1, lineItemId: (resource as Parts & Resource).lineItems![0]!.id, shipmentState: 'Advised' },
  ];
  const custom = { type: customType, fields: {} };
  const actions = [{ action: 'addReturnInfo', items: items.map(item => ({ ...item, custom })) }];
  const body = { version: resource.version, actions };
  return (await admin.send('POST', `${ofProject}/orders/${resource.id}`, { body })).json as Resource;
};

const collectionPath = (path: string, own: boolean): string => `${inStore}${own ? '/me' : ''}/${path}`;

/** Their customer is that of the cart. */
const madeOfCarts: ReadonlySet<string> = new Set(['quote-request', 'quote']);

for (const { typeId, definition, ...compiled } of storeTypes)
  for (const own of [false, true]) {
    const sender: Sender = own ? buyer : merchant;
    const at = own ? 'at /me' : 'of a store';
    const isMe = own && definition.own?.by === 'id';
    const byReference = { customer: { typeId: 'customer', id: customerId } };
    const ownedByReference = definition.own?.by === 'customer' && !madeOfCarts.has(typeId);
    const owner = own && !isMe ? (ownedByReference ? byReference : { customerId }) : {};
    const subjectId = isMe ? customerId : (await withReturnItems(typeId, await createAt(typeId, here, owner))).id;
    const stored = async (): Promise<Resource> =>
      (await admin.send('GET', `${ofProject}/${definition.path}/${subjectId}`)).json as Resource;
    const path = isMe ? `${inStore}/me` : `${collectionPath(definition.path, own)}/${subjectId}`;
    let { version } = await stored();
    const sendAction =
      (action: string): Send =>
      async payload => {
        const answer = await sender.send('POST', path, { body: { version, actions: [{ action, ...payload }] } });
        if (answer.status === 200) version = (answer.json as Resource).version;
        return answer;
      };

    test(`actions on a ${typeId} ${at} refer to resources of the store only`, async t => {
      if (isMe) {
        await sendAction('setCustomType')({ type: customType });
        await sendAction('addAddress')({ address: { country: 'DE', custom: { type: customType } } });
      }
      if (own && typeId === 'cart') {
        // Buyers cannot set a shipping method without a zone; its custom fields are looked at, too.
        const custom = { type: customType, fields: {} };
        const method = { shippingMethodName: 'x', shippingRate: { price: money(1) }, custom };
        const actions = [{ action: 'setCustomShippingMethod', ...method }];
        const answer = await admin.send('POST', `${ofProject}/carts/${subjectId}`, { body: { version, actions } });
        version = (answer.json as Resource).version;
      }
      for (const [name, { action }] of own ? compiled.ownActions : compiled.actions) {
        const subject = await stored();
        const needs: Needs = payload => action.needs?.(subject as never, payload as never) ?? [];
        for (const place of placesIn(name, action.schema, needs, subject))
          await assertConfined(t, place, sendAction(name), own);
      }
    });

    test(`a draft of a ${typeId} ${at} refers to resources of the store only`, async t => {
      const creation = (own ? compiled.ownDraft : compiled.draft)?.creation;
      if (creation === undefined) return;
      const needs: Needs = draft => (typeof creation.needs === 'function' ? creation.needs(draft as never) : []);
      const signUp = isMe ? `${inStore}/me/signup` : collectionPath(definition.path, own);
      for (const place of placesIn('draft', creation.schema, needs, {}))
        await assertConfined(t, place, body => sender.send('POST', signUp, { body }), own);
    });

    test(`no action takes a ${typeId} ${at} out of its store`, async t => {
      const { storeField = '' } = definition;
      const before = (await stored())[storeField];
      const start = `Insufficient scope. This would move the ${typeId} out of `;
      for (const [name, { action }] of own ? compiled.ownActions : compiled.actions) {
        const places = markedPaths(action.schema, 'identifier').filter(({ mark }) => mark?.typeId === 'store');
        const payloads = places.flatMap(({ steps }) =>
          [undefined, { typeId: 'store', key: there }, { typeId: 'store', key: here }].map(value =>
            minimalInput(action.schema, value === undefined ? [] : steps, value, { byName: {}, byTypeId: {} }),
          ),
        );
        const answers: HttpResponse[] = [];
        for (const payload of payloads) {
          answers.push(await sendAction(name)(payload as object));
          t.same((await stored())[storeField], before, `${name} ${JSON.stringify(payload)}`);
        }
        // An action may change nothing, or refuse by itself, such as the removal of a store that is not there.
        const refused = answers.filter(({ text }) => text.includes(start));
        t.ok(refused.length >= places.length, `${name}: ${answers.map(({ text }) => text).join()}`);
        for (const answer of refused)
          matchWhole(t, answer, {
            status: 403,
            json: {
              statusCode: 403,
              errors: [{ code: 'insufficient_scope' }],
              error: 'insufficient_scope',
              error_description: new RegExp(
                `^${start}(?:all stores|or into the store '${own ? here : there}')\\. One of these is needed: `,
              ),
            },
          });
      }
    });
  }
