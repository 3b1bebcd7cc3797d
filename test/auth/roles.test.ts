/** The roles of accounts of the console against all resource types, over HTTP: each role reads all of them. */
import { roleNames, type Role } from '../../src/auth/accounts/roles.js';
import { definitions } from '../../src/commerce/resources/index.js';
import { consoleOf, startSharedConsole } from '../support/accounts.js';
import { test } from '../support/tap.js';

const emailOf = (role: Role): string => `every-type-${role}@example.com`;
const quayside = await startSharedConsole(Object.fromEntries(roleNames.map(role => [emailOf(role), role])));
const { projectKey } = await quayside.project();
const base = `/${projectKey}`;

const published = definitions.filter(({ routes }) => routes !== 'none');
/** Messages follow from changes. */
const collections = published.filter(({ typeId }) => typeId !== 'message' && typeId !== 'project');

/** The resource types that a role writes besides reading them; an administrator writes all. */
const written: Readonly<Record<Exclude<Role, 'administrator'>, readonly string[]>> = {
  viewer: [],
  support: ['cart', 'customer', 'order', 'payment', 'quote', 'quote-request', 'shopping-list', 'staged-quote', 'state'],
  merchandiser: [
    'attribute-group',
    'cart-discount',
    'category',
    'channel',
    'customer-group',
    'discount-code',
    'discount-group',
    'inventory-entry',
    'product',
    'product-discount',
    'product-selection',
    'product-tailoring',
    'product-type',
    'recurrence-policy',
    'review',
    'shipping-method',
    'standalone-price',
    'tax-category',
    'zone',
  ],
  operator: [
    'extension',
    'key-value-document',
    'project',
    'shipping-method',
    'state',
    'store',
    'tax-category',
    'type',
    'zone',
  ],
};

for (const role of roleNames)
  test(`a ${role} reads every resource type and writes those of the role`, async t => {
    const browser = await consoleOf(quayside)().signIn(emailOf(role));
    const { json } = await browser.send('POST', '/-/session/tokens', { projectKey });
    const http = quayside.http.as((json as { access_token: string }).access_token);
    const statusOf = async (method: string, path: string, body?: object): Promise<number> =>
      (await http.send(method, `${base}${path}`, body === undefined ? {} : { body })).status;
    const readable: string[] = [];
    for (const { typeId, path } of published)
      if ((await statusOf('GET', path === '' ? '' : `/${path}`)) === 200) readable.push(typeId);
    t.same(
      readable,
      published.map(({ typeId }) => typeId),
      'all types are read',
    );
    const writable = (await statusOf('POST', '', {})) === 403 ? [] : ['project'];
    for (const { typeId, path } of collections)
      if ((await statusOf('POST', `/${path}`, {})) !== 403) writable.push(typeId);
    const all = ['project', ...collections.map(({ typeId }) => typeId)];
    t.same(writable.sort(), role === 'administrator' ? all.sort() : written[role]);
  });
