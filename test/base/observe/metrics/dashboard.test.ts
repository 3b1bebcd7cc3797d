/** The dashboard and the alerts use exactly the metrics and labels that a server reports. */
import { readFileSync } from 'node:fs';
import { test } from '../../../support/tap.js';
import { stateDraft } from '../../../support/drafts.js';
import { freeMetricsPort, scrape } from '../../../support/metrics.js';
import { startQuayside } from '../../../support/quayside.js';
import { searchOf } from '../../../support/search.js';
import { waitUntil } from '../../../support/waitUntil.js';

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const read = (path: string): string => readFileSync(new URL(`../../../../../ops/${path}`, import.meta.url), 'utf8');
const dashboard = JSON.parse(read('grafana/quayside.json')) as { readonly panels: readonly Panel[] };
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const alerts = [...read('prometheus/alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr);
const namesIn = (expressions: readonly string[]): string[] =>
  [...new Set(expressions.flatMap(each => each.match(/\b(?:quayside|process|nodejs)_\w+/g) ?? []))].sort();

const port = await freeMetricsPort();
const quayside = await startQuayside({ METRICS_PORT: port, BACKGROUND: 'true' });
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const search = searchOf(quayside, project);
await http.send('POST', `/${project.projectKey}/states`, { body: stateDraft() });
await http.send('GET', `/${project.projectKey}/states`);
await search.activate();
await waitUntil(async () => /^quayside_queue_jobs\{/m.test(await scrape(port)));

test('reports each metric that the dashboard and the alerts use', async t => {
  const reported = new Set((await scrape(port)).match(/^\w+/gm));
  const used = namesIn([...queries, ...alerts]);
  t.ok(used.length > 20, `${used.length} metrics are used`);
  t.same(
    used.filter(name => !reported.has(name)),
    [],
  );
});

test('reports each label that the dashboard and the alerts compare', async t => {
  const lines = (await scrape(port)).split('\n');
  // Prometheus adds these labels at the scrape.
  const added = new Set(['job', 'instance']);
  for (const query of [...queries, ...alerts])
    for (const [, name = '', selector = ''] of query.matchAll(/\b((?:quayside|process|nodejs)_\w+)\{([^}]*)\}/g))
      for (const [, label = ''] of selector.matchAll(/(\w+)(?:=~|!=|!~|=)"/g))
        t.ok(
          added.has(label) || lines.some(line => line.startsWith(`${name}{`) && line.includes(`${label}="`)),
          `${name} has ${label}`,
        );
});

test('shows each metric of the server in the dashboard', async t => {
  const reported = new Set(
    [...(await scrape(port)).matchAll(/^# TYPE (quayside_\w+) /gm)].map(([, name = '']) => name),
  );
  const shown = namesIn(queries).map(name => name.replace(/_bucket$/, ''));
  t.same(
    [...reported].filter(name => !shown.includes(name)),
    [],
  );
});

test('documents each metric of the server', async t => {
  const page = readFileSync(new URL('../../../../../docs/reference/monitoring.md', import.meta.url), 'utf8');
  for (const [, name = ''] of (await scrape(port)).matchAll(/^# TYPE (quayside_\w+) /gm))
    t.ok(page.includes(`\`${name}\``), name);
});
