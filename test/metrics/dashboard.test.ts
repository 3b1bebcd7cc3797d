/** The dashboard and the alerts ask for nothing that a server does not tell, and for all that is ours. */
import { readFileSync } from 'node:fs';
import { test } from 'tap';
import { stateDraft } from '../support/drafts.js';
import { freeMetricsPort, scrape } from '../support/metrics.js';
import { startQuayside } from '../support/quayside.js';
import { searchOf } from '../support/search.js';
import { until } from '../support/until.js';

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const read = (path: string): string => readFileSync(new URL(`../../../ops/${path}`, import.meta.url), 'utf8');
const dashboard = JSON.parse(read('grafana/quayside.json')) as { readonly panels: readonly Panel[] };
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const alerts = [...read('prometheus/alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => expr!);
const namesIn = (expressions: readonly string[]): string[] =>
  [...new Set(expressions.flatMap(each => each.match(/\b(?:quayside|process|nodejs)_\w+/g) ?? []))].sort();

const port = await freeMetricsPort();
const quayside = await startQuayside({ METRICS_PORT: port });
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const search = searchOf(quayside, project);
await http.send('POST', `/${project.projectKey}/states`, { body: stateDraft() });
await http.send('GET', `/${project.projectKey}/states`);
await search.activate();
await until(async () => /^quayside_queue_jobs\{/m.test(await scrape(port)), 60_000);

test('each metric that is asked for is told', async t => {
  const told = new Set((await scrape(port)).match(/^\w+/gm));
  const asked = namesIn([...queries, ...alerts]);
  t.ok(asked.length > 20, `${asked.length} are asked for`);
  t.same(
    asked.filter(name => !told.has(name)),
    [],
  );
});

test('each label that is compared is told with its metric', async t => {
  const lines = (await scrape(port)).split('\n');
  // What the scraping adds.
  const added = new Set(['job', 'instance']);
  for (const query of [...queries, ...alerts])
    for (const [, name, selector] of query.matchAll(/\b((?:quayside|process|nodejs)_\w+)\{([^}]*)\}/g))
      for (const [, label] of selector!.matchAll(/(\w+)(?:=~|!=|!~|=)"/g))
        t.ok(
          added.has(label!) || lines.some(line => line.startsWith(`${name!}{`) && line.includes(`${label!}="`)),
          `${name!} has ${label!}`,
        );
});

test('each metric of ours is shown', async t => {
  const ours = new Set([...(await scrape(port)).matchAll(/^# TYPE (quayside_\w+) /gm)].map(([, name]) => name!));
  const shown = namesIn(queries).map(name => name.replace(/_bucket$/, ''));
  t.same(
    [...ours].filter(name => !shown.includes(name)),
    [],
  );
});

test('the documentation names each metric of ours', async t => {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  for (const [, name] of (await scrape(port)).matchAll(/^# TYPE (quayside_\w+) /gm))
    t.ok(page.includes(`\`${name!}\``), name!);
});
