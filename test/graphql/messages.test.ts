/** Payloads of messages have their own types; they are compared with the messages of the HTTP API. */
import { getNamedType, type GraphQLObjectType, isObjectType } from 'graphql';
import { test } from '../support/tap.js';
import { apiSchema } from '../support/apiSchema.js';
import type { MessageTable } from '../../src/engine/define/Message.js';
import { Ajv, type ValidateFunction } from 'ajv';
import { Shape } from '../../src/engine/schema/primitives.js';
import { definitions } from '../../src/commerce/resources/index.js';
import { sendEveryMessage } from '../support/everyMessage.js';
import { startGraphql, storeMany } from '../support/graphql.js';
import { messageRulesAmong, readSentences } from '../docs/documentedRules.js';
import { messageRules } from './messageRules.js';
import { createComparison, createSelection } from '../support/graphqlDocuments.js';
import type { Resource } from '../support/resourceApi.js';
import { isLong } from '../support/rounds.js';

const project = await startGraphql({ GRAPHQL_COST_MAX: '100000000' });
const { quayside, projectKey, http, base, data } = project;
const schema = apiSchema();
const selectAll = createSelection(schema);
const differences = createComparison(schema);

interface Message extends Record<string, unknown> {
  readonly id: string;
  readonly type: string;
  readonly resource: { readonly typeId: string; readonly id: string };
  readonly resourceVersion: number;
}

const allMessages = async (): Promise<Message[]> => {
  const found: Message[] = [];
  for (let total = 1; found.length < total; ) {
    const { json } = await http.send('GET', `${base}/messages?limit=500&offset=${found.length}&sort=id%20asc`);
    const page = json as { readonly results: Message[]; readonly total: number };
    found.push(...page.results);
    ({ total } = page);
  }
  return found;
};

const updates = await sendEveryMessage(project);
const messages = await allMessages();

const declaredPayloads = Object.assign({}, ...definitions.map(each => each.messaging?.payloads ?? {})) as MessageTable;

const head = (
  'id version createdAt createdBy lastModifiedAt lastModifiedBy sequenceNumber resource resourceVersion ' +
  'resourceUserProvidedIdentifiers'
).split(' ');

/** Picks the members of a message that GraphQL shows by value: all except snapshots of resources and custom fields. */
const payloadOf = (message: Message, type: GraphQLObjectType): object => {
  const isCompared = (name: string): boolean => {
    const named = getNamedType(type.getFields()[name]?.type);
    const isResource = isObjectType(named) && named.getInterfaces().some(each => each.name === 'Versioned');
    return !head.includes(name) && named?.name !== 'CustomFieldsType' && (!isResource || name.endsWith('Ref'));
  };
  return Object.fromEntries(Object.entries(message).filter(([name]) => isCompared(name)));
};

/** Names the members of the messages of a type that GraphQL lacks or shows otherwise. */
const hiddenMembers = async (type: string): Promise<string[]> => {
  const known = schema.getType(type);
  if (!isObjectType(known)) return [type];
  const { messages: page } = await data(
    `query ($where: String) {
      messages(where: $where, limit: 500) {
        results { id payload { __typename ... on ${type} { ${selectAll(known)} } } }
      }
    }`,
    { where: `type = "${type}"` },
  );
  const payloads = new Map((page.results as { id: string; payload: object }[]).map(({ id, payload }) => [id, payload]));
  const payloadInterface = schema.getType('MessagePayload')!;
  return messages
    .filter(each => each.type === type)
    .flatMap(each => differences(payloadInterface, payloads.get(each.id), payloadOf(each, known)))
    .map(member => `${type}.${member}`);
};

/** This message is never sent, since there are no business units. */
const unreachable = ['OrderBusinessUnitSet'];

test('sends every message that is declared, and no other (EVT001)', async t => {
  const declared = new Set(definitions.flatMap(definition => Object.keys(definition.messages ?? {})));
  const sent = new Set(messages.map(({ type }) => type));
  t.same([...sent, ...unreachable].sort(), [...declared].sort());
});

const pascalCase = (typeId: string): string =>
  typeId.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The types of the messages of each update action, by `Customer.addAddress`, or `MyCustomer.addAddress` at `/me`. */
const sentByAction = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const byVersion = new Map<string, Message[]>();
  for (const message of messages) {
    const key = `${message.resource.id} ${message.resourceVersion}`;
    byVersion.set(key, [...(byVersion.get(key) ?? []), message]);
  }
  const sent = new Map<string, Set<string>>();
  for (const { id, version, action, isOwn } of updates)
    for (const { type, resource } of byVersion.get(`${id} ${version}`) ?? []) {
      const resourceType = pascalCase(resource.typeId);
      const name = `${isOwn ? 'My' : ''}${resourceType}.${action}`;
      // The message of the deletion has the last version, too.
      if (type !== `${resourceType}Deleted`) sent.set(name, (sent.get(name) ?? new Set()).add(type));
    }
  return sent;
};

test('each update action sends the messages that its documentation names, and no others', t => {
  const documented = messageRulesAmong(readSentences());
  const expected = new Map<string, Set<string>>();
  for (const id of messageRules)
    for (const action of documented.get(id)?.actions ?? [id])
      expected.set(action, new Set([...(expected.get(action) ?? []), ...(documented.get(id)?.messages ?? [])]));
  const sent = sentByAction();
  const listed = (lists: Iterable<readonly [string, Iterable<string>]>) =>
    [...lists].map(([action, types]) => `${action}: ${[...types].sort().join(', ')}`).sort();
  t.same(listed([...sent].filter(([action]) => expected.has(action))), listed(expected));
  t.end();
});

test('sends each message with the members of its declared payload', async t => {
  const ajv = new Ajv({
    code: { optimize: false },
    meta: false,
    strict: false,
    validateFormats: false,
    validateSchema: false,
  });
  const checks = new Map<string, ValidateFunction>();
  const checkOf = (type: string): ValidateFunction => {
    const known = checks.get(type) ?? ajv.compile(Shape(declaredPayloads[type] ?? {}));
    checks.set(type, known);
    return known;
  };
  const problems = messages.flatMap(message => {
    const payload = Object.fromEntries(
      Object.entries(message).filter(([name]) => !head.includes(name) && name !== 'type'),
    );
    const check = checkOf(message.type);
    return check(payload) ? [] : [`${message.type}: ${ajv.errorsText(check.errors)} ${JSON.stringify(payload)}`];
  });
  t.same(problems, []);
});

test('shows each member of a message that has a field, of a quarter of the types in the short form', async t => {
  const types = [...new Set(messages.map(({ type }) => type))].filter((_, at) => isLong || at % 4 === 0);
  const hidden: string[] = [];
  for (const type of types) hidden.push(...(await hiddenMembers(type)));
  // GraphQL names these members width and height.
  t.same([...new Set(hidden)].filter(member => !/dimensions\.[wh]$/.test(member)).sort(), []);
});

test('shows the snapshot of a resource in a message, and how users call it', async t => {
  const imported = messages.find(({ type }) => type === 'OrderImported') as Message & { order: Resource };
  const created = messages.find(({ type }) => type === 'ProductCreated')!;
  const read = `query ($where: String) { messages(where: $where) { results {
    type
    userProvidedIdentifiers { orderNumber key }
    payload {
      type
      ... on OrderImported { order { id orderNumber lineItems { id } totalPrice { centAmount } } }
      ... on ProductCreated {
        productProjection {
          nameAllLocales { locale value } searchKeywords { locale } masterVariant { id } productType { key }
        }
      }
    }
  } } }`;
  const {
    id,
    orderNumber = null,
    lineItems,
    totalPrice,
  } = imported.order as Resource & {
    readonly orderNumber?: string | null;
    readonly lineItems: readonly { id: string }[];
    readonly totalPrice: { readonly centAmount: number };
  };
  t.same((await data(read, { where: `id = "${imported.id}"` })).messages.results, [
    {
      type: 'OrderImported',
      userProvidedIdentifiers: { orderNumber, key: null },
      payload: {
        type: 'OrderImported',
        order: {
          id,
          orderNumber,
          lineItems: lineItems.map(each => ({ id: each.id })),
          totalPrice: { centAmount: totalPrice.centAmount },
        },
      },
    },
  ]);
  const [{ payload }] = (await data(read, { where: `id = "${created.id}"` })).messages.results;
  t.match(payload, { productProjection: { searchKeywords: [], masterVariant: { id: 1 } } });
});

test('shows the members of a message whose type clients do not know', async t => {
  const [id = ''] = await storeMany(quayside, projectKey, 'message', [
    { sequenceNumber: 1, resourceVersion: 1, resource: { typeId: 'order', id: 'x' }, type: 'Cart', note: 'hello' },
  ]);
  t.same(
    (await data(`{ message(id: "${id}") { payload { __typename type ... on OtherMessagePayload { members } } } }`))
      .message,
    { payload: { __typename: 'OtherMessagePayload', type: 'Cart', members: { note: 'hello' } } },
  );
});
