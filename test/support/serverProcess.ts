/**
 * A server that all test files share. It sends its address to its parent, and stops when its parent disconnects.
 * SERVER_SETTINGS contains settings as JSON, for a server of one file.
 */
import { pino } from 'pino';
import { type IndexNotification, IndexNotifier } from '../../src/search/indexing/IndexNotifier.js';
import { startService } from '../../src/server/main.js';
import { testConfig } from './testConfig.js';

const settings = JSON.parse(process.env.SERVER_SETTINGS ?? '{}') as Readonly<Record<string, string>>;
const service = await startService(testConfig(settings), pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }));
const notifier = new IndexNotifier(service.redisUrl);
process.on('message', ({ notify }: { readonly notify: readonly IndexNotification[] }) => {
  for (const { projectKey, typeId } of notify) notifier.notify(projectKey, typeId);
});
process.once('disconnect', () => {
  void service.stop().then(() => process.exit(0));
});
process.send!({ address: service.address, redisUrl: service.redisUrl });
