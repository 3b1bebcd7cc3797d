/** A search that the server ended at its time limit is refused, whether or not the server reports it. */
import { test } from '../../support/tap.js';
import { findSearchModule } from '../../../src/base/redis/embedded/startEmbeddedRedis.js';
import { keys } from '../../../src/store/keys.js';
import { plainFind, searchBench } from '../../support/searchBench.js';
import { startOwnServer } from '../../support/startOwnServer.js';

const documents = 10_000;
/** A rare term, since `find` looks up other terms as words, which these documents do not have. */
const term = 'ua';
/** Builds a query that reads all documents once for each part. */
const queryOf = (parts: number): string => Array.from({ length: parts }, () => `(@t:{${term}})`).join('|');
/** No machine answers this query within a millisecond. */
const slowQuery = queryOf(400);
/** The number of documents of one call, which must end within the time limit of a command. */
const partSize = 1_000;
const fill = `
  for number = tonumber(ARGV[3]) + 1, tonumber(ARGV[3]) + tonumber(ARGV[4]) do
    redis.call('FT.ADD', ARGV[1], ARGV[2] .. number, '1.0', 'NOSAVE', 'REPLACE', 'FIELDS', 't', '${term}', 'created', number)
    redis.call('HSET', ARGV[2] .. number, 'v', '1')
  end`;

/** Creates an index in which a search of all documents takes longer than a millisecond. */
const filled = async (...args: string[]) => {
  const redis = await startOwnServer(['--loadmodule', findSearchModule('')!, ...args]);
  const made = searchBench(redis);
  const { indexes, projectKey } = made;
  await indexes.create(projectKey, 'order', 1);
  const index = keys.searchIndex(projectKey, 'order', 1);
  const key = keys.searchDocument(projectKey, 'order', 1, '');
  for (let filledCount = 0; filledCount < documents; filledCount += partSize)
    await redis.eval(fill, 0, index, key, filledCount, partSize);
  return { redis, index, ...made };
};

test('refuses a search when the server reports the time limit', async t => {
  const { redis, index, indexes, projectKey } = await filled('TIMEOUT', '1', 'ON_TIMEOUT', 'FAIL');
  await t.rejects(redis.call('FT.SEARCH', index, slowQuery, 'SORTBY', 'created'), /timed out/i);
  await t.rejects(indexes.find(projectKey, 'order', 1, slowQuery, plainFind), /query timed out after 1 ms/);
});

test('refuses a search when the server answers at the time limit with partial hits', async t => {
  const limitMs = 50;
  const patient = await filled('TIMEOUT', '60000');
  const { redis, index, indexes, projectKey } = await filled('TIMEOUT', String(limitMs));
  // The query grows until this machine needs ten times the limit for all hits.
  let query = slowQuery;
  for (let [parts, tookMs] = [400, 0]; tookMs < 10 * limitMs; parts *= 2) {
    query = queryOf(parts);
    const startedMs = performance.now();
    await patient.redis.call('FT.SEARCH', patient.index, query, 'SORTBY', 'created');
    tookMs = performance.now() - startedMs;
  }
  const [total] = (await redis.call('FT.SEARCH', index, query, 'SORTBY', 'created')) as [number];
  t.ok(total < documents, `${total} of ${documents}`);
  await t.rejects(indexes.find(projectKey, 'order', 1, query, plainFind), /query timed out after 50 ms/);
  await indexes.drop(projectKey, 'order', 1);
  t.same(await redis.dbsize(), 0, 'the index is dropped although searches timed out');
});

test('answers a search that stays within the time limit', async t => {
  const { indexes, projectKey } = await filled('TIMEOUT', '60000', 'ON_TIMEOUT', 'FAIL');
  t.equal((await indexes.find(projectKey, 'order', 1, slowQuery, plainFind)).total, documents);
});
