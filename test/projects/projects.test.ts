import { randomUUID } from 'node:crypto';
import { test } from '../support/tap.js';
import { ProjectError } from '../../src/projects/createProject.js';
import { listProjects } from '../../src/projects/listProjects.js';
import { readProject } from '../../src/commerce/resources/project/projectSettings.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const { store } = quayside.services;
const newProjectKey = (): string => `r-${randomUUID().slice(0, 13)}`;

test('refuses an invalid project, explains what is allowed and creates nothing', async t => {
  const key = newProjectKey();
  const malformed = (wrong: string) =>
    `The project key '${wrong}' is malformed; allowed are 2 to 36 lower-case letters, digits, '_' and '-', ` +
    'beginning with a letter or digit.';
  const refused: readonly (readonly [Parameters<typeof quayside.project>[0], string])[] = [
    ...['', 'x', 'Demo', 'a b', '-ab', 'a{b}', 'a/b', 'x'.repeat(37)].map(
      wrong => [{ key: wrong }, malformed(wrong)] as const,
    ),
    ...['oauth', 'healthz', 'readyz'].map(
      wrong => [{ key: wrong }, `The project key '${wrong}' is reserved; choose another one.`] as const,
    ),
    [{ key, languages: ['en', 'deutsch!'] }, "The languages contain 'deutsch!'; allowed are IETF language tags."],
    [{ key, languages: [] }, "The languages contain ''; allowed are IETF language tags."],
    [{ key, currencies: ['eur'] }, "The currencies contain 'eur'; allowed are three capitals, as in ISO 4217."],
    [{ key, countries: ['DE', 'DEU'] }, "The countries contain 'DEU'; allowed are two capitals, as in ISO 3166-1."],
  ];
  for (const [draft, message] of refused) {
    const error = await quayside.project(draft).catch((reason: unknown) => reason);
    t.ok(error instanceof ProjectError, message);
    t.equal((error as ProjectError).message, message);
  }
  t.equal(await readProject(store, key), undefined);
  t.notOk((await listProjects(quayside.services)).some(project => project.key === key));
});

test('accepts keys of 2 to 36 characters', async t => {
  const suffix = randomUUID().replaceAll('-', '');
  for (const key of [suffix.slice(0, 2), `0_-z${suffix}`])
    matchWhole(t, await quayside.project({ key }), { projectKey: key });
});

test('creates one of several concurrent projects with the same key', async t => {
  const key = newProjectKey();
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => quayside.project({ key })));
  const made = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  t.equal(made.length, 1);
  for (const result of results)
    if (result.status === 'rejected')
      matchWhole(t, result.reason, {
        message: /^The project '[^']+' (exists already|is being created by another process)\.$/,
      });
  t.type(await quayside.token(made[0]!), 'string');
  await t.rejects(quayside.project({ key }), { message: `The project '${key}' exists already.` });
});

test('creates a project with a client, its built-in state and 15 days of messages (STATE024)', async t => {
  const project = await quayside.project({ name: 'Shop', languages: ['nl', 'nl'] });
  matchWhole(t, await readProject(store, project.projectKey), {
    name: 'Shop',
    languages: ['nl'],
    currencies: 'EUR USD GBP CHF SEK DKK NOK PLN CZK CAD AUD JPY'.split(' '),
    countries: 'DE AT CH NL BE LU FR GB IE ES IT PT SE DK NO PL CZ US CA AU JP'.split(' '),
    messages: { enabled: true, deleteDaysAfterCreation: 15 },
  });
  const states = await quayside.http.as(await quayside.token(project)).send('GET', `/${project.projectKey}/states`);
  matchWhole(t, states.json, {
    total: 1,
    results: [{ key: 'Initial', type: 'LineItemState', builtIn: true, initial: true, name: { en: 'Initial' } }],
  });
});

test('completes an interrupted creation', async t => {
  const project = await quayside.project();
  // Restores the state after a crash before the project was added to the list of projects.
  await quayside.services.redis.srem('quayside:projects', project.projectKey);
  const again = await quayside.project({ key: project.projectKey });
  const states = await quayside.http.as(await quayside.token(again)).send('GET', `/${project.projectKey}/states`);
  matchWhole(t, states.json, { total: 1 });
});
