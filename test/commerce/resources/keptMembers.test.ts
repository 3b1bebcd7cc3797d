/**
 * Every declared member of the drafts of all resource types is sent with a value that the server takes: the response
 * has it, or a table has its use or the reason of its refusal. Every update action is sent with all members and values
 * of their schemas: it changes something or is refused. requestDrafts.test.ts sends the drafts of other requests,
 * missingMembers.test.ts the other members that the SDK declares; test/fuzz/walk.test.ts checks the members of
 * successful update actions.
 */
import type { TSchema } from '@sinclair/typebox';
import { definitions } from '../../../src/commerce/resources/index.js';
import { countryPattern, currencyPattern } from '../../../src/engine/schema/primitives.js';
import { createSample, hasSample, sampleDraft } from '../../support/createSample.js';
import { customFieldHolders } from '../../support/customFieldHolders.js';
import { createType, newKey } from '../../support/drafts.js';
import { changeProject, contentOf, type Resource, startProject } from '../../support/resourceApi.js';
import { samples, type Sample } from '../../support/samples.js';
import { test } from '../../support/tap.js';
import { lostIn } from './lostIn.js';
import { plausibleDrafts, refusedMembers } from './plausibleDrafts.js';

const api = await startProject();
const { quayside, http, base, projectKey, createIn } = api;
const project = { quayside, http, projectKey };
const type = await createType(createIn, customFieldHolders);

/** The use of members that responses do not show under their names. */
const used: Readonly<Record<string, string>> = {
  'cart.currency': 'that of totalPrice',
  'cart.customLineItems': 'their externalTaxRate counts in the tax mode External',
  'cart.externalTaxRateForShippingMethod': 'that of the shipping method, if there is one',
  'cart.lineItems': 'their sku is that of the variant',
  'cart.shippingMethod': 'that of shippingInfo',
  'customer.anonymousCart': 'becomes a cart of the customer',
  'customer.anonymousCartId': 'becomes a cart of the customer',
  'customer.billingAddresses': 'come back as billingAddressIds',
  'customer.defaultBillingAddress': 'comes back as defaultBillingAddressId',
  'customer.defaultShippingAddress': 'comes back as defaultShippingAddressId',
  'customer.shippingAddresses': 'come back as shippingAddressIds',
  'customer.anonymousId': 'its carts and orders become those of the customer',
  'customer.password': 'comes back masked',
  'customer-group.groupName': 'comes back as name',
  'product.publish': 'comes back in masterData',
  'product-tailoring.publish': 'comes back as published',
  'quote-request.cartVersion': 'compared with the version of the cart',
  'staged-quote.quoteRequestVersion': 'compared with the version of the quote request',
  'staged-quote.quoteRequestStateToAccepted': 'changes the quote request',
  'quote.stagedQuoteVersion': 'compared with the version of the staged quote',
  'quote.stagedQuoteStateToSent': 'changes the staged quote',
};

/** Update actions that change nothing in a new resource. */
const idle = new Set([
  'product#unpublish',
  'product#revertStagedChanges',
  'product#revertStagedVariantChanges',
  'standalone-price#removeStagedChanges',
  'cart#recalculate',
  'cart#unlockCart',
  'cart#addShoppingList',
  'product-tailoring#publish',
]);
const removesWhatIsNotThere = /^remove/;

/** Update actions that count as a change each time: a State may follow itself, and the transition is told. */
const anew = new Set(['order#transitionState']);

const roles = ['ProductDistribution', 'InventorySupply'];
const channel = { typeId: 'channel', id: (await createIn('channels', { key: newKey('channel'), roles })).id };

/** Returns the first text that matches the pattern of a schema. */
const textOf = ({ pattern, maxLength }: TSchema): string => {
  if (pattern === countryPattern.source) return 'DE';
  if (pattern === currencyPattern.source) return 'EUR';
  const texts = [...(maxLength === 64 ? [] : [newKey('en').slice(0, 30)]), 'en', '2000-01-01'];
  return texts.find(text => new RegExp((pattern as string | undefined) ?? '').test(text)) ?? 'text';
};

/** Returns a value of a schema with all of its members; `other` selects a second value if there is one. */
const valueOf = async (schema: TSchema, other = false, name = ''): Promise<unknown> => {
  const { identifier, properties, anyOf, items, additionalProperties, minItems = 1 } = schema;
  if (identifier !== undefined) {
    const { typeId } = identifier as { readonly typeId: string };
    if (typeId === 'channel') return channel;
    return { typeId, id: hasSample(typeId) ? (await createSample(project, typeId)).id : 'x' };
  }
  if (schema.const !== undefined) return schema.const as unknown;
  if (schema.enum !== undefined) return (schema.enum as unknown[]).at(other ? 0 : -1);
  if (anyOf !== undefined) return valueOf((anyOf as TSchema[])[0]!);
  if (items !== undefined) return Array(Math.max(1, minItems as number)).fill(await valueOf(items as TSchema));
  if (properties !== undefined) return objectOf(schema, false, true);
  if (schema.type === 'object')
    return typeof additionalProperties === 'object' ? { en: await valueOf(additionalProperties as TSchema) } : {};
  if (schema.dateTime === true) return name === 'validUntil' ? '2031-01-01T00:00:00.000Z' : '2030-01-01T00:00:00.000Z';
  if (schema.type === 'string') return textOf(schema);
  if (schema.type === 'boolean') return !other;
  if (name === 'minimumQuantity') return 2;
  return schema.type === 'integer' ? Math.max(1, (schema.minimum as number | undefined) ?? 1) : 0.5;
};

/** Members of items and variants that name parts of their holders. */
const needsMore = new Set(['state', 'shippingDetails', 'discounted', 'attributes']);

/** Makes custom fields of a Type, an amount in cents, or all members; nested references need a sample of their type. */
const objectOf = async ({ properties }: TSchema, other = false, isNested = false): Promise<object> => {
  const members = properties as Readonly<Record<string, TSchema>>;
  if ('fields' in members && 'type' in members) return { type: { typeId: 'type', id: type.id }, fields: { note: 'n' } };
  if ('preciseAmount' in members) return { currencyCode: 'EUR', centAmount: 1 };
  const entries: [string, unknown][] = [];
  for (const [name, member] of Object.entries(members)) {
    if (isNested && needsMore.has(name)) continue;
    const typeId = (member.identifier as { readonly typeId: string } | undefined)?.typeId;
    if (!isNested || typeId === undefined || typeId === 'channel' || hasSample(typeId))
      entries.push([name, await valueOf(member, other, name)]);
  }
  return Object.fromEntries(entries);
};

const plausible = await plausibleDrafts(api, type);
await changeProject(quayside, api.credentials, {
  action: 'setShippingRateInputType',
  shippingRateInputType: { type: 'CartScore' },
});

const neededUses = new Set<string>();
// An extension would be called for the requests after it.
const tested = definitions.filter(({ typeId }) => hasSample(typeId) && typeId !== 'extension');

for (const definition of tested) {
  const { typeId, path, actions = {} } = definition;
  const { creation, responseMember } = samples[typeId] as Sample;
  const { schema } = creation === undefined ? definition.draft! : definition.creations![creation]!;
  const collection = `${base}/${path}`;

  test(`keeps, uses or refuses every member of the draft of ${typeId}`, async t => {
    for (const [name, member] of Object.entries(schema.properties as Record<string, TSchema>)) {
      const place = `${typeId}.${name}`;
      const sample = (await sampleDraft(project, typeId)) as Record<string, unknown>;
      const given: Record<string, unknown> = { ...sample, ...(await plausible[place]?.()) };
      const value = given[name] ?? (await valueOf(member, false, name));
      const target = creation === undefined ? collection : `${collection}/${creation}`;
      const answer = await http.send('POST', target, { body: { ...given, [name]: value } });
      if (answer.status === 400 && place in refusedMembers) continue;
      t.equal(answer.status, 201, `${place}: ${answer.text.slice(0, 200)}`);
      const made = answer.json as Record<string, Record<string, unknown>>;
      const resource = responseMember === undefined ? made : made[responseMember]!;
      const members: Record<string, unknown> = {
        ...resource,
        ...(resource.masterData as { current?: object })?.current,
        ...(typeId === 'product-tailoring' ? (resource.staged as object) : {}),
      };
      const lost = lostIn(value, members[name], place);
      if (typeof value !== 'object' && members[name] !== value) lost.push(place);
      if (lost.length > 0) neededUses.add(place);
      t.ok(lost.length === 0 || place in used, `${lost.join(' ')} comes back`);
    }
  });

  test(`${typeId} has no update action that silently does nothing, or counts as a change although it does`, async t => {
    let unchanged: Resource | undefined;
    const counted: string[] = [];
    const update = ({ id, version }: Resource, given: object) =>
      http.send('POST', `${collection}/${id}`, { body: { version, actions: [given] } });
    /** Notes an action that raises the version and changes no other member. */
    const compare = (before: Resource, after: Resource, action: string): void => {
      const isCounted = after.version > before.version && contentOf(after) === contentOf(before);
      if (isCounted && !anew.has(`${typeId}#${action}`)) counted.push(action);
    };
    const repeat = async (changed: Resource, given: { readonly action: string }): Promise<void> => {
      const { status, json } = await update(changed, given);
      if (status === 200) compare(changed, json as Resource, given.action);
    };
    const isIdle = async (action: string, payload: TSchema, other: boolean): Promise<boolean> => {
      const before = (unchanged ??= await createSample(project, typeId));
      const given = { action, ...(await objectOf(payload, other)) };
      const answer = await update(before, given);
      if (answer.status === 400) return false;
      const isChanged = answer.status === 200 && (answer.json as Resource).version > before.version;
      if (!isChanged) return true;
      unchanged = undefined;
      compare(before, answer.json as Resource, action);
      await repeat(answer.json as Resource, given);
      return false;
    };
    for (const [action, { schema: payload }] of Object.entries(actions)) {
      const doesNothing = (await isIdle(action, payload, false)) && (await isIdle(action, payload, true));
      if (idle.has(`${typeId}#${action}`) || removesWhatIsNotThere.test(action)) continue;
      t.notOk(doesNothing, `${typeId}#${action} changes something or is refused`);
    }
    t.same(counted, [], 'an action that changes nothing keeps the version');
  });
}

test('has no needless exceptions', async t => t.same([...neededUses].sort(), Object.keys(used).sort()));
