import { createType } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { errorOf } from '../../support/refusal.js';
import { changeProject, startResourceApi } from '../../support/resourceApi.js';
import { searchOf } from '../../support/search.js';
import { test } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';

const api = await startResourceApi('customers');
const { quayside, credentials, http, base, sdk } = api;
const ofProject = searchOf(quayside, credentials, 'customer');
const changeStatus = (status: 'Activated' | 'Deactivated') =>
  changeProject(quayside, credentials, { action: 'changeCustomerSearchStatus', status });

interface Answer {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly results: readonly { readonly id: string; readonly relevance: number }[];
}
const send = (body: object) => http.send('POST', `${base}/customers/search`, { body });
const search = async (body: object): Promise<Answer> => {
  const { status, json, text } = await send(body);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json as Answer;
};
const found = async (query: object, rest: object = {}): Promise<string[]> =>
  (await search({ query, ...rest })).results.map(({ id }) => id);

test('is not ready before it is activated', async t => {
  const answer = await send({});
  t.equal(answer.status, 409);
  matchWhole(t, errorOf(answer).errors, [{ code: 'SearchNotReady' }]);
  t.equal((await http.send('HEAD', `${base}/customers/search`)).status, 409);
  t.equal((await http.send('GET', `${base}/customers/search/indexing-status`)).status, 409);
});

const group = await api.createIn('customer-groups', { groupName: 'Wholesale', key: 'wholesale' });
const type = await createType<{ id: string }>((at: string, draft: object) => api.createIn(at, draft), ['customer']);
const create = async (draft: object): Promise<string> => {
  const { json } = await http.send('POST', `${base}/customers`, { body: { password: 'secret123', ...draft } });
  return (json as { customer: { id: string } }).customer.id;
};
const ana = await create({
  email: 'ana.garcia@example.com',
  firstName: 'Ana',
  middleName: 'Maria',
  lastName: 'García',
  key: 'ana',
  customerNumber: 'C-1001',
  dateOfBirth: '1990-05-06',
  isEmailVerified: true,
  customerGroup: { typeId: 'customer-group', id: group.id },
  addresses: [
    { country: 'ES', city: 'Sevilla', postalCode: '41001', phone: '+34 95 123' },
    { country: 'DE', city: 'Berlin' },
  ],
  custom: { type: { typeId: 'type', id: type.id }, fields: { note: 'likes oak' } },
});
const ben = await create({ email: 'ben@example.com', firstName: 'Ben', lastName: 'Anders', companyName: 'Oak Ltd' });
await changeStatus('Activated');
await ofProject.settled();

const exact = (field: string, value: unknown, rest: object = {}) => ({ exact: { field, value, ...rest } });

const queries: readonly (readonly [query: object, ids: readonly string[]])[] = [
  [exact('id', ana), [ana]],
  [exact('key', 'ana'), [ana]],
  [{ prefix: { field: 'customerNumber', value: 'C-10' } }, [ana]],
  [exact('email', 'ANA.GARCIA@example.com', { caseInsensitive: true }), [ana]],
  [{ fullText: { field: 'email', value: 'example' } }, [ben, ana]],
  [{ fullText: { field: 'fullName', value: 'garcía ana' } }, [ana]],
  [{ fullTextPrefix: { field: 'lastName', value: 'an' } }, [ben]],
  [{ fuzzy: { field: 'firstName', value: 'Bem', level: 1 } }, [ben]],
  [{ wildcard: { field: 'companyName', value: 'oak*', caseInsensitive: true } }, [ben]],
  [{ fullText: { field: 'all', value: 'oak' } }, [ben]],
  [exact('isEmailVerified', true), [ana]],
  [{ range: { field: 'dateOfBirth', gte: '1990-01-01', lt: '1991-01-01' } }, [ana]],
  [exact('customerGroup.key', 'wholesale'), [ana]],
  [exact('customerGroup.id', group.id), [ana]],
  [exact('addresses.country', 'DE'), [ana]],
  [{ prefix: { field: 'addresses.postalCode', value: '41' } }, [ana]],
  [exact('addresses.phone', '+3495123'), []],
  [{ fullText: { field: 'addresses.phone', value: '+3495123' } }, [ana]],
  [{ not: [{ exists: { field: 'customerNumber' } }] }, [ben]],
  [exact('custom.note', 'likes oak', { fieldType: 'text' }), [ana]],
  [{ range: { field: 'createdAt', gte: '2020-01-01T00:00:00Z' } }, [ben, ana]],
];

test('finds customers by fields of each kind', async t => {
  for (const [query, ids] of queries) t.same((await found(query)).sort(), [...ids].sort(), JSON.stringify(query));
});

test('finds all without a query; pages of 20, at most 100 (customer-search.ac82a, customer-search.0fa55)', async t => {
  matchWhole(t, await search({}), { total: 2, limit: 20, offset: 0, results: [{ relevance: 1 }, { relevance: 1 }] });
  const sorted = { sort: [{ field: 'lastName', order: 'asc' }] };
  t.same(
    (await search({ ...sorted, limit: 1 })).results.map(({ id }) => id),
    [ben],
  );
  t.same(
    (await search({ ...sorted, limit: 1, offset: 1 })).results.map(({ id }) => id),
    [ana],
  );
  const either = (value: string) => ({
    or: [{ fullText: { field: 'lastName', value } }, { exists: { field: 'email' } }],
  });
  t.same(await found(either('García')), [ana, ben]);
  t.same(await found(either('Anders')), [ben, ana]);
  t.match(errorOf(await send({ limit: 101 })).message, /limit: expected an integer from 0 to 100/);
});

test('answers the SDK about existence and progress (customer-search.79b5e, customer-search.08f63)', async t => {
  const { body } = await sdk
    .customers()
    .search()
    .post({ body: { query: exact('key', 'ana') } })
    .execute();
  matchWhole(t, body, { total: 1, results: [{ id: ana }] });
  t.equal((await sdk.customers().search().head().execute()).statusCode, 200);
  const { body: progress } = await sdk.customers().searchIndexingStatus().get().execute();
  matchWhole(t, progress, { status: 'Ready', retryCount: null });
  t.notOk('states' in progress);
});

test('follows changes and deletions of customers', async t => {
  const { body: before } = await sdk.customers().withId({ ID: ben }).get().execute();
  await api.update(before, { action: 'setLastName', lastName: 'Berg' });
  await ofProject.settled();
  t.same(await found(exact('lastName', 'Berg')), [ben]);
  const { body: changed } = await sdk.customers().withId({ ID: ben }).get().execute();
  await sdk
    .customers()
    .withId({ ID: ben })
    .delete({ queryArgs: { version: changed.version } })
    .execute();
  await ofProject.settled();
  t.same(await found({ exists: { field: 'email' } }), [ana]);
});

const refused: readonly (readonly [body: object, message: RegExp])[] = [
  [{ query: exact('password', 'a') }, /no field that customers are searched by/],
  [{ query: exact('custom.note', 'a') }, /fieldType/],
  [{ query: exact('custom.note', 'a', { customType: 'StringType' }) }, /expected nothing but/],
  [{ facets: [] }, /expected nothing but query, sort, limit, offset/],
];

test('refuses requests that are not well-formed', async t => {
  for (const [body, message] of refused) t.match(errorOf(await send(body)).message, message);
});

test('is not ready after its deactivation', async t => {
  await changeStatus('Deactivated');
  await waitUntil(async () => (await send({})).status === 409);
  t.equal((await http.send('HEAD', `${base}/customers/search`)).status, 409);
});
