import { test } from 'tap';
import { orderDraft } from '../support/drafts.js';
import { changeProject, withoutMessages } from '../support/project.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
// A message about each import would contain the order again.
await changeProject(quayside, project, withoutMessages);
const http = quayside.http.as(await quayside.token(project));
const orders = `/${project.projectKey}/orders`;
const text = 'x'.repeat(65_000);
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
];
const address = { country: 'DE', ...Object.fromEntries(fields.map(field => [field, text])) };
/** About 9.8 MB each, so that fourteen exceed the limit of a page. */
const draft = orderDraft({
  orderState: 'Complete',
  itemShippingAddresses: Array.from({ length: 10 }, (_, at) => ({ ...address, key: `a${at}` })),
});

test('refuses a page that would not fit into memory, and serves smaller ones (GEN041)', {
  timeout: 60_000,
}, async t => {
  for (let count = 0; count < 14; count++)
    t.equal((await http.send('POST', `${orders}/import`, { body: draft })).status, 201);
  for (const query of ['', '&sort=totalPrice.centAmount', `&where=${encodeURIComponent('country is not defined')}`]) {
    const { status, json } = await http.send('GET', `${orders}?limit=20${query}`);
    t.equal(status, 400, query);
    matchWhole(t, json, {
      errors: [
        {
          code: 'InvalidInput',
          message: 'The page would be longer than 134217728 bytes. Ask for fewer results with limit.',
        },
      ],
    });
  }
  t.equal((await http.send('GET', `${orders}?limit=2`)).status, 200);
});
