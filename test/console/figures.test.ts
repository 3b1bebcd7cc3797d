import { test } from '../support/tap.js';
import { type ConsoleBrowser, consoleOf, createAccount, startConsole } from '../support/accounts.js';
import { longForm } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import { stateDraft } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import type { Figures } from '../../src/base/observe/metrics/Figures.js';

const { quayside } = await startConsole({
  SLOW_REQUEST_MS: '1',
  TRACE_URL: 'http://traces.example.com/{traceId}',
  WORKERS: '2',
});
await createAccount(quayside, { email: 'olga@example.com', role: 'operator' });
await createAccount(quayside, { email: 'sam@example.com', role: 'support' });
const credentials = await quayside.project();
const { projectKey } = credentials;
const http = quayside.http.as(await quayside.token(credentials));
const project = { quayside, http, projectKey };
const olga = await consoleOf(quayside)().signIn('olga@example.com');
const readFigures = async (): Promise<Figures> => (await olga.send('GET', '/-/figures')).json as unknown as Figures;

test('tells what the process has done since its start, to roles that may see it', async t => {
  const before = await readFigures();
  const { id, version } = (await createIn(project, 'states', stateDraft())) as { id: string; version: number };
  const update = (given: number) =>
    http.send('POST', `/${projectKey}/states/${id}`, {
      body: { version: given, actions: [{ action: 'setName', name: { en: 'Renamed' } }] },
    });
  t.equal((await update(version)).status, 200);
  t.equal((await update(version)).status, 409);
  const after = await readFigures();
  const grown = <Name extends string>(one: Readonly<Record<Name, number>>, other: Readonly<Record<Name, number>>) =>
    Object.fromEntries((Object.keys(one) as Name[]).map(name => [name, other[name] - one[name]]));
  // The request for the figures before, and the three others.
  t.same(grown(before.requests.byStatus, after.requests.byStatus), { '2xx': 3, '3xx': 0, '4xx': 1, '5xx': 0, 499: 0 });
  t.same(grown(before.commits, after.commits), { done: 2, conflict: 0, stale: 0, refused: 0, failed: 0 });
  t.equal(after.requests.conflicts - before.requests.conflicts, 1, 'refused before its commit');
  const measured = ({ requests }: Figures) => requests.durations.reduce((sum, { count }) => sum + count, 0);
  t.equal(measured(after) - measured(before), 4);
  t.same(after.shed, { workers: 0, redis: 0, deadline: 0 });
  t.ok(after.workersBusyMs > before.workersBusyMs);
  matchWhole(t, after.process, { pid: process.pid, workers: 2, replacedWorkers: 0 });
  matchWhole(t, after.redis!, { durability: 'everysec', appendOnly: true, lastWriteSucceeded: true, replicas: 0 });
  t.ok(after.redis!.usedBytes > 1_000_000);
  t.same(after.search, { waiting: 0, oldestSeconds: 0 });
  const refusalOf = async (who: ConsoleBrowser) => {
    const { status, json } = await who.send('GET', '/-/figures');
    return [status, (json as { errors: { code: string }[] }).errors.map(({ code }) => code)];
  };
  t.same(await refusalOf(consoleOf(quayside)()), [401, ['SessionRequired']]);
  const support = await consoleOf(quayside)().signIn('sam@example.com');
  t.same(await refusalOf(support), [403, ['PermissionRequired']]);
});

test('lists slow requests, newest first, without their query strings', async t => {
  await http.send('GET', `/${projectKey}/states?where=key%3D%22secret%22`, {
    headers: { 'x-correlation-id': 'a-slow-request' },
  });
  const hashed = await http.send('POST', `/${projectKey}/customers`, {
    body: { email: 'slow@example.com', password: 'secret-enough-1' },
    headers: { 'x-correlation-id': 'a-slower-request' },
  });
  t.equal(hashed.status, 201);
  const { slowRequests } = await readFigures();
  matchWhole(t, slowRequests[0], {
    correlationId: 'a-slower-request',
    method: 'POST',
    route: '/{projectKey}/customers',
    projectKey,
    status: 201,
    clientId: credentials.clientId,
  });
  t.notMatch(JSON.stringify(slowRequests), /secret/);
});

test('draws the figures and follows them', longForm, async t => {
  const { page, unexpected } = await openConsolePage(t, quayside, 'olga@example.com', `/${projectKey}/-/operations`);
  await page.getByRole('heading', { name: 'Live figures' }).waitFor();
  const titles = await page.locator('figure figcaption').allInnerTexts();
  t.same(titles, [
    'Requests',
    'Response time',
    'Commits',
    'Refused under overload',
    'Workers busy',
    'Open requests',
    'Lag of the search index',
    'Memory',
  ]);
  // Two figures make the first rate; the page's own requests are counted.
  await page
    .getByRole('figure', { name: 'Requests' })
    .getByText(/^All: [0-9.,]+\/s$/)
    .waitFor();
  await page.locator('figure path[d*="L"]').first().waitFor();
  const store = page.getByRole('region', { name: 'Store', exact: true });
  t.match(await store.innerText(), /Append-only file\s+Yes/);
  await page
    .getByRole('region', { name: 'Slow requests' })
    .getByText(/^(?:GET|POST) \//)
    .first()
    .waitFor();
  t.same(await violationsOf(page), []);
  t.same(unexpected(), []);
});

test('breaks no rule of WCAG AA on a dark phone, and shows German numbers', longForm, async t => {
  const options = { colorScheme: 'dark', viewport: { width: 390, height: 800 }, locale: 'de-DE' } as const;
  const { page } = await openConsolePage(t, quayside, 'olga@example.com', `/${projectKey}/-/operations`, options);
  await page.getByRole('heading', { name: 'Aktuelle Werte' }).waitFor();
  await page.locator('figure path[d*="L"]').first().waitFor();
  t.same(await violationsOf(page), []);
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, 'nothing scrolls sideways');
});
