import { test } from '../support/tap.js';
import { changeProject } from '../support/resourceApi.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const path = `/${project.projectKey}/orders/search`;
const as = async (...scopes: string[]) =>
  quayside.http.as(await quayside.token(project, scopes.map(name => `${name}:${project.projectKey}`).join(' ')));
const viewer = await as('view_project_settings');

test('answers HEAD by the existence of an index, without a body (SEARCH008)', async t => {
  const before = await viewer.send('HEAD', path);
  matchWhole(t, before, { status: 404, text: '' });
  await changeProject(quayside, project, { action: 'changeOrderSearchStatus', status: 'Activated' });
  await waitUntil(async () => (await viewer.send('HEAD', path)).status === 200);
  matchWhole(t, await viewer.send('HEAD', path), { status: 200, text: '', headers: { 'content-length': '0' } });
  await changeProject(quayside, project, { action: 'changeOrderSearchStatus', status: 'Deactivated' });
  await waitUntil(async () => (await viewer.send('HEAD', path)).status === 404);
});

test('requires view_project_settings for HEAD (SEARCH008)', async t => {
  t.equal((await (await as('view_orders')).send('HEAD', path)).status, 403);
  t.equal(
    (await (await as('manage_project_settings')).send('HEAD', path)).status,
    404,
    'manage_project_settings includes view_project_settings',
  );
  t.equal((await quayside.http.send('HEAD', path)).status, 401);
});

test('has no search by GET, and none below stores and customers', async t => {
  const all = quayside.http.as(await quayside.token(project));
  matchWhole(t, await all.send('GET', path), {
    status: 405,
    json: { errors: [{ code: 'MethodNotAllowed', message: /allowed: POST, HEAD/ }] },
  });
  matchWhole(
    t,
    (await all.send('POST', `/${project.projectKey}/in-store/key=shop/orders/search`, { body: {} })).json,
    {
      errors: [
        { code: 'RequiredField', field: 'version' },
        { code: 'RequiredField', field: 'actions' },
      ],
    },
    'POST is an update of an order',
  );
  t.equal((await all.send('POST', `/${project.projectKey}/me/orders/search`, { body: {} })).status, 405);
});
