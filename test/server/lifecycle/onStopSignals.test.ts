import { EventEmitter } from 'node:events';
import { test } from '../../support/tap.js';
import { onStopSignals } from '../../../src/cli/startServer.js';

test('a signal that is repeated immediately is the same stop; a later one hastens it once', t => {
  const source = new EventEmitter();
  const calls: string[] = [];
  let nowMs = 10;
  onStopSignals(
    ['SIGINT', 'SIGTERM'],
    { stop: signal => calls.push(`stop ${signal}`), hasten: signal => calls.push(`hasten ${signal}`) },
    source as unknown as NodeJS.Process,
    () => nowMs,
  );
  source.emit('SIGTERM', 'SIGTERM');
  source.emit('SIGTERM', 'SIGTERM');
  nowMs += 1_000;
  source.emit('SIGINT', 'SIGINT');
  t.same(calls, ['stop SIGTERM']);
  nowMs += 1;
  source.emit('SIGINT', 'SIGINT');
  source.emit('SIGTERM', 'SIGTERM');
  t.same(calls, ['stop SIGTERM', 'hasten SIGINT']);
  t.end();
});
