/** Starts a Redis for tests with its data in `folder`, or takes the one of REDIS_URL. */
export const startEmbedded = async folder => {
  const url = process.env.REDIS_URL;
  if (url) return { url, stop: async () => undefined };
  const { startEmbeddedRedis } = await import('../../dist/src/redis/embedded/startEmbeddedRedis.js');
  return startEmbeddedRedis(folder, process.env.REDISEARCH_MODULE ?? '');
};
