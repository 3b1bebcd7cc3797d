/**
 * A server that all test files share: the bundled process of production with the settings of tests. It reports its
 * address to its parent, and stops when its parent disconnects. SERVER_SETTINGS contains settings as JSON, for a server
 * of one file.
 */
import { programEntry } from '../../src/base/config/packageFile.js';
import { type IndexNotification, IndexNotifier } from '../../src/search/indexing/IndexNotifier.js';
import { testEnvironment } from './testConfig.js';

const settings = JSON.parse(process.env.SERVER_SETTINGS ?? '{}') as Readonly<Record<string, string>>;
const environment = testEnvironment({ LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent', ...settings });
Object.assign(process.env, environment);
const notifier = new IndexNotifier(environment.REDIS_URL);
process.on('message', ({ notify }: { readonly notify: readonly IndexNotification[] }) => {
  for (const { projectKey, typeId } of notify) notifier.notify(projectKey, typeId);
});
await import(programEntry('serverProcess').href);
