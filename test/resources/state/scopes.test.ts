import { test } from '../../support/tap.js';
import { stateDraft } from '../../support/drafts.js';
import { startQuayside } from '../../support/quayside.js';

const quayside = await startQuayside();
const credentials = await quayside.project();
const path = `/${credentials.projectKey}/states`;
const statuses = async (scope: string) => {
  const http = quayside.http.as(await quayside.token(credentials, `${scope}:${credentials.projectKey}`));
  const written = await http.send('POST', path, { body: stateDraft() });
  return { read: (await http.send('GET', path)).status, written: written.status };
};

test('view_states reads, manage_states writes and reads (STATE029, STATE030)', async t => {
  t.same(await statuses('view_states'), { read: 200, written: 403 });
  t.same(await statuses('manage_states'), { read: 200, written: 201 });
});

test('the scopes of orders give access to States (STATE031, GEN078)', async t => {
  t.same(await statuses('view_orders'), { read: 200, written: 403 });
  t.same(await statuses('manage_orders'), { read: 200, written: 201 });
});

test('refuses other scopes', async t => {
  t.same(await statuses('manage_customers'), { read: 403, written: 403 });
});
