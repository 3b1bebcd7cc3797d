/** A request at each limit of docs/reference/limits.md, one beyond it, and the error that names the limit. */
import { readFileSync } from 'node:fs';
import { test } from '../../support/tap.js';
import { limits } from '../../../src/base/config/limits.js';
import { settings } from '../../../src/base/config/settings.js';
import * as predicateLimits from '../../../src/engine/query/predicate/predicateLimits.js';
import { type ErrorCode, errorTable } from '../../../src/base/errors/errorTable.js';
import { definitions } from '../../../src/commerce/resources/index.js';
import { fieldDefinition, newKey, orderDraft } from '../../support/drafts.js';
import { startGraphql } from '../../support/graphql.js';
import type { HttpRequestOptions, HttpResponse } from '../../support/http.js';
import { errorOf } from '../../support/refusal.js';

interface Row {
  readonly name: string;
  readonly limit: number;
  readonly beyond: string;
}

interface MemberRow extends Row {
  readonly at: string;
  readonly action?: string;
  readonly path: readonly string[];
  readonly keyword: 'maxItems' | 'maxLength';
}

const root = new URL('../../../../', import.meta.url);
const { limitSections, memberLimits } = (await import(new URL('scripts/docs/limits.mjs', root).href)) as {
  limitSections: (...from: unknown[]) => readonly { readonly rows: readonly Row[] }[];
  memberLimits: (...from: unknown[]) => readonly MemberRow[];
};
const rows = limitSections(limits, predicateLimits, settings).flatMap(section => section.rows);

const { http, base, createIn, credentials, quayside } = await startGraphql();

type Send = (limit: number) => Promise<HttpResponse>;

const get = (path: string, options: HttpRequestOptions = {}) => http.send('GET', `${base}/${path}`, options);
const post = (path: string, body: string | object, headers = { 'content-type': 'application/json' }) =>
  http.send('POST', path === '' ? base : `${base}/${path}`, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  });
const query = (parameters: readonly (readonly [string, string])[]) =>
  get(`orders?${new URLSearchParams(parameters as [string, string][]).toString()}`);
const repeat = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const search = (body: object) => post('orders/search', body);
const anyOrder = { exact: { field: 'version', value: 1 } };
const inSearch = (expression: object) => search({ query: expression });
const graphql = (text: string, variables?: object) => post('graphql', { query: text, variables });
const nest = <T>(count: number, inner: T, wrap: (value: T) => T): T =>
  repeat(count, () => wrap).reduce((value, each) => each(value), inner);

const type = await createIn('types', {
  key: newKey('type'),
  name: { en: 'Type' },
  resourceTypeIds: ['order'],
  fieldDefinitions: [fieldDefinition('words', { name: 'Set', elementType: { name: 'String' } })],
});
const importWith = (fields: object) =>
  post('orders/import', orderDraft({ custom: { type: { typeId: 'type', id: type.id }, fields: fields as never } }));

/** Requests that have one more than the limit allows, by the names of the rows. */
const requests: Readonly<Record<string, Send>> = {
  headers: limit => get(`orders?x=${'x'.repeat(limit)}`),
  body: limit => post('orders/import', 'x'.repeat(limit + 1)),
  visitorBody: limit => post('graphql', 'x'.repeat(limit + 1)),
  formBody: limit =>
    quayside.http.send('POST', '/oauth/token', {
      body: 'x'.repeat(limit + 1),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  bodyLevels: limit => post('states', `{"key":${'['.repeat(limit)}${']'.repeat(limit)}}`),
  bodyValues: limit =>
    post(
      'states',
      repeat(limit + 1, () => 0),
    ),
  visitorBodyValues: limit =>
    graphql(
      '{ __typename }',
      repeat(limit - 1, () => 0),
    ),
  correlationId: limit => get('orders', { headers: { 'X-Correlation-ID': 'x'.repeat(limit + 1) } }),
  externalUserId: limit => get('orders', { headers: { 'X-External-User-ID': 'x'.repeat(limit + 1) } }),
  actions: async limit => {
    const { id } = await createIn('orders/import', orderDraft());
    return post(`orders/${id}`, { version: 1, actions: repeat(limit + 1, () => ({ action: 'setLocale' })) });
  },
  languages: limit =>
    post('channels', { key: newKey(), name: Object.fromEntries(repeat(limit + 1, at => [`en-${at}`, ''])) }),
  customFields: limit => importWith(Object.fromEntries(repeat(limit + 1, at => [`f${at}`, 1]))),
  setValues: limit => importWith({ words: repeat(limit + 1, String) }),
  customReferences: limit => importWith({ words: repeat(limit + 1, at => ({ typeId: 'state', key: `none-${at}` })) }),
  password: limit => post('customers', { email: `${newKey()}@example.com`, password: 'x'.repeat(limit + 1) }),
  limit: limit => query([['limit', String(limit + 1)]]),
  offset: limit => query([['offset', String(limit + 1)]]),
  where: limit => query(repeat(limit + 1, () => ['where', 'version = 1'])),
  sort: limit => query(repeat(limit + 1, () => ['sort', 'version asc'])),
  predicateLevels: limit => query([['where', nest(limit + 1, 'version = 1', text => `(${text})`)]]),
  sortCharacters: limit => query([['sort', ' asc'.padStart(limit + 1, 'x')]]),
  sortSegments: limit => query([['sort', `${repeat(limit + 1, () => 'a').join('.')} asc`]]),
  searchLimit: limit => search({ query: anyOrder, limit: limit + 1 }),
  searchOffset: limit => search({ query: anyOrder, offset: limit + 1 }),
  searchDepth: limit =>
    inSearch(
      repeat(limit + 1, at => (at % 2 === 0 ? 'and' : 'or')).reduce<object>(
        (inner, kind) => ({ [kind]: [inner] }),
        anyOrder,
      ),
    ),
  searchExpressions: limit => inSearch({ or: repeat(limit + 1, at => ({ exact: { field: 'version', value: at } })) }),
  searchSorts: limit => search({ query: anyOrder, sort: repeat(limit + 1, () => ({ field: 'version' })) }),
  searchValue: limit => inSearch({ exact: { field: 'orderNumber', value: 'x'.repeat(limit + 1) } }),
  searchPattern: limit => inSearch({ prefix: { field: 'orderNumber', value: 'x'.repeat(limit + 1) } }),
  searchWords: limit => inSearch({ fullText: { field: 'all', value: repeat(limit + 1, at => `w${at}`).join(' ') } }),
  document: limit => graphql('{ __typename } #'.padEnd(limit + 1, 'x')),
  tokens: limit => graphql(`{ ${'a '.repeat(limit - 1)}}`),
  aliases: limit => graphql(`{ ${repeat(limit + 1, at => `a${at}: __typename`).join(' ')} }`),
  fields: limit => graphql(`{ ${repeat(limit + 1, () => '__typename').join(' ')} }`),
  depth: limit => graphql(`{ states { results { ${nest(limit - 2, 'key', text => `transitions { ${text} }`)} } } }`),
  cost: () => graphql(`{ ${repeat(30, at => `a${at}: states { count }`).join(' ')} }`),
  scope: limit =>
    quayside.http.send('POST', '/oauth/token', {
      body: `grant_type=client_credentials&scope=${'x'.repeat(limit + 1)}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')}`,
      },
    }),
  extensionTime: limit =>
    post('extensions', {
      destination: { type: 'HTTP', url: 'http://127.0.0.1:1/' },
      triggers: [{ resourceTypeId: 'cart', actions: ['Create'] }],
      timeoutInMs: limit + 1,
    }),
};

/** Tests of limits that need much data, another setting, or a predicate that is too long for a URL. */
const otherTests: Readonly<Record<string, string>> = {
  resource: 'test/http/sizes.test.ts',
  messages: 'test/engine/commit/longWrites.test.ts',
  errors: 'test/base/errors/phases.test.ts',
  productTypes: 'test/commerce/resources/productType',
  searchableLength: 'test/commerce/resources/productType',
  pricesOfSku: 'test/commerce/resources/cart/priceSelection.test.ts',
  activeDiscounts: 'test/commerce/resources/cartDiscount/activeDiscounts.test.ts',
  activeDiscountsOfStore: 'test/commerce/resources/cartDiscount/activeDiscounts.test.ts',
  activeProductDiscounts: 'test/commerce/resources/productDiscount/matching.test.ts',
  activeDiscountGroups: 'test/commerce/resources/discountGroup',
  discountsOfGroup: 'test/commerce/resources/discountGroup',
  selectionProducts: 'test/commerce/resources/productSelection/assortment.test.ts',
  extensions: 'test/commerce/extensions/extensionResource.test.ts',
  extensionDependencies: 'test/commerce/extensions/chains.test.ts',
  extensionLayers: 'test/commerce/extensions/chains.test.ts',
  total: 'test/http/totals.test.ts',
  predicateCharacters: 'test/engine/query/predicate/parse.test.ts',
  predicateConditions: 'test/engine/query/predicate/parse.test.ts',
  predicateValues: 'test/engine/query/predicate/parse.test.ts',
  pageBytes: 'test/http/sizes.test.ts',
  sortedCharacters: 'test/engine/query/sortBudget.test.ts',
  queryTime: 'test/engine/query/sortBudget.test.ts',
  workTime: 'test/engine/commit/longWrites.test.ts',
  expansionPaths: 'test/http/expansion.test.ts',
  expansionSteps: 'test/http/expansion.test.ts',
  expansions: 'test/http/expansion.test.ts',
  expandedCharacters: 'test/http/expansion.test.ts',
  expansionPlaces: 'test/engine/concurrency.test.ts',
  searchTerms: 'test/search',
  searchFaults: 'test/search',
  graphqlErrors: 'test/graphql/limits.test.ts',
  graphqlReferences: 'test/graphql/references.test.ts',
  graphqlBytes: 'test/graphql/limits.test.ts',
  graphqlCharacters: 'test/graphql/longPages.test.ts',
  graphqlValues: 'test/graphql/longPages.test.ts',
  graphqlTurnValues: 'test/graphql/limits.test.ts',
  clientScopeLists: 'test/auth/oauth/tokenLimits.test.ts',
  tokenRequests: 'test/auth/oauth/rate.test.ts',
  apiClients: 'test/auth/oauth/tokenLimits.test.ts',
  accessTokens: 'test/auth/oauth/tokenLimits.test.ts',
  refreshTokens: 'test/auth/oauth/tokenLimits.test.ts',
  discardedBody: 'test/http/refusedBodies.test.ts',
  discardTime: 'test/http/refusedBodies.test.ts',
  clientRefreshTokens: 'test/auth/oauth/tokenLimits.test.ts',
  extensionAnswer: 'test/commerce/extensions/failures.test.ts',
};

test('every limit of the page has a test', t => {
  t.strictSame(rows.map(({ name }) => name).sort(), [...Object.keys(requests), ...Object.keys(otherTests)].sort());
  t.end();
});

/** Returns the error codes of an answer; a GraphQL error has its code in `extensions`. */
const codesOf = (answer: HttpResponse): (string | undefined)[] =>
  errorOf(answer).errors.map(
    ({ code, extensions }) => (code as string | undefined) ?? (extensions as { readonly code: string }).code,
  );

/** Requests whose size follows from more than the limit. */
const withoutBorder = ['headers', 'cost'];

for (const { name, limit, beyond } of rows) {
  const send = requests[name];
  if (send === undefined) continue;
  const [, status, code] = /^(\d+) `(\w+)`/.exec(beyond)!;
  test(`a request beyond the limit ${name} is refused with a text that names ${limit} (ERR002)`, async t => {
    const answer = await send(limit);
    t.equal(answer.status, Number(status), answer.text.slice(0, 300));
    t.strictSame(codesOf(answer), [code], answer.text.slice(0, 300));
    const { message, errors } = errorOf(answer);
    t.equal(message, errors[0]?.message);
    t.match(message, new RegExp(`\\b${limit}\\b`));
  });

  if (!withoutBorder.includes(name))
    test(`a request at the limit ${name} is not refused for it`, async t => {
      const answer = await send(limit - 1);
      const refusals = answer.status < 400 ? [] : codesOf(answer).filter(each => each === code);
      const message = answer.status < 400 ? '' : errorOf(answer).message;
      t.notOk(refusals.length > 0 && message.includes(String(limit)), answer.text.slice(0, 300));
    });
}

/** Puts a value at a path, within arrays and objects. */
const valueAt = ([step, ...rest]: readonly string[], value: unknown): unknown => {
  if (step === undefined) return value;
  return step === '[]' ? [valueAt(rest, value)] : { [step]: valueAt(rest, value) };
};

test('drafts and update actions take members at the limit of the page, and refuse longer ones', async t => {
  for (const { name, at, action, path, keyword, limit } of memberLimits(definitions)) {
    const field = `${action === undefined ? '' : 'actions[0].'}${path.join('.').replaceAll('.[]', '[0]')}`;
    const noun = keyword === 'maxItems' ? 'element' : 'character';
    const messageWith = async (count: number): Promise<string | undefined> => {
      const value = keyword === 'maxItems' ? repeat(count, () => ({})) : 'x'.repeat(count);
      const body = valueAt(path, value) as object;
      const target = action === undefined ? at : at === '' ? '' : `${at}/id`;
      const answer = await post(target, action === undefined ? body : { version: 1, actions: [{ action, ...body }] });
      if (answer.status < 400) return undefined;
      return errorOf(answer).errors.find(each => each.code === 'InvalidField' && each.field === field)?.message;
    };
    const refused = new RegExp(` Expected at most ${limit} ${noun}s?\\.$`);
    t.match(await messageWith(limit + 1), refused, `${at} ${action ?? ''} ${name}`);
    t.notMatch((await messageWith(limit)) ?? '', refused, `${at} ${action ?? ''} ${name} at the limit`);
  }
});

test('the page names errors with their status', t => {
  for (const { name, beyond } of rows) {
    const [, status, code] = /^(\d+) `(\w+)`/.exec(beyond) ?? [];
    if (code !== undefined) t.equal(errorTable[code as ErrorCode].status, Number(status), name);
  }
  t.end();
});

test('the tests that the others name exist', t => {
  for (const path of Object.values(otherTests)) if (path.endsWith('.ts')) t.ok(readFileSync(new URL(path, root)), path);
  t.end();
});
