/** Rules that the documentation of `/me` states besides those of carts, and requests that are not offered there. */
import type { Customer } from '@commercetools/platform-sdk';
import { money, newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { anonymousToken } from '../../support/oauth.js';
import { assertError } from '../../support/refusal.js';
import type { Resource } from '../../support/resourceApi.js';
import { test } from '../../support/tap.js';
import { startBuyer } from './startBuyer.js';

const { projectKey, quayside, credentials, base, buyer, send, post } = await startBuyer();

const visitor = quayside.http.as(
  await anonymousToken(quayside, credentials, `create_anonymous_token:${projectKey} manage_my_profile:${projectKey}`),
);
const signUp = (draft: object) =>
  visitor.send('POST', `${base}/me/signup`, { body: { password: 'secret-123', ...draft } });

test('a sign-up needs a unique email and a language of the project (me.26377, me.cc8af, me.db405)', async t => {
  const email = `${newKey('jo')}@example.com`;
  assertError(t, await signUp({}), 'RequiredField', { field: 'email' });
  assertError(t, await signUp({ email, locale: 'pt' }), 'ProjectNotConfiguredForLanguages', { languages: ['pt'] });
  t.equal((await signUp({ email })).status, 201);
  assertError(t, await signUp({ email: email.toUpperCase() }), 'DuplicateField', {
    field: 'email',
    duplicateValue: email.toUpperCase(),
  });
  const { version } = (await send('GET', '')).json as Customer;
  const actions = [{ action: 'setLocale', locale: 'pt' }];
  assertError(t, await post('', { version, actions }), 'ProjectNotConfiguredForLanguages', {
    languages: ['pt'],
    actionIndex: 0,
  });
});

for (const [role, rules] of [
  ['Shipping', 'me.96eea, me.4d67c, me.bd8fd, me.befa9, me.f8111, me.f6dd9'],
  ['Billing', 'me.87aca, me.7d1fe, me.1ce11, me.c0194, me.5bc85, me.b4717'],
] as const)
  test(`my default ${role.toLowerCase()} address: by index, id or key; unset with its role (${rules})`, async t => {
    const [ids, id] = [`${role.toLowerCase()}AddressIds`, `default${role}Address`];
    const addresses = ['home', 'work'].map(each => ({ country: 'DE', key: each }));
    const email = `${newKey('jo')}@example.com`;
    assertError(t, await signUp({ email, addresses, [id]: 2 }), 'InvalidField', { field: id, invalidValue: 2 });
    const made = await signUp({ email, addresses, [id]: 1 });
    const { customer } = made.json as { readonly customer: Customer };
    const [, workId] = customer.addresses.map(each => each.id);
    matchWhole(t, customer, { [ids]: [workId], [`${id}Id`]: workId });
    const { version } = (await send('GET', '')).json as Customer;
    const added = (await post('', { version, actions: addresses.map(address => ({ action: 'addAddress', address })) }))
      .json as Customer;
    const [first, second] = added.addresses.map(each => each.id);
    let current = added;
    for (const [action, names, expected] of [
      [`setDefault${role}Address`, { addressKey: 'home' }, { [ids]: [first], [`${id}Id`]: first }],
      [`setDefault${role}Address`, { addressId: second }, { [ids]: [first, second], [`${id}Id`]: second }],
      [`remove${role}AddressId`, { addressKey: 'home' }, { [ids]: [second], [`${id}Id`]: second }],
      [`remove${role}AddressId`, { addressId: second }, { [ids]: [], [`${id}Id`]: undefined }],
    ] as const) {
      const { status, json } = await post('', { version: current.version, actions: [{ action, ...names }] });
      matchWhole(t, [status, json], [200, expected], action);
      current = json as Customer;
    }
    const removal = addresses.map(({ key: addressKey }) => ({ action: 'removeAddress', addressKey }));
    t.equal((await post('', { version: current.version, actions: removal })).status, 200);
  });

for (const [title, path, prefix, values] of [
  [
    'me',
    () => '',
    'set',
    {
      companyName: 'Sea',
      dateOfBirth: '2000-02-29',
      firstName: 'Jo',
      lastName: 'Doe',
      middleName: 'M',
      salutation: 'Dr',
      title: 'Prof',
      vatId: 'DE1',
    },
  ],
  [
    'my payment',
    async () => `/payments/${((await post('/payments', { amountPlanned: money(1) })).json as Resource).id}`,
    'setMethodInfo',
    { interfaceAccount: 'account', method: 'card', name: { en: 'Card' } },
  ],
] as const)
  test(`setting nothing removes a value of ${title} (me.a1721)`, async t => {
    const at = await path();
    const update = async (isSet: boolean) => {
      const { version } = (await send('GET', at)).json as Resource;
      const actions = Object.entries(values).map(([name, value]) => ({
        action: `${prefix}${name[0]!.toUpperCase()}${name.slice(1)}`,
        ...(isSet && { [name]: value as unknown }),
      }));
      const { status, json } = await post(at, { version, actions });
      t.equal(status, 200, JSON.stringify(json));
      return prefix === 'set' ? json : (json as { readonly paymentMethodInfo: object }).paymentMethodInfo;
    };
    matchWhole(t, await update(true), values);
    matchWhole(t, await update(false), Object.fromEntries(Object.keys(values).map(name => [name, undefined])));
  });

const notOffered = (request: string) => {
  const message =
    `The request '${request}' of the hosted API is not offered by this server yet; ` +
    'docs/compatibility.md lists what is.';
  return { statusCode: 501, message, errors: [{ code: 'NotImplemented', message }] };
};
for (const paths of [
  ['/me/business-units', '/me/business-units/{ID}'],
  ['/as-associate/{associateId}/in-business-unit/key={businessUnitKey}/quotes/{ID}'],
])
  test(`refuses by name what is not offered at ${paths[0]}`, async t => {
    for (const path of paths) {
      const { json } = await buyer.http.send('POST', `${base}${path.replace(/\{\w+\}/g, 'x')}`, { body: {} });
      t.same(json, notOffered(`POST /{projectKey}${path}`));
    }
  });
