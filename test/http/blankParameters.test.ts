/**
 * A blank parameter of a query string restricts nothing, wherever the description of the API has one: programs send
 * their parameters even if they are not filled in, with or without `=`.
 */
import { describeApi } from '../../src/http/openapi/describeApi.js';
import { pathTemplate } from '../../src/http/openapi/naming.js';
import type { Route } from '../../src/http/routing/Route.js';
import { routes } from '../../src/http/routes/routes.js';
import { projectQueueNames } from '../../src/jobs/queueNames.js';
import type { TSchema } from '@sinclair/typebox';
import { createSample, hasSample, sampleDraft } from '../support/createSample.js';
import { definitions, resourceTypes } from '../../src/commerce/resources/index.js';
import type { HttpRequestOptions } from '../support/http.js';
import { startProject, type Resource } from '../support/resourceApi.js';
import { samples } from '../support/samples.js';
import { test } from '../support/tap.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly patternProperties?: object };
}

const { paths } = describeApi();

/** Returns the names of the optional parameters of a route; those by language have one in English. */
const optionalNames = ({ method, path }: Route): string[] => {
  const { parameters = [] } = (paths[pathTemplate(path)] as Readonly<Record<string, { parameters?: Parameter[] }>>)[
    method.toLowerCase()
  ]!;
  return parameters
    .filter(each => each.in === 'query' && each.required !== true)
    .map(({ name, schema }) => (schema.patternProperties === undefined ? name : `${name}.en`));
};

/** Parameters for which a blank value is a value. */
const exceptions: Readonly<Record<string, string>> = {
  'variables.en': 'an empty text of a variable is compared with',
  customerId: 'names the cart of a customer: a list of all carts would be another answer',
  dataErasure: 'a blank decision about a deletion is a mistake',
  relatedData: 'as above',
  version: 'as above',
};

const api = await startProject();
const { http, projectKey, quayside } = api;
const made = new Map<string, Resource>();
for (const { typeId } of definitions)
  if (hasSample(typeId)) made.set(typeId, await createSample({ quayside, http, projectKey }, typeId));

const valueFor = ({ typeId }: Route, name: string): string => {
  if (name === 'projectKey') return projectKey;
  if (name === 'queue') return projectQueueNames[0] ?? '';
  if (name === 'storeKey') return String(made.get('store')!.key);
  const one = made.get(typeId ?? 'order') ?? made.get('order')!;
  return typeof one[name] === 'string' ? one[name] : one.id;
};
const pathOf = (route: Route): string =>
  route.path.replace(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(valueFor(route, name)));

const bodies: Readonly<Record<Route['body'], HttpRequestOptions>> = {
  none: {},
  any: {},
  json: { body: {} },
  graphql: { body: { query: '{ __typename }' } },
  form: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'limit=1' },
};

const asked = routes.flatMap(route => {
  const names = optionalNames(route).filter(name => !Object.hasOwn(exceptions, name));
  const all = [...new Set([...names, ...(route.missingParameters ?? [])])];
  return all.length === 0 || route.hasSession === true ? [] : [{ route, names: all }];
});

/** The required parameters of some verbs. */
const requiredQueries: Readonly<Record<string, string>> = {
  graphql: 'query=%7B__typename%7D',
  indexerGraphql: 'query=%7B__typename%7D',
  readOrderFigures: 'starts=2026-01-01T00:00:00Z',
  readHistory: `typeId=order&id=${made.get('order')!.id}`,
  shippingMethodsForPlace: 'country=DE',
  shippingMethodsForCart: `cartId=${made.get('cart')!.id}`,
  shippingMethodsForCartAndPlace: `country=DE&cartId=${made.get('cart')!.id}`,
};

test('a blank parameter of any route is like an absent one', async t => {
  let compared = 0;
  for (const { route, names } of asked) {
    const begin = requiredQueries[route.verb.name] ?? '';
    const send = async (query: string) => {
      const { status, json } = await http.send(route.method, `${pathOf(route)}?${begin}&${query}`, bodies[route.body]);
      return { status, json };
    };
    const plain = await send('');
    const blanks = names.map((name, at) => `${encodeURIComponent(name)}${['=', '', '=%20'][(at + compared) % 3]}`);
    compared += names.length;
    const all = blanks.join('&');
    const answers = await Promise.all([...blanks, all].map(async query => ({ query, answer: await send(query) })));
    for (const { query, answer } of answers) t.same(answer, plain, `${route.method} ${route.path}?${query}`);
  }
  t.ok(compared > 900, `${compared} parameters`);
});

/** Adds null for each missing optional member, at every depth. */
const withNulls = (schema: TSchema, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(each => withNulls((schema.items ?? {}) as TSchema, each));
  if (typeof value !== 'object' || value === null) return value;
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, TSchema>>);
  const given = value as Readonly<Record<string, unknown>>;
  const absent = properties.filter(([name]) => given[name] === undefined).map(([name]) => [name, null]);
  const present = properties
    .filter(([name]) => given[name] !== undefined)
    .map(([name, each]) => [name, withNulls(each, given[name])]);
  return { ...given, ...(Object.fromEntries([...absent, ...present]) as object) };
};

test('a null member of a draft or an action is like an absent one, beside blank parameters', async t => {
  let nulls = 0;
  for (const resourceType of resourceTypes) {
    const { typeId, draft, creations, actions, definition } = resourceType;
    const sample = samples[typeId];
    if (typeof sample !== 'object') continue;
    const { creation, responseMember, updateAction } = sample;
    const compiled = creation === undefined ? draft : creations.get(creation);
    const body = withNulls(
      compiled!.creation.schema,
      await sampleDraft({ quayside, http, projectKey }, typeId),
    ) as object;
    nulls += JSON.stringify(body).split(':null').length - 1;
    const path = `${api.base}/${definition.path}`;
    const created = await http.send('POST', `${creation === undefined ? path : `${path}/${creation}`}?expand=&expand`, {
      body,
    });
    t.ok(created.status === 200 || created.status === 201, `${typeId}: ${created.text.slice(0, 300)}`);
    const answer = created.json as Resource;
    const { id, version } = responseMember === undefined ? answer : (answer[responseMember] as Resource);
    const { action } = updateAction as { readonly action: string };
    const payload = withNulls(actions.get(action)!.action.schema, updateAction) as object;
    const updated = await http.send('POST', `${path}/${id}?expand=`, {
      body: { version, actions: [payload] },
    });
    t.equal(updated.status, 200, `${typeId} ${action}: ${updated.text.slice(0, 300)}`);
    const same = await http.send('POST', `${path}/${id}`, {
      body: { version: (updated.json as Resource).version, actions: [] },
    });
    t.same(same.json, updated.json, `${typeId}: no actions change nothing`);
  }
  t.ok(nulls > 150, `${nulls} members`);
});
