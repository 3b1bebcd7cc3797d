/** A server with the retention job on a Redis of its own, and orders and messages of the past. */
import { dayMs } from '../../../src/base/durations.js';
import { pino } from 'pino';
import { createResource, updateResource } from '../../../src/engine/commit/pipeline.js';
import type { Base } from '../../../src/engine/define/Base.js';
import { type Engine, withClock } from '../../../src/engine/Engine.js';
import type { ClientCredentials } from '../../../src/projects/createProject.js';
import { openQueue } from '../../../src/jobs/openQueue.js';
import { connectQueue } from '../../../src/base/redis/connect.js';
import { orderDraft } from '../../support/drafts.js';
import { freeMetricsPort } from '../../support/metrics.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { startQuayside } from '../../support/quayside.js';
import { sdkOf } from '../../support/sdk.js';
import { t as root } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';

export const silent = pino({ level: 'silent' });

export const requestOf = (one: Engine, projectKey: string, typeId: string, body: object) => ({
  projectKey,
  resourceType: one.resourceTypes.get(typeId)!,
  query: new URLSearchParams(),
  body: Buffer.from(JSON.stringify(body)),
  client: {},
});

export const resourceIn = ({ body }: { readonly body: string | Uint8Array }) =>
  JSON.parse(Buffer.from(body as Uint8Array).toString()) as Base;

export const keepDays = (deleteDaysAfterCreation: number) => ({
  action: 'changeMessagesConfiguration',
  messagesConfiguration: { enabled: true, deleteDaysAfterCreation },
});

/** Returns the engine with a clock that is some days behind. */
export const daysAgo = (engine: Engine, days: number): Engine =>
  withClock(engine, () => new Date(Date.now() - days * dayMs));

/** Imports an order with a number of messages. */
const importOrder = async (then: Engine, { projectKey }: ClientCredentials, count: number): Promise<Base> => {
  const order = resourceIn(
    await createResource(then, { ...requestOf(then, projectKey, 'order', orderDraft()), creation: 'import' }),
  );
  const actions = Array.from({ length: count - 1 }, (_, index) => ({
    action: 'setCustomerEmail',
    email: `${index}@example.com`,
  }));
  if (count > 1)
    await updateResource(then, {
      ...requestOf(then, projectKey, 'order', { version: 1, actions }),
      locator: { field: 'id', value: order.id },
    });
  return order;
};

export const startRetentionShop = async () => {
  const { url } = await startOwnRedis();
  const metricsPort = await freeMetricsPort();
  const quayside = await startQuayside({ REDIS_URL: url, RETENTION_MINUTES: '60', METRICS_PORT: metricsPort });
  const { engine, redis, store } = quayside.services;
  const connection = connectQueue(url);
  const { client } = connection;
  const queue = openQueue('retention', client);
  root.teardown(async () => {
    await queue.close();
    connection.disconnect();
  });
  // The server runs the job once at its start: later it would take what a test has just created.
  await waitUntil(async () => (await queue.getCompletedCount()) > 0);
  return {
    url,
    metricsPort,
    quayside,
    engine,
    redis,
    store,
    queue,
    client,
    /** Imports an order with a number of messages, all created some days ago. */
    importOrder: (project: ClientCredentials, count: number, days: number) =>
      importOrder(daysAgo(engine, days), project, count),
    messageCount: async (project: ClientCredentials): Promise<number> =>
      (
        await sdkOf(quayside, project)
          .messages()
          .get({ queryArgs: { limit: 1 } })
          .execute()
      ).body.total!,
  };
};
