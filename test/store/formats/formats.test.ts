/** This build serves stores of each format as their builds wrote them, and refuses all others. */
import { migrateStoredData } from '../../../src/cli/migration/migrateStoredData.js';
import { storedLayout } from '../../../src/engine/define/storedLayout.js';
import { resourceTypes } from '../../../src/commerce/resources/index.js';
import { verifyStoredData } from '../../../src/jobs/verification/verifyStoredData.js';
import { ownLayout } from '../../../src/services/ownFormat.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { openServices } from '../../../src/services/services.js';
import { currentFormat, oldestFormat } from '../../../src/store/storedFormat.js';
import { startQuayside } from '../../support/quayside.js';
import { searchOf } from '../../support/search.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { test } from '../../support/tap.js';
import { testConfig } from '../../support/testConfig.js';
import { loadStore } from './dump.js';
import { idsOf, knownTypes, readSample, type SampleAnswers, sampleEncryptionKey, sampleLayout } from './sample.js';

const formats = Array.from({ length: currentFormat - oldestFormat + 1 }, (_, at) => oldestFormat + at);

const folder = `test/store/formats/${currentFormat}`;

const whatToDo = `
  The lists and indexes of this build are not those of format ${currentFormat} (${folder}/layout.json).
  1. Give currentFormat in src/store/storedFormat.ts the next number, and oldestFormat too if no release has format ${currentFormat}.
  2. If a release has it, add the conversion to src/cli/migration/migrateStoredData.ts.
  3. Run npm run sample, and commit the new folder of test/store/formats; delete that of a format without a release.`;

test('lists and indexes do not change without a new format', t => {
  const sample = sampleLayout(currentFormat);
  const layout = Object.fromEntries(storedLayout(resourceTypes));
  t.same(knownTypes(layout, sample), sample, whatToDo);
  t.same(
    Object.keys(layout).filter(typeId => !(typeId in sample)),
    [],
    `A new resource type needs no new format: run npm run sample, which adds it to ${folder}/layout.json.`,
  );
  t.end();
});

/** Loads the sample of a format into a Redis, and converts it if it is older. */
const loadSample = async (format: number): Promise<string> => {
  const { url } = await startOwnRedis();
  const services = await openServices(createServiceOptions(testConfig({ REDIS_URL: url }), url, sampleEncryptionKey));
  await loadStore(services.redis, readSample(format, 'store.jsonl'));
  await migrateStoredData(services);
  await services.close();
  return url;
};

for (const format of formats)
  test(`serves a store of format ${format}, in which everything agrees`, async t => {
    const quayside = await startQuayside({
      REDIS_URL: await loadSample(format),
      ENCRYPTION_KEY: sampleEncryptionKey,
    });
    const answers = JSON.parse(readSample(format, 'answers.json')) as SampleAnswers;
    const { projectKey, requests, login } = answers;
    const credentials = { ...answers, scope: `manage_project:${projectKey}` };
    const http = quayside.http.as(await quayside.token(credentials));
    const send = (method: string, path: string, body?: object) =>
      http.send(method, `/${projectKey}/${path}`, body === undefined ? {} : { body });
    // Redis lost the indexes of search: their jobs build them again.
    for (const typeId of quayside.services.searches.keys()) {
      const search = searchOf(quayside, credentials, typeId);
      await quayside.services.searches.get(typeId)!.rebuildMissingIndex(projectKey);
      await search.settled();
    }
    const { differences, search } = await verifyStoredData(quayside.services, projectKey);
    t.same(differences, []);
    t.not(search, undefined);
    for (const { method, path, body, ids } of requests)
      t.same(idsOf((await send(method, path, body)).json), ids, `${path} ${JSON.stringify(body) ?? ''}`);
    t.equal((await send('POST', 'login', login)).status, 200, 'the hash of a password');
    const { results } = (await send('GET', 'stores')).json as { results: readonly { readonly key: string }[] };
    t.equal((await send('POST', 'stores', { key: results[0]!.key })).status, 400, 'a unique key');
    t.equal((await send('POST', 'stores', { key: 'another-store' })).status, 201, 'another unique key');
    t.equal((await send('POST', 'customers', login)).status, 400, 'a unique email');
    t.same((await verifyStoredData(quayside.services, projectKey)).differences, []);
    t.same(await quayside.services.redis.hgetall('{quayside:format}:layout'), Object.fromEntries(ownLayout()));
  });
