/** Where nobody asks nothing is counted, and what traces would need is not loaded. */
import { execFileSync } from 'node:child_process';
import { test } from 'tap';
import { createAccessLog } from '../../src/http/request/createAccessLog.js';
import { combineObservers } from '../../src/http/exchange/RequestObserver.js';
import { createLog } from '../../src/main.js';
import { readConfig } from '../../src/config/readConfig.js';
import { startQuayside } from '../support/quayside.js';

/** Modules of OpenTelemetry that a process of its own has loaded after it loaded `path`. */
const loadedBy = (path: string): number => {
  const url = new URL(`../../src/${path}`, import.meta.url).href;
  const program = `import { createRequire } from 'node:module'; await import(${JSON.stringify(url)}); console.log(Object.keys(createRequire(${JSON.stringify(url)}).cache).filter(name => name.includes('@opentelemetry')).length); process.exit();`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }));
};

test('without a port for metrics nothing is counted, without a collector nothing is traced', async t => {
  const { services } = await startQuayside();
  t.equal(services.figures, undefined);
  t.equal(services.tracing, undefined);
});

test('with slow requests not asked for either, nobody looks on at a request', async t => {
  const config = readConfig({ SLOW_REQUEST_MS: '0' });
  t.equal(combineObservers([undefined, createAccessLog(config, createLog(config)), undefined]), undefined);
});

test('OpenTelemetry is loaded by what traces, and by nothing else', async t => {
  t.equal(loadedBy('main.js'), 0);
  t.ok(loadedBy('tracing/open.js') > 10);
});
