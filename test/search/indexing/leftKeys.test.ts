/** Keys that remain of search indexes that Redis lost; no background thread runs. */
import { randomUUID } from 'node:crypto';
import { t as root, test } from '../../support/tap.js';
import { pino } from 'pino';
import { readConfig } from '../../../src/base/config/readConfig.js';
import { dropUnusedIndexes } from '../../../src/search/indexing/sweepProjects.js';
import { indexingJob } from '../../../src/jobs/indexingJob.js';
import { createProject } from '../../../src/projects/createProject.js';
import { documentsOf } from '../../support/search/searchedOrder.js';
import { sendToKeyNode } from '../../../src/base/redis/sendToKeyNode.js';
import { verifySearchIndex } from '../../../src/jobs/verification/search/verifySearchIndex.js';
import { openServices } from '../../../src/services/services.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { keys } from '../../../src/store/keys.js';
import { SearchStates } from '../../../src/search/SearchStates.js';
import { verifyStoredData } from '../../../src/jobs/verification/verifyStoredData.js';
import { listKeys } from '../../support/listKeys.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';

const { url } = await startOwnRedis();
const encryptionKey = 'a key of thirty-two characters, for tests';
const services = await openServices(createServiceOptions(readConfig({ REDIS_URL: url }), url, encryptionKey));
root.teardown(() => services.close());
const { redis, search } = services;
const { states, indexes } = search;
const jobs = indexingJob({
  searches: services.searches,
  log: pino({ level: 'silent' }),
  documentsOf: (_, projectKey, ids) => documentsOf(services.engine, projectKey, ids),
});

/** Removes an index and keeps its documents, as if Redis had lost it. */
const loseSearchIndex = async (index: string): Promise<void> => {
  await sendToKeyNode(redis, index, ['FT.DROPINDEX', index]).catch(async (error: unknown) => {
    if (!/unknown command/i.test(String(error))) throw error;
    await sendToKeyNode(redis, index, ['FT.DROP', index, 'KEEPDOCS']);
  });
};

/** There are more documents than one step deletes. */
const documentCount = 1_500;

const start = async () => {
  const { projectKey } = await createProject(services, { key: `l-${randomUUID().slice(0, 13)}` });
  const documents = (number: number): Promise<string[]> =>
    listKeys(redis, `${keys.searchDocuments(projectKey, 'order', number)}*`);
  const build = async (): Promise<number> => {
    const jobId = (await states.requestJob(projectKey, randomUUID()))!;
    await jobs.run(new AbortController().signal, {
      data: { projectKey, jobId },
      hasStartedBefore: false,
      progress: async () => undefined,
    });
    return (await states.read(projectKey))!.current!;
  };
  await states.registerProject(projectKey);
  await redis.hset(keys.searchState(projectKey, 'order'), 'activatedAt', Date.now());
  return {
    projectKey,
    documents,
    build,
    /** Adds documents without an order, which no list has. */
    addDocuments: async (number: number): Promise<void> => {
      const pipeline = redis.pipeline();
      for (let at = 0; at < documentCount; at++)
        pipeline.hset(keys.searchDocument(projectKey, 'order', number, randomUUID()), 'v', 1);
      await pipeline.exec();
    },
    /** Drops replaced indexes as if no search used them any more. */
    drop: () =>
      dropUnusedIndexes(
        { states: new SearchStates(redis, 'order', () => Date.now() + 3_600_000), indexes },
        projectKey,
      ),
    reports: async (): Promise<unknown[]> => [
      (await verifyStoredData(services, projectKey, { listedMax: 1 })).counts,
      (await verifySearchIndex(services, projectKey, { waitMs: 0, listedMax: 1 })).counts,
    ],
  };
};

test('deletes the documents of an index that Redis lost when its replacement is searched', async t => {
  const { projectKey, documents, build, addDocuments, drop, reports } = await start();
  const lost = await build();
  await loseSearchIndex(keys.searchIndex(projectKey, 'order', lost));
  await addDocuments(lost);
  const current = await build();
  t.not(current, lost);
  t.equal((await documents(lost)).length, documentCount);
  t.same(await reports(), [{}, {}], 'what is still to be deleted is no difference');
  await drop();
  t.same(await documents(lost), []);
  t.ok(await indexes.exists(projectKey, 'order', current));
  t.same(await reports(), [{}, {}]);
});

test('reports what an earlier lost index left, and deletes it after the next build', async t => {
  const { projectKey, documents, build, addDocuments, drop, reports } = await start();
  const first = await build();
  const current = await build();
  await drop();
  await addDocuments(first);
  const another = await start();
  await another.addDocuments(first);
  t.same(await reports(), [{ left: documentCount }, { left: documentCount }]);
  const [example] = (await verifySearchIndex(services, projectKey, { waitMs: 0, listedMax: 1 })).differences;
  t.match(example, {
    kind: 'left',
    id: keys.searchDocuments(projectKey, 'order', first),
    detail: `there is no index ${first} of resources of type 'order'`,
  });
  await drop();
  t.equal((await documents(first)).length, documentCount, 'no index was replaced');
  t.not(await build(), current);
  await drop();
  t.same(await documents(first), []);
  t.same(await reports(), [{}, {}]);
  t.equal((await another.documents(first)).length, documentCount, 'another project keeps its keys');
});
