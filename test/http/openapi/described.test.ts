import { test } from '../../support/tap.js';
import { findDifference } from '../../support/assertDescribed.js';

const time = '2026-01-01T00:00:00.000Z';
const creator = { clientId: 'c', isPlatformClient: false };
const zone = {
  id: 'z',
  version: 1,
  createdAt: time,
  lastModifiedAt: time,
  createdBy: creator,
  lastModifiedBy: creator,
  name: 'North',
  locations: [],
};
const complaint = (body: unknown, status = 200, path = '/p/zones/z', method = 'GET') =>
  findDifference(method, path, status, body);

test('accepts a response that is as described', async t => {
  t.equal(complaint(zone), undefined);
  t.equal(complaint({ limit: 20, offset: 0, count: 1, total: 1, results: [zone] }, 200, '/p/zones'), undefined);
  t.equal(
    complaint(
      { statusCode: 409, message: 'm', errors: [{ code: 'ConcurrentModification', message: 'm', currentVersion: 2 }] },
      409,
      '/p/zones/z',
      'POST',
    ),
    undefined,
  );
});

test('reports a response that differs from the description with its path, its status and the difference', async t => {
  t.match(
    complaint({ ...zone, colour: 'red' }),
    /^GET \/\{projectKey\}\/zones\/\{id\} answers 200 otherwise than described: the body must NOT have additional properties .*colour/,
  );
  t.match(complaint({ ...zone, version: 'one' }), /\/version must be integer/);
  t.match(complaint({ ...zone, name: undefined }), /required property 'name'/);
  t.match(complaint({ ...zone, createdAt: '2026-01-01T00:00:00Z' }), /\/createdAt must match format "date-time"/);
  t.match(complaint({ ...zone, locations: [{ country: 'Germany' }] }), /\/locations\/0\/country must match pattern/);
  t.match(complaint({ results: [] }, 200, '/p/zones'), /required property/);
  t.match(complaint(zone, 201), /answers 201, which is not described/);
});

test('accepts only error codes of the table, with their status and fields', async t => {
  const refused = (entry: object, statusCode = 400) =>
    complaint({ statusCode, message: 'm', errors: [{ message: 'm', ...entry }] }, 400);
  t.equal(refused({ code: 'InvalidInput' }), undefined);
  t.equal(refused({ code: 'DuplicateField', field: 'key', duplicateValue: 'a' }), undefined);
  t.match(refused({ code: 'Nonsense' }), /code of none of its variants/);
  t.match(refused({ code: 'ConcurrentModification' }), /code of none/);
  t.match(refused({ code: 'DuplicateField', field: 'key' }), /duplicateValue/);
  t.equal(
    refused({ code: 'DuplicateField', errorByExtension: { id: 'e' } }),
    undefined,
    'an extension may omit fields',
  );
  t.match(refused({ code: 'InvalidInput', hint: 'x' }), /additional properties/);
  t.match(refused({ code: 'InvalidInput' }, 404), /statusCode/);
});

test('checks the error format of responses without a route', async t => {
  t.equal(findDifference('PATCH', '/p/zones', 406, { anything: true }), undefined, 'no operation describes the status');
  t.match(findDifference('PATCH', '/p/zones', 405, { message: 'not so' }), /required property 'statusCode'/);
  t.match(findDifference('GET', '/p/nowhere', 404, { message: 'not here' }), /required property 'statusCode'/);
});
