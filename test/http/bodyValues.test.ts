/** The maximum number of members and elements of a JSON body. */
import fc from 'fast-check';
import { limits } from '../../src/base/config/limits.js';
import { countValues } from '../../src/engine/document/json.js';
import { test } from '../support/tap.js';
import { startProject } from '../support/resourceApi.js';
import { matchWhole } from '../support/matchWhole.js';
import { newKey } from '../support/drafts.js';
import { basic, post, tokenIn } from '../support/oauth.js';

const { credentials: project, quayside, projectKey } = await startProject();
const merchant = quayside.http.as(await quayside.token(project));
const { access_token: token } = tokenIn(
  await post(quayside, `${projectKey}/anonymous/token`, basic(project), {
    grant_type: 'client_credentials',
    scope: `manage_my_orders:${projectKey} manage_my_profile:${projectKey}`,
  }),
);
const visitor = quayside.http.as(token);
const headers = { 'content-type': 'application/json' };

const code = 'InvalidInput';
const refusal = (path: string, count: number, valuesMax: number) => {
  const message = `The request body has ${count} members and elements, expected at most ${valuesMax}.`;
  const entry = path === 'graphql' ? { message, extensions: { code } } : { code, message };
  return { status: 400, json: { statusCode: 400, message, errors: [entry] } };
};

interface Kind {
  readonly client: typeof merchant;
  readonly path: string;
  readonly valuesMax: number;
  /** Wraps an ignored value into a body; `others` is the number of members besides those of the value. */
  readonly around: (value: string) => string;
  readonly others: number;
  /** The status for a body within the limit. */
  readonly status: number;
}

const { bodyValuesMax, visitorBodyValuesMax } = limits;
const unknownMember = (value: string): string => `{"key":"${newKey('k')}","unknown":${value}}`;
const ofMerchant = { client: merchant, valuesMax: bodyValuesMax };
const ofVisitor = { client: visitor, valuesMax: visitorBodyValuesMax };
const inQuery = (variable: string) => (value: string) =>
  `{"query":"query($${variable}: String) { __typename }","variables":{"unknown":${value}}}`;

const kinds: Readonly<Record<string, Kind>> = {
  'a draft': { ...ofMerchant, path: 'channels', around: unknownMember, others: 2, status: 201 },
  'an update': {
    ...ofMerchant,
    path: 'channels/none',
    around: value => `{"version":1,"actions":[],"unknown":${value}}`,
    others: 3,
    status: 404,
  },
  'the value of a custom object': {
    ...ofMerchant,
    path: 'custom-objects',
    around: value => `{"container":"values","key":"${newKey('k')}","value":${value}}`,
    others: 3,
    status: 201,
  },
  'a command': {
    ...ofMerchant,
    path: 'login',
    around: value => `{"email":"jo@example.com","password":"wrong","unknown":${value}}`,
    others: 3,
    status: 400,
  },
  'a draft of a visitor': {
    ...ofVisitor,
    path: 'me/carts',
    around: value => `{"currency":"EUR","unknown":${value}}`,
    others: 2,
    status: 201,
  },
  'an update of a visitor': {
    ...ofVisitor,
    path: 'me/carts/none',
    around: value => `{"version":1,"actions":[],"unknown":${value}}`,
    others: 3,
    status: 404,
  },
  'a command of a visitor': {
    ...ofVisitor,
    path: 'me/login',
    around: value => `{"email":"jo@example.com","password":"wrong","unknown":${value}}`,
    others: 3,
    status: 400,
  },
  'variables of GraphQL': { ...ofVisitor, path: 'graphql', around: inQuery('x'), others: 3, status: 400 },
  'variables of GraphQL, for a merchant': {
    ...ofMerchant,
    valuesMax: visitorBodyValuesMax,
    path: 'graphql',
    around: inQuery('x'),
    others: 3,
    status: 400,
  },
};

const shapes: Readonly<Record<string, (count: number) => string>> = {
  elements: count => `[${Array<string>(count).fill('0').join()}]`,
  members: count => `{${Array.from({ length: count }, (_, at) => `"m${at}":0`).join()}}`,
  'one member again and again': count => `{${Array<string>(count).fill('"a":0').join()}}`,
};

test('refuses a body with more members and elements than its kind may have, and takes one with as many', async t => {
  // Bodies with many members are long, so drafts are sent with all shapes and other kinds with one.
  for (const [kind, { client, path, valuesMax, around, others, status }] of Object.entries(kinds))
    for (const [shape, make] of Object.entries(shapes).slice(0, kind.startsWith('a draft') ? undefined : 1)) {
      const send = (count: number) =>
        client.send('POST', `/${projectKey}/${path}`, { body: around(make(count - others)), headers });
      matchWhole(t, await send(valuesMax + 1), refusal(path, valuesMax + 1, valuesMax), `${kind}: ${shape}`);
      const { status: found, text } = await send(valuesMax);
      t.equal(found, status, `${kind}: as many ${shape}`);
      t.notMatch(text, 'members and elements');
    }
});

test('counts as a parser does, whatever texts and white space hold', t => {
  const parsedCount = (value: unknown): number =>
    typeof value !== 'object' || value === null
      ? 0
      : Object.values(value).reduce<number>((sum, each) => sum + 1 + parsedCount(each), 0);
  const assertCount = (json: string): void => {
    t.equal(countValues(Buffer.from(json)), parsedCount(JSON.parse(json)), json);
  };
  for (const json of ['0', '[]', '[ \n]', '{"a":"[,\\\\",\t"b\\",{":[ {} , [[]],""]}', '{"é":[",",{"💥\\\\\\"]":1}]}'])
    assertCount(json);
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), fc.constantFrom(0, 1), (json, spaces) => {
      const text = JSON.stringify(JSON.parse(json), undefined, spaces);
      return countValues(Buffer.from(text)) === parsedCount(JSON.parse(json));
    }),
  );
  t.end();
});
