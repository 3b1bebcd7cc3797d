import { test } from '../support/tap.js';
import { searchedTypes } from '../../src/search/types/index.js';
import type { SearchStatus } from '../../src/search/SearchStatus.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';
import { assertError } from '../support/refusal.js';
import { changeProject } from '../support/resourceApi.js';
import { searchOf } from '../support/search.js';
import { waitUntil } from '../support/waitUntil.js';

const quayside = await startQuayside();
const credentials = await quayside.project();
const { projectKey } = credentials;
const http = quayside.http.as(await quayside.token(credentials));
const path = `/${projectKey}/search-indexes`;
const typeIds = searchedTypes.map(({ typeId }) => typeId);

const read = async (): Promise<SearchStatus[]> =>
  ((await http.send('GET', path)).json as { results: SearchStatus[] }).results;

test('refuses to index types without a search, and inactive searches', async t => {
  matchWhole(
    t,
    await read(),
    typeIds.map(typeId => ({ typeId, status: 'Deactivated', resources: 0, waiting: 0, index: undefined })),
  );
  for (const { typeId, plural, activationHint } of searchedTypes)
    assertError(t, await http.send('POST', path, { body: { typeId } }), 'InvalidOperation', {
      message:
        `The search of ${plural} is not active in the project '${projectKey}', so there is no index to fill. ` +
        activationHint(projectKey),
    });
  assertError(t, await http.send('POST', path, { body: { typeId: 'cart' } }), 'InvalidField', {
    field: 'typeId',
    invalidValue: 'cart',
    allowedValues: ['order', 'product', 'customer'],
  });
  assertError(t, await http.send('POST', path, { body: {} }), 'RequiredField', { field: 'typeId' });
});

test('indexes each search again, and tells how its index is', async t => {
  await searchOf(quayside, credentials).orders(3);
  await changeProject(
    quayside,
    credentials,
    { action: 'changeOrderSearchStatus', status: 'Activated' },
    { action: 'changeCustomerSearchStatus', status: 'Activated' },
    { action: 'changeProductSearchIndexingEnabled', enabled: true, mode: 'ProductsSearch' },
  );
  const areReady = (searches: readonly SearchStatus[]): boolean =>
    searches.every(({ index, job, waiting }) => index !== undefined && job?.completed === true && waiting === 0);
  await waitUntil(async () => areReady(await read()));
  const first = await read();
  for (const typeId of typeIds) {
    const { status, json } = await http.send('POST', path, { body: { typeId } });
    t.equal(status, 200, typeId);
    matchWhole(t, json, { indexingJobId: /^[0-9a-f-]{36}$/ });
    await waitUntil(async () =>
      (await read()).some(({ job }) => job?.id === (json as { indexingJobId: string }).indexingJobId && job.completed),
    );
  }
  const again = await read();
  for (const [at, { typeId, index, job }] of again.entries()) {
    const count = typeId === 'order' ? 3 : 0;
    matchWhole(t, again[at], {
      status: 'Activated',
      searchModule: 'present',
      resources: count,
      index: { documents: count, builtAt: /^20/ },
      job: {
        nbrOfIndexedDocuments: count,
        nbrOfFailedDocuments: 0,
        totalNbrOfDocuments: count,
        percentCompleted: 100,
        completed: true,
        failures: [],
      },
      activatedAt: /^20/,
      daysLeft: 30,
    });
    t.ok(index!.number > first[at]!.index!.number, typeId);
    t.not(job!.id, first[at]!.job!.id, typeId);
  }
});

test('needs the scope that views the settings of the project, and a new index the one that manages them', async t => {
  const as = async (scope: string) => quayside.http.as(await quayside.token(credentials, `${scope}:${projectKey}`));
  const [viewing, orders] = [await as('view_project_settings'), await as('manage_orders')];
  t.equal((await viewing.send('GET', path)).status, 200);
  t.equal((await viewing.send('POST', path, { body: { typeId: 'order' } })).status, 403);
  t.equal((await orders.send('GET', path)).status, 403);
  t.equal((await orders.send('POST', path, { body: { typeId: 'order' } })).status, 403);
});
