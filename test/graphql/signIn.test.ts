import { test } from '../support/tap.js';
import { newKey } from '../support/drafts.js';
import { createGraphqlClient } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';
import { createProfileType, newEmail, password, refusedAs, signUpMutation, startCustomerShop } from './customerShop.js';

const shop = await startCustomerShop();
const { quayside, credentials, projectKey, ask, data, createIn, clientWithScopes, newAnonymousToken, signUp } = shop;
const profileType = await createProfileType(shop);
const group = await createIn('customer-groups', { groupName: newKey('group'), key: newKey('group') });

test('signs up with the whole draft (CUST086, CUST049, CUST050, CUST051, CUST052, CUST129, CUST131)', async t => {
  const draft = {
    email: newEmail(),
    password,
    firstName: 'Ana',
    lastName: 'Lima',
    middleName: 'B',
    title: 'Dr',
    salutation: 'Ms',
    companyName: 'Co',
    vatId: 'V',
    key: newKey('key'),
    dateOfBirth: '1980-01-31',
    locale: null,
    customerNumber: newKey('n'),
    externalId: newKey('x'),
    isEmailVerified: true,
    customerGroup: { key: group.key },
    addresses: [
      { country: 'DE', city: 'Kiel', key: 'home', phone: '1' },
      { country: 'AT', city: 'Graz' },
    ],
    defaultBillingAddress: 1,
    defaultShippingAddress: 0,
    shippingAddresses: [0, 1],
    billingAddresses: [],
    custom: {
      typeKey: profileType.key,
      fields: [
        { name: 'note', value: '"hi"' },
        { name: 'count', value: '1.5' },
      ],
    },
  };
  const {
    customerSignUp: { customer, cart },
  } = await data(signUpMutation, { draft });
  const {
    password: _,
    addresses: __,
    custom: ___,
    customerGroup: ____,
    defaultBillingAddress: _____,
    defaultShippingAddress: ______,
    shippingAddresses: _______,
    billingAddresses: ________,
    ...plain
  } = draft;
  const [home, work] = customer.addresses;
  matchWhole(t, customer, {
    ...plain,
    customerGroupRef: { id: group.id },
    addresses: [{ key: 'home', city: 'Kiel', contactInfo: { phone: '1' } }, { city: 'Graz' }],
  });
  matchWhole(t, customer, {
    defaultShippingAddressId: home.id,
    defaultBillingAddressId: work.id,
    shippingAddressIds: [home.id, work.id],
    billingAddressIds: [work.id],
    customFieldsRaw: [
      { name: 'note', value: 'hi' },
      { name: 'count', value: 1.5 },
    ],
  });
  t.equal(cart, null);
  matchWhole(
    t,
    await ask(signUpMutation, { draft: { email: draft.email.toUpperCase(), password } }),
    refusedAs('DuplicateField'),
  );
  matchWhole(
    t,
    await ask(signUpMutation, { draft: { email: newEmail(), password: 'short1' } }),
    refusedAs('WeakPassword'),
  );
  matchWhole(
    t,
    await ask(signUpMutation, {
      draft: {
        email: newEmail(),
        password,
        custom: { typeKey: profileType.key, fields: [{ name: 'note', value: 'no JSON' }] },
      },
    }),
    { errors: [{ message: /'note' is no JSON/, extensions: { code: 'InvalidInput' } }] },
  );
});

/** Also shows CUST112, CUST122, CUST124 and CUST136. */
test('signs in with the active or the anonymous cart (CUST088, CUST108, CUST109, CUST036, CUST110)', async t => {
  const customer = await signUp();
  const query = `mutation SignIn($draft: CustomerSignInDraft!) {
    customerSignIn(draft: $draft) { customer { id } cart { id customerId cartState customer { email } } }
  }`;
  t.same(await data(query, { draft: { email: customer.email, password } }), {
    customerSignIn: { customer: { id: customer.id }, cart: null },
  });
  const cart = await createIn('carts', { currency: 'EUR', customerId: customer.id });
  t.same(
    await data(query, { draft: { email: customer.email, password, anonymousCartId: null, updateProductData: true } }),
    {
      customerSignIn: {
        customer: { id: customer.id },
        cart: { id: cart.id, customerId: customer.id, cartState: 'Active', customer: { email: customer.email } },
      },
    },
  );
  const anonymousId = newKey('anonymous');
  const anonymousCart = await createIn('carts', { currency: 'EUR', anonymousId });
  const draftWithCart = {
    email: customer.email,
    password,
    anonymousCartId: anonymousCart.id,
    anonymousCartSignInMode: 'UseAsNewActiveCustomerCart',
  };
  matchWhole(
    t,
    await ask(query, { draft: { ...draftWithCart, anonymousId: newKey('other') } }),
    { ...refusedAs('InvalidOperation'), data: null },
    'the anonymousId must be the one of the cart',
  );
  matchWhole(t, await data(query, { draft: { ...draftWithCart, anonymousId } }), {
    customerSignIn: { cart: { id: anonymousCart.id, customerId: customer.id, cartState: 'Active' } },
  });
  matchWhole(t, await ask(query, { draft: { email: customer.email, password: 'wrong one 1' } }), {
    ...refusedAs('InvalidCredentials'),
    data: null,
  });
  for (let at = 0; at < 25; at++)
    await quayside.services.passwordGuesses
      .compare(projectKey, undefined, customer.email, async () => false)
      .catch(() => undefined);
  const { errors } = await ask(query, { draft: { email: customer.email, password } });
  matchWhole(
    t,
    errors,
    [{ extensions: { code: 'too_many_requests', retryAfter: Number } }],
    'names the seconds until the next attempt',
  );
  t.ok((errors![0]!.extensions.retryAfter as number) >= 1);
});

test('signs an anonymous session up and in (CUST087, CUST089, CUST125, AUTH071)', async t => {
  const token = await newAnonymousToken('manage_my_profile', 'create_anonymous_token', 'manage_my_orders');
  const anonymous = createGraphqlClient(quayside, credentials, token);
  const email = newEmail();
  const created = await quayside.http.as(token).send('POST', `/${projectKey}/me/carts`, { body: { currency: 'EUR' } });
  const { data: made } = await anonymous(
    `mutation Me($draft: CustomerSignMeUpDraft!) {
      customerSignMeUp(draft: $draft) { customer { id email isEmailVerified } cart { id customerId } }
    }`,
    { draft: { email, password, firstName: 'V' } },
  );
  matchWhole(t, made, {
    customerSignMeUp: {
      customer: { email, isEmailVerified: false },
      cart: { id: (created.json as { id: string }).id, customerId: made!.customerSignMeUp.customer.id },
    },
  });
  const signIn = 'mutation Me($draft: CustomerSignMeInDraft!) { customerSignMeIn(draft: $draft) { customer { id } } }';
  t.same(
    (await anonymous(signIn, { draft: { email, password, activeCartSignInMode: 'UseAsNewActiveCustomerCart' } })).data,
    { customerSignMeIn: { customer: { id: made!.customerSignMeUp.customer.id } } },
  );
  matchWhole(
    t,
    await anonymous(signIn, { draft: { email, password: 'wrong one 1' } }),
    refusedAs('InvalidCredentials'),
  );
  const withAnonymousScope = await clientWithScopes('create_anonymous_token');
  matchWhole(
    t,
    await withAnonymousScope(
      'mutation Me($draft: CustomerSignMeUpDraft!) { customerSignMeUp(draft: $draft) { customer { email } } }',
      { draft: { email: newEmail(), password } },
    ),
    { status: 200, errors: undefined },
    'create_anonymous_token allows the sign-up',
  );
  matchWhole(t, await withAnonymousScope(signIn, { draft: { email, password } }), refusedAs('insufficient_scope'));
});
