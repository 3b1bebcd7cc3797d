import { test } from 'tap';
import { complaintOf } from '../support/described.js';

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
const told = (body: unknown, status = 200, path = '/p/zones/z', method = 'GET') =>
  complaintOf(method, path, status, body);

test('an answer as it is described is let through', async t => {
  t.equal(told(zone), undefined);
  t.equal(told({ limit: 20, offset: 0, count: 1, total: 1, results: [zone] }, 200, '/p/zones'), undefined);
  t.equal(
    told(
      { statusCode: 409, message: 'm', errors: [{ code: 'ConcurrentModification', message: 'm', currentVersion: 2 }] },
      409,
      '/p/zones/z',
      'POST',
    ),
    undefined,
  );
});

test('an answer that is described otherwise is told, with its path, its status and what is wrong', async t => {
  t.match(
    told({ ...zone, colour: 'red' }),
    /^GET \/\{projectKey\}\/zones\/\{id\} answers 200 otherwise than described: the body must NOT have additional properties .*colour/,
  );
  t.match(told({ ...zone, version: 'one' }), /\/version must be integer/);
  t.match(told({ ...zone, name: undefined }), /required property 'name'/);
  t.match(told({ ...zone, createdAt: '2026-01-01T00:00:00Z' }), /\/createdAt must match format "date-time"/);
  t.match(told({ ...zone, locations: [{ country: 'Germany' }] }), /\/locations\/0\/country must match pattern/);
  t.match(told({ results: [] }, 200, '/p/zones'), /required property/);
  t.match(told(zone, 201), /answers 201, which is not described/);
});

test('errors are held to the table: no unknown code, none of another status, none without its fields', async t => {
  const refused = (entry: object, statusCode = 400) =>
    told({ statusCode, message: 'm', errors: [{ message: 'm', ...entry }] }, 400);
  t.equal(refused({ code: 'InvalidInput' }), undefined);
  t.equal(refused({ code: 'DuplicateField', field: 'key', duplicateValue: 'a' }), undefined);
  t.match(refused({ code: 'Nonsense' }), /code of none of its variants/);
  t.match(refused({ code: 'ConcurrentModification' }), /code of none/);
  t.match(refused({ code: 'DuplicateField', field: 'key' }), /duplicateValue/);
  t.equal(
    refused({ code: 'DuplicateField', errorByExtension: { id: 'e' } }),
    undefined,
    'an extension may leave fields out',
  );
  t.match(refused({ code: 'InvalidInput', hint: 'x' }), /additional properties/);
  t.match(refused({ code: 'InvalidInput' }, 404), /statusCode/);
});

test('what no route answers is held to the error format', async t => {
  t.equal(complaintOf('PATCH', '/p/zones', 405, { anything: true }), undefined, 'a status that no operation has');
  t.match(complaintOf('GET', '/p/nowhere', 404, { message: 'not here' }), /required property 'statusCode'/);
});
