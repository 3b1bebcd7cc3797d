import { test } from '../support/tap.js';
import { startProject } from '../support/resourceApi.js';
import { readMissingRoutes, routes } from '../../src/http/routes/routes.js';
import type { Route } from '../../src/http/routing/Route.js';
import { Router } from '../../src/http/routing/Router.js';
import { describeApi } from '../../src/http/openapi/describeApi.js';
import { rejectionOf } from '../support/sdk.js';

interface Compared {
  readonly requests: readonly {
    readonly method: Route['method'];
    readonly path: string;
    readonly isOffered: boolean;
  }[];
}

const { compareWithSdk } = (await import(new URL('../../../scripts/docs/compatibility.mjs', import.meta.url).href)) as {
  compareWithSdk: (description: object) => Compared;
};

const { quayside, http, base, sdk } = await startProject();

const refusal = (request: string) => {
  const message =
    `The request '${request}' of the hosted API is not offered by this server yet; ` +
    'docs/compatibility.md lists what is.';
  return { statusCode: 501, message, errors: [{ code: 'NotImplemented', message }] };
};

test('knows every request of the SDK, and which are offered', async t => {
  const router = new Router([...routes, ...readMissingRoutes(routes)]);
  const { requests } = compareWithSdk(describeApi());
  t.ok(requests.length > 700);
  const isMissing = ({ method, path }: (typeof requests)[number]): boolean =>
    router.match(method, path.replace(/\{\w+\}/g, 'x')).route.verb.name === 'missing';
  t.same(
    requests.filter(request => isMissing(request) === request.isOffered).map(({ method, path }) => `${method} ${path}`),
    [],
  );
});

test('answers 501 to requests that only the hosted API has, and names what is missing', async t => {
  const orderEditId = 'x';
  for (const [call, request] of [
    [
      () =>
        sdk
          .shippingMethods()
          .matchingOrderedit()
          .get({ queryArgs: { orderEditId, country: 'DE' } }),
      'GET /{projectKey}/shipping-methods/matching-orderedit',
    ],
    [() => sdk.orders().edits().get(), 'GET /{projectKey}/orders/edits'],
    [() => sdk.orders().edits().withKey({ key: 'mine' }).get(), 'GET /{projectKey}/orders/edits/key={key}'],
    [
      () =>
        sdk
          .businessUnits()
          .withId({ ID: 'x' })
          .delete({ queryArgs: { version: 1 } }),
      'DELETE /{projectKey}/business-units/{ID}',
    ],
    [
      () =>
        sdk
          .products()
          .withId({ ID: 'x' })
          .images()
          .post({ body: Buffer.from('no image'), headers: { 'Content-Type': 'image/png' } }),
      'POST /{projectKey}/products/{ID}/images',
    ],
  ] as const)
    t.same((await rejectionOf(call())).body, refusal(request));
  const head = await http.send('HEAD', `${base}/business-units`);
  t.same([head.status, head.text], [501, '']);
});

test('checks the token before it says what is missing (AUTH003)', async t => {
  const { status } = await quayside.http.send('POST', `${base}/reviews`, { body: {} });
  t.equal(status, 401);
  const other = quayside.http.as(await quayside.token(await quayside.project()));
  t.equal((await other.send('POST', `${base}/reviews`, { body: {} })).status, 401);
});

test('takes no fixed segment for an id: another method is refused with those that exist', async t => {
  for (const [method, path, allow] of [
    ['GET', 'orders/search', 'POST, HEAD'],
    ['DELETE', 'orders/import', 'POST'],
    ['POST', 'shipping-methods/matching-cart', 'GET, HEAD'],
    ['GET', 'orders/quotes', 'POST'],
  ] as const) {
    const { status, headers } = await http.send(method, `${base}/${path}`, method === 'POST' ? { body: {} } : {});
    t.same([status, headers.allow], [405, allow], path);
  }
});

test('says which update actions only the hosted API has', async t => {
  const expect = (of: string, more = '') => `Expected the name of an update action of ${of}.${more}`;
  const hosted = ' The hosted API has this one; this server does not offer it yet.';
  const body = (action: string) => ({ version: 1, actions: [{ action }] });
  for (const [path, action, expected] of [
    ['', 'changePriceRoundingModes', expect('the project')],
    ['/carts/x', 'addShippingMethod', expect('carts', hosted)],
    ['/extensions/x', 'setExpansionPath', expect('extensions')],
    ['/me/carts/x', 'setInventoryLimits', expect('carts')],
  ] as const) {
    const { status, json } = await http.send('POST', `${base}${path}`, { body: body(action) });
    t.equal(status, 400);
    const { message } = json as { message: string };
    t.equal(message, `The value '${action}' is not valid for field 'actions[0].action'. ${expected}`);
  }
});
