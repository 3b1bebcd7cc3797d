/** Emails are compared in one form everywhere, and never found by a character that only looks the same. */
import { bodyOf } from '../../../support/sdk.js';
import { test } from '../../../support/tap.js';
import { newKey } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { boundPasswords } from '../../../../src/base/credentials/passwords.js';
import { createResource } from '../../../../src/engine/commit/pipeline.js';
import { testConfig } from '../../../support/testConfig.js';
import { newEmail, password, startCustomers, storeReference } from './startCustomers.js';
import { normalizeEmail } from '../../../../src/commerce/resources/customer/email.js';
import { startResourceApi } from '../../../support/resourceApi.js';

const { create, creationErrors, messagesOf, newStore, projectKey, quayside, sdk, update, updateErrors } =
  await startCustomers();

test('refuses duplicate emails, keys and numbers (ERR018, customer.33e37, customer.cca38, customer.75b43)', async t => {
  const [one, two] = [await newStore(), await newStore()];
  const email = newEmail();
  const taken = [{ code: 'DuplicateField', field: 'email', duplicateValue: email.toUpperCase() }];
  const first = await create({ email, key: newKey('c'), customerNumber: newKey('n') });
  matchWhole(t, await creationErrors({ email: email.toUpperCase() }), taken);
  matchWhole(t, await creationErrors({ key: first.key }), [
    { code: 'DuplicateField', field: 'key', duplicateValue: first.key },
  ]);
  matchWhole(t, await creationErrors({ customerNumber: first.customerNumber }), [
    { code: 'DuplicateField', field: 'customerNumber', duplicateValue: first.customerNumber },
  ]);
  let inOne = await create({ email, stores: [storeReference(one)] });
  matchWhole(
    t,
    await creationErrors({ email: email.toUpperCase(), stores: [storeReference(two), storeReference(one)] }),
    taken,
  );
  const inTwo = await create({ email, stores: [storeReference(two)] });
  matchWhole(t, await updateErrors(inOne, { action: 'addStore', store: storeReference(two) }), [
    { code: 'DuplicateField', field: 'email', duplicateValue: email },
  ]);
  matchWhole(
    t,
    await updateErrors(inOne, { action: 'setStores', stores: [] }),
    [{ code: 'DuplicateField', field: 'email', duplicateValue: email }],
    'there would be two global customers of one email',
  );
  const other = await create();
  matchWhole(t, await updateErrors(other, { action: 'changeEmail', email: email.toUpperCase() }), taken);
  const renamed = await update(first, { action: 'changeEmail', email: email.toUpperCase() });
  t.equal(renamed.email, email.toUpperCase(), 'a customer may change the letter case of the own email');
  await sdk
    .customers()
    .withId({ ID: renamed.id })
    .delete({ queryArgs: { version: renamed.version } })
    .execute();
  inOne = await update(inOne, { action: 'removeStore', store: storeReference(one) });
  matchWhole(
    t,
    await creationErrors({ email }),
    [{ code: 'DuplicateField', field: 'email', duplicateValue: email }],
    'the customer that became global now has the email of the deleted one',
  );
  t.ok(await create({ email, stores: [storeReference(one)] }));
  matchWhole(t, await messagesOf(inOne), [
    { type: 'CustomerCreated' },
    { type: 'CustomerStoresSet', stores: [], oldStores: [{ typeId: 'store', key: one }] },
  ]);
  matchWhole(
    t,
    valuesOf((await bodyOf(sdk.inStoreKeyWithStoreKeyValue({ storeKey: two }).customers().get())).results, 'id'),
    [inTwo.id],
  );
  const both = await create({ email: `both-${email}`, stores: [storeReference(one), storeReference(two)] });
  const inEither = await bodyOf(
    sdk.customers().get({ queryArgs: { where: `stores(key in ("${one}", "${two}"))`, sort: 'createdAt asc' } }),
  );
  t.same(
    [inEither.total, inEither.results.filter(({ id }) => id === both.id).length],
    [3, 1],
    'a customer of two stores is found once',
  );
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => create({ email: `race-${email}` })));
  t.equal(
    results.filter(({ status }) => status === 'fulfilled').length,
    1,
    'one of several concurrent creations succeeds',
  );
});

test('refuses a duplicate email before the password is hashed (ERR018)', async t => {
  const { engine } = quayside.services;
  boundPasswords({ workers: 1, passwordMemoryKib: 19_456 });
  t.teardown(() => boundPasswords(testConfig()));
  const createHere = (email: string) =>
    createResource(engine, {
      projectKey,
      resourceType: engine.resourceTypes.get('customer')!,
      query: new URLSearchParams(),
      body: Buffer.from(JSON.stringify({ email, password })),
      client: {},
    });
  /** Returns the milliseconds of CPU time, including the threads that hash. */
  const cpuMsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = process.cpuUsage();
    await work();
    return process.cpuUsage(before).user / 1_000;
  };
  const email = newEmail();
  await createHere(email);
  const rounds = Array.from({ length: 10 });
  const createdMs = await cpuMsOf(async () => {
    for (const _ of rounds) await createHere(newEmail());
  });
  const refusedMs = await cpuMsOf(async () => {
    for (const _ of rounds)
      matchWhole(t, await createHere(email).catch((error: unknown) => error), {
        status: 400,
        entries: [{ code: 'DuplicateField', field: 'email', duplicateValue: email }],
      });
  });
  t.ok(refusedMs < createdMs / 2, `${refusedMs} ms for ten refusals, ${createdMs} ms for ten customers`);
});

const kelvin = '\u212a';

test('one form for letter case, spaces and accents; a character that looks like another one stays', async t => {
  for (const [email, normalized] of [
    [' Ana@Example.COM ', 'ana@example.com'],
    ['ANDRÉ@example.com', 'andré@example.com'],
    ['andre\u0301@example.com', 'andr\u00e9@example.com'],
    ['ΟΔΥΣΣΕΑ@example.gr', 'οδυσσεα@example.gr'],
    [`mi${kelvin}e@example.com`, `mi${kelvin}e@example.com`],
    [`MI${kelvin}É@Exam${kelvin}.com`, `mi${kelvin}é@exam${kelvin}.com`],
    ['\u2126mega@example.com', '\u2126mega@example.com'],
    ['\u212bsa@example.com', '\u212bsa@example.com'],
    ['\u0130stanbul@example.com', '\u0130stanbul@example.com'],
    ['m\u0131ke@example.com', 'm\u0131ke@example.com'],
  ] as const) {
    t.equal(normalizeEmail(email), normalized, email);
    t.equal(normalizeEmail(normalized), normalized, 'the form is final');
  }
});

test('a sign-in, a token and a new customer with another character do not find the customer', async t => {
  const { http: ownHttp, base: ownBase } = await startResourceApi('customers');
  const post = async (path: string, body: object) => {
    const { status, json } = await ownHttp.send('POST', `${ownBase}/${path}`, { body });
    return [status, ((json as { errors?: { code: string }[] }).errors ?? []).map(({ code }) => code)];
  };
  t.same(await post('customers', { email: 'mike@example.com', password }), [201, []]);
  const other = `mi${kelvin}e@example.com`;
  t.same(await post('customers/password-token', { email: other }), [404, ['ResourceNotFound']]);
  t.same(await post('login', { email: other, password }), [400, ['InvalidCredentials']]);
  t.same(await post('customers', { email: other, password: 'another horse 1' }), [201, []], 'another person');
  t.same(await post('login', { email: other, password: 'another horse 1' }), [200, []]);
  t.same(await post('login', { email: other, password }), [400, ['InvalidCredentials']]);
  t.same(await post('customers', { email: 'MIKE@EXAMPLE.COM', password }), [400, ['DuplicateField']]);
  t.same(await post('login', { email: ' Mike@Example.com ', password }), [200, []]);
});
