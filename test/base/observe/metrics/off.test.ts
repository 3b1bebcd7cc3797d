/** Without a consumer, nothing is measured and OpenTelemetry is not loaded. */
import { execFileSync } from 'node:child_process';
import { test } from '../../../support/tap.js';
import { createAccessLog } from '../../../../src/http/request/requestLog.js';
import { combineObservers } from '../../../../src/http/exchange/Exchange.js';
import { createLog } from '../../../../src/base/observe/log/createLog.js';
import { readConfig } from '../../../../src/base/config/readConfig.js';
import { startQuayside } from '../../../support/quayside.js';

/** Counts the modules of OpenTelemetry that a new process loads with `path`. */
const loadedBy = (path: string): number => {
  const url = new URL(`../../../../src/${path}`, import.meta.url).href;
  const program =
    `import { createRequire } from 'node:module'; await import(${JSON.stringify(url)}); ` +
    `console.log(Object.keys(createRequire(${JSON.stringify(url)}).cache).filter(name => ` +
    "name.includes('@opentelemetry')).length); process.exit();";
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }));
};

test('measures nothing without a metrics port and traces nothing without a collector', async t => {
  const { services } = await startQuayside();
  t.equal(services.threadMetrics, undefined);
  t.equal(services.tracing, undefined);
});

test('observes no request without metrics, logs and traces', async t => {
  const config = readConfig({ SLOW_REQUEST_MS: '0' });
  t.equal(combineObservers([undefined, createAccessLog(config, createLog(config)), undefined]), undefined);
});

test('loads OpenTelemetry only for tracing', async t => {
  t.equal(loadedBy('server/main.js'), 0);
  t.ok(loadedBy('base/observe/tracing/openTracing.js') > 10);
});
