/** Generates requests to every route, as the bytes that a client might send. */
import fc from 'fast-check';
import type { TSchema } from '@sinclair/typebox';
import type { Route } from '../../src/http/routing/Route.js';
import { routes } from '../../src/http/routes/routes.js';
import { definitions } from '../../src/commerce/resources/index.js';
import { graphqlBody } from './graphqlBody.js';
import { queryString, searchBody } from './queries.js';
import { bytesOf, encoded, hostileValue, type ExistingNames, hostileTexts, valueOf } from './values.js';

export type FuzzRequest = { readonly route: string; readonly method: string; readonly bytes: Buffer };

export interface FuzzTarget extends ExistingNames {
  readonly projectKey: string;
  readonly host: string;
  readonly token: string;
  readonly basic: string;
}

const resourceTypes = new Map(definitions.map(each => [each.typeId as string, each]));

const updateOf = (
  actions: Readonly<Record<string, { readonly schema: TSchema }>>,
  known: ExistingNames,
): fc.Arbitrary<unknown> => {
  const named = Object.entries(actions).map(([name, { schema }]) =>
    valueOf(schema, known).map(payload =>
      typeof payload === 'object' && payload !== null && !Array.isArray(payload)
        ? { action: name, ...payload }
        : payload,
    ),
  );
  const unnamed = fc.constantFrom<unknown>({ action: '__proto__' }, { action: 'constructor' }, { action: 1 }, {}, null);
  return fc.record({
    version: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 9 }) }, hostileValue),
    actions: fc.array(fc.oneof({ weight: 20, arbitrary: fc.oneof(...named) }, { weight: 1, arbitrary: unnamed }), {
      maxLength: 4,
    }),
  });
};

const nameAndPassword = fc.record(
  {
    email: fc.constantFrom('a@example.com', 'x'),
    password: fc.constantFrom('secret-123', ''),
    tokenValue: hostileValue,
    ttlMinutes: hostileValue,
    id: hostileValue,
    version: hostileValue,
  },
  { requiredKeys: [] },
);

const jsonOf = (
  { typeId, verb: { name: verb }, creation, own }: Route,
  known: ExistingNames,
): fc.Arbitrary<unknown> => {
  if (verb === 'graphql' || verb === 'indexerGraphql') return graphqlBody;
  if (verb === 'searchOrders') return searchBody;
  const resourceType = resourceTypes.get(typeId ?? '');
  const actions = own === true ? resourceType?.own?.actions : resourceType?.actions;
  if (verb.startsWith('update') && actions !== undefined) return updateOf(actions, known);
  const draft =
    creation !== undefined
      ? resourceType?.creations?.[creation]
      : own === true
        ? resourceType?.own?.draft
        : resourceType?.draft;
  return draft === undefined
    ? fc.oneof(nameAndPassword, hostileValue)
    : fc.oneof({ weight: 9, arbitrary: valueOf(draft.schema, known) }, { weight: 1, arbitrary: hostileValue });
};

const grants = ['client_credentials', 'password', 'refresh_token', 'authorization_code', '', '__proto__'];
const form: fc.Arbitrary<Buffer> = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'grant_type',
        'scope',
        'username',
        'password',
        'refresh_token',
        'token',
        'token_type_hint',
        'anonymous_id',
        'client_id',
        'client_secret',
        '__proto__',
      ),
      fc.oneof(fc.constantFrom(...grants, ...hostileTexts), fc.string({ maxLength: 20 })),
    ),
    { maxLength: 6 },
  )
  .map(pairs => Buffer.from(pairs.map(([name, value]) => `${name}=${encoded(value).slice(0, 5_000)}`).join('&')));

const segment = ({ ids, keys }: ExistingNames): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ids, ...keys) },
    { weight: 2, arbitrary: fc.constantFrom(...hostileTexts).map(text => encoded(text).slice(0, 3_000)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%ff', '%2e%2e', '..', '.', '%00', '%0d%0a', '*', '{id}', '%ed%a0%80'),
    },
  );

const pathOf = ({ path }: Route, target: FuzzTarget): fc.Arbitrary<string> => {
  const parts = path.split(/(\{\w+\*?\})/);
  return fc
    .tuple(
      ...parts.map(part =>
        !part.startsWith('{')
          ? fc.constant(part)
          : part === '{projectKey}'
            ? fc.oneof({ weight: 30, arbitrary: fc.constant(target.projectKey) }, segment(target))
            : segment(target),
      ),
    )
    .map(all => all.join(''));
};

/** Unusual header values that are valid HTTP; invalid bytes would close the connection. */
const oddHeaders: fc.Arbitrary<readonly (readonly [string, string])[]> = fc.oneof(
  { weight: 8, arbitrary: fc.constant([]) },
  {
    weight: 2,
    arbitrary: fc.array(
      fc.tuple(
        fc.constantFrom(
          'X-Correlation-ID',
          'Cookie',
          'X-Forwarded-Proto',
          'Accept',
          'Accept-Encoding',
          'If-None-Match',
          'Expect',
          'Connection',
          'Content-Type',
          'Range',
          'Origin',
          'X-External-User-ID',
          'X-HTTP-Method-Override',
          'Upgrade',
          'Authorization',
          'Host',
        ),
        fc.oneof(
          fc.constantFrom(
            '',
            'x',
            'close',
            '100-continue',
            'websocket',
            'Bearer',
            'Basic !!!',
            'a'.repeat(9_000),
            'é',
            'application/json',
            'DELETE',
            '\t',
            '{}',
            'quayside-jobs=x; quayside-jobs=%',
          ),
          fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map(text => text.trim()),
        ),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  },
);

const bearer = (target: FuzzTarget): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(`Bearer ${target.token}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'Bearer x', `Bearer ${'a'.repeat(5_000)}`, 'bearer', target.basic, 'Basic Og=='),
    },
  );

const methods = ['GET', 'POST', 'DELETE', 'HEAD', 'PUT', 'PATCH', 'OPTIONS', 'TRACE', 'FOO'];

const requestOf = (route: Route, target: FuzzTarget): fc.Arbitrary<FuzzRequest> => {
  const body =
    route.body === 'none'
      ? fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, bytesOf(hostileValue))
      : route.body === 'form'
        ? form
        : bytesOf(jsonOf(route, target));
  const credentials =
    route.forwards === 'authorization' ? fc.oneof(fc.constant(target.basic), bearer(target)) : bearer(target);
  const method = fc.oneof({ weight: 15, arbitrary: fc.constant<string>(route.method) }, fc.constantFrom(...methods));
  return fc
    .tuple(method, pathOf(route, target), queryString, credentials, oddHeaders, body)
    .map(([chosen, path, query, authorization, odd, content]) => {
      const type = route.body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
      const headers = [
        ['Host', target.host],
        ...(authorization === '' ? [] : [['Authorization', authorization]]),
        ...(content === undefined
          ? []
          : [
              ['Content-Type', type],
              ['Content-Length', String(content.length)],
            ]),
        ...odd,
      ];
      const head =
        `${chosen} ${path}${query === '' ? '' : `?${query}`} HTTP/1.1\r\n` +
        `${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
      return {
        route: `${route.method} ${route.path}`,
        method: chosen,
        bytes: Buffer.concat([Buffer.from(head), content ?? Buffer.alloc(0)]),
      };
    });
};

/** Excludes routes that would revoke the client's own access, or change the project. */
const isExcluded = ({ typeId, verb: { name: verb } }: Route): boolean =>
  verb === 'revoke' ||
  (typeId === 'api-client' && verb !== 'query') ||
  (typeId === 'project' && verb === 'updateProject');

/** Generates requests to all routes with equal probability. */
export const fuzzRequests = (target: FuzzTarget): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(...routes.filter(route => !isExcluded(route)).map(route => requestOf(route, target)));
