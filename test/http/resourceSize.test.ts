import { test } from '../support/tap.js';
import { limits } from '../../src/config/limits.js';
import { orderDraft, stateDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const orders = `/${project.projectKey}/orders`;

/** Each character has three bytes in UTF-8. */
const text = '€'.repeat(65_000);
const fields = [
  'title',
  'firstName',
  'lastName',
  'streetName',
  'streetNumber',
  'additionalStreetInfo',
  'postalCode',
  'city',
  'region',
  'state',
  'company',
  'department',
  'building',
  'apartment',
  'phone',
  'mobile',
  'email',
  'fax',
];
const longAddress = { country: 'DE', ...Object.fromEntries(fields.map(field => [field, text])) };

test('refuses an update that would make an order larger than 16 MB, and changes nothing (LIM011, ERR030)', async t => {
  const itemShippingAddresses = Array.from({ length: 4 }, (_, at) => ({ ...longAddress, key: `address-${at}` }));
  const created = await http.send('POST', `${orders}/import`, { body: orderDraft({ itemShippingAddresses }) });
  t.equal(created.status, 201, created.text.slice(0, 300));
  const { id } = created.json as { id: string };
  const refused = await http.send('POST', `${orders}/${id}`, {
    body: { version: 1, actions: [{ action: 'setShippingAddress', address: longAddress }] },
  });
  t.equal(refused.status, 400);
  matchWhole(t, refused.json, {
    errors: [{ code: 'ResourceSizeLimitExceeded', message: /would be \d+ bytes long; at most 16777216 are allowed/ }],
  });
  t.equal((await http.send('GET', `${orders}/${id}`)).text, created.text);
});

test('refuses a body of more than 16 MB before it has arrived (LIM011)', async t => {
  const { status, json } = await http.send('POST', `${orders}/import`, {
    body: Buffer.alloc(17 * 1024 * 1024, ' '),
    headers: { 'content-type': 'application/json' },
  });
  t.equal(status, 413);
  matchWhole(t, json, {
    errors: [
      { code: 'RequestBodyTooLarge', message: 'The request body is larger than 16777216 bytes: it has 17825792.' },
    ],
  });
});

test('reads long resources completely', async t => {
  const states = `/${project.projectKey}/states`;
  const lengthOf = (body: string): number => Buffer.byteLength(body);
  const ofLength = async (name: string) =>
    (await http.send('POST', states, { body: stateDraft({ name: { en: name } }) })).text;
  // All keys have the same length.
  const bare = lengthOf(await ofLength('a')) - 1;
  for (const bytes of [limits.readStartBytes - 1, limits.readStartBytes, limits.readStartBytes + 1]) {
    const body = await ofLength('a'.repeat(bytes - bare));
    t.equal(lengthOf(body), bytes);
    const { id, key } = JSON.parse(body) as { readonly id: string; readonly key: string };
    t.equal((await http.send('GET', `${states}/${id}`)).text, body);
    t.equal((await http.send('GET', `${states}/key=${key}`)).text, body);
  }
  t.equal((await http.send('GET', `${states}/none`)).status, 404);
});
