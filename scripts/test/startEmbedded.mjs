/**
 * Starts a Redis for tests with its data in `folder`, or uses the one of REDIS_URL. It keeps no append-only file, since
 * the data of a run is not read after it.
 */
export const startEmbedded = async folder => {
  const url = process.env.REDIS_URL;
  if (url) return { url, stop: async () => undefined };
  const { startEmbeddedRedis } = await import('../../dist/src/base/redis/embedded/startEmbeddedRedis.js');
  const { withTemporaryConnection } = await import('../../dist/src/base/redis/withTemporaryConnection.js');
  const redis = await startEmbeddedRedis(folder, process.env.REDISEARCH_MODULE ?? '', { fsync: 'no' });
  await withTemporaryConnection(redis.url, 5_000, connection => connection.config('SET', 'appendonly', 'no'));
  return redis;
};
