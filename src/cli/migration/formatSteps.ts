import type { AuditRecord } from '../../auth/accounts/AuditEntry.js';
import { auditIndexMember } from '../../auth/accounts/AuditLog.js';
import { required } from '../../base/errors/ApiError.js';
import { expiresAtMsOf } from '../../engine/retention.js';
import { indexDelta } from '../../engine/commit/indexDeltas.js';
import type { Base } from '../../engine/define/Base.js';
import { Document } from '../../engine/document/Document.js';
import { retryOnce } from '../../base/redis/redisErrors.js';
import { interfaceClaims } from '../../commerce/resources/payment/interfaceId.js';
import type { Payment } from '../../commerce/resources/payment/members.js';
import { defaultSettings } from '../../commerce/resources/project/members.js';
import { readProject } from '../../commerce/resources/project/projectSettings.js';
import type { Services } from '../../services/services.js';
import { deleteKeys } from '../../base/redis/deleteKeys.js';
import { sendToKeyNode } from '../../base/redis/sendToKeyNode.js';
import { searchedTypes } from '../../search/types/index.js';
import { keys, serverKeys } from '../../store/keys.js';
import { StoredKeys } from '../../store/StoredKeys.js';
import { totalDays, writeTotals } from '../../store/totals.js';

/** How far the conversion of one project is. */
export interface ConversionProgress {
  /** Where a conversion that was interrupted goes on. */
  readonly cursor: string;
  /** Items that this run has converted, and those that it found at its start. */
  readonly done: number;
  readonly total: number;
}

/** Converts the data of all projects from one format to the next. */
export interface FormatStep {
  readonly from: number;
  readonly to: number;
  /** What is converted, in the plural: "messages". */
  readonly title: string;
  /**
   * Converts one project in parts that take Redis a few milliseconds each, and yields after each of them. A part may
   * run twice: the process can end before its cursor is saved.
   */
  convert(
    services: Pick<Services, 'redis' | 'store' | 'engine'>,
    projectKey: string,
    cursor: string | undefined,
  ): AsyncIterable<ConversionProgress>;
}

/** Resources that are read at once. */
const batchSize = 100;

type StepServices = Parameters<FormatStep['convert']>[0];

/**
 * Claims what identifies payments at their payment services. Of several payments with the same pair, which the first
 * format allowed, one holds the claim.
 */
const claimPayments = async ({ redis, store }: StepServices, projectKey: string, ids: readonly string[]) => {
  for (const body of await store.bodies(projectKey, 'payment', ids)) {
    if (body === null) continue;
    const payment = JSON.parse(body.toString()) as Payment;
    for (const { path, value } of interfaceClaims(payment))
      await retryOnce(() => redis.set(keys.unique(projectKey, 'payment', path, value), payment.id, 'NX'));
  }
};

/** Adds the settings that new projects have, with their defaults. */
const completeSettings = async ({ redis, store }: StepServices, projectKey: string): Promise<void> => {
  const project = await readProject(store, projectKey);
  if (project === undefined) return;
  const missing = Object.entries(defaultSettings).filter(([name]) => !(name in project));
  const body = JSON.stringify({ ...project, ...Object.fromEntries(missing) });
  await retryOnce(() => redis.set(keys.body(projectKey, 'project', projectKey), body));
};

/** Names of the indexes of format 2, which were in the slot of their project, and of their documents and parts. */
const formerIndex = (projectKey: string, typeId: string, number: number): string =>
  `{${projectKey}}:${typeId}:search:${number}`;
const formerKey = (projectKey: string, typeId: string): RegExp =>
  new RegExp(`^(?:idx:|(?:ft|nm|tag|geo):)?\\{${projectKey}\\}:${typeId}:(?:s|search):\\d+(?:[:/].*)?$`, 's');

/** Fields of a search state about indexes. */
const indexFields = ['current', 'layout', 'builtAt', 'making', 'building', 'job', 'jobErasures'];

/** Removes the indexes of a type: the next start of a server builds them anew, in a slot of their own. */
const removeFormerIndexes = async ({ redis }: StepServices, projectKey: string, typeId: string): Promise<void> => {
  const last = Number((await retryOnce(() => redis.hget(keys.searchNumbers, projectKey))) ?? 0);
  for (let number = 1; number <= last; number++) {
    const index = formerIndex(projectKey, typeId, number);
    // RediSearch 1.x does not know the command: its indexes are keys.
    await sendToKeyNode(redis, index, ['FT.DROPINDEX', index]).catch(() => undefined);
  }
  const isFormer = formerKey(projectKey, typeId);
  await deleteKeys(redis, `*{${projectKey}}:${typeId}:s*`, key => isFormer.test(key));
  await retryOnce(() => redis.hdel(keys.searchState(projectKey, typeId), ...indexFields));
  await retryOnce(() => redis.del(keys.obsoleteSearchIndexes(projectKey, typeId)));
};

/** Walks the ids of a type in parts, and converts those of each part. */
async function* convertResources(
  { redis }: StepServices,
  projectKey: string,
  typeId: string,
  cursor: string,
  convertPart: (ids: readonly string[]) => Promise<void>,
): AsyncGenerator<ConversionProgress> {
  const storedKeys = new StoredKeys(redis);
  const total = await retryOnce(() => redis.zcard(keys.ids(projectKey, typeId)));
  let done = 0;
  for (let last = cursor; ; ) {
    const ids = await storedKeys.idsAfter(projectKey, typeId, last, batchSize);
    await convertPart(ids);
    done += ids.length;
    last = ids.at(-1) ?? last;
    yield { cursor: last, done, total };
    if (ids.length < batchSize) return;
  }
}

/** Takes carts with the usual days out of the list by expiry. */
const removeUsualExpiries = async (
  { redis, store, engine }: StepServices,
  projectKey: string,
  ids: readonly string[],
): Promise<void> => {
  const cart = required(engine.resourceTypes.get('cart'), 'the resource type of carts');
  const bodies = await store.bodies(projectKey, 'cart', ids, 'leaveOut');
  const usual = ids.filter((_, at) => {
    const body = bodies[at];
    return body != null && expiresAtMsOf(cart, cart.view(Document.open(body))) === null;
  });
  if (usual.length > 0) await retryOnce(() => redis.zrem(keys.time(projectKey, 'cart', 'endsAt'), ...usual));
};

const dayMs = 86_400_000;

/** Writes the sums of the orders of a day anew. */
const sumOrders = async ({ redis, store, engine }: StepServices, projectKey: string, day: string): Promise<void> => {
  const totals = required(engine.resourceTypes.get('order')?.definition.totals, 'the sums of orders');
  const sums = new Map(totals.names.map(name => [name, new Map<string, number>()]));
  const start = Date.parse(day);
  const bounds = { from: String(start), to: `(${start + dayMs}` };
  const walk = { direction: 'asc', chunkSize: batchSize } as const;
  for await (const ids of store.walk(projectKey, 'order', { by: 'createdAt' }, bounds, walk))
    for (const body of await store.bodies(projectKey, 'order', ids, 'leaveOut'))
      for (const { name, member, amount } of body === null ? [] : totals.of(JSON.parse(body.toString()) as Base)) {
        const ofName = required(sums.get(name), `the sums of ${name}`);
        ofName.set(member, (ofName.get(member) ?? 0) + amount);
      }
  for (const [name, ofName] of sums) await writeTotals(redis, projectKey, name, day, ofName);
};

/** Adds resources to the lists of indexes that their type did not have. */
const addToIndexes = async (
  { redis, store, engine }: StepServices,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
): Promise<void> => {
  const { indexes } = required(engine.resourceTypes.get(typeId), `the resource type ${typeId}`);
  const added = { indexes: indexes.filter(({ derived }) => derived?.holds === 'boolean') };
  for (const body of await store.bodies(projectKey, typeId, ids, 'leaveOut')) {
    if (body === null) continue;
    const resource = JSON.parse(body.toString()) as Base;
    for (const { path, value } of indexDelta(added, undefined, resource).added)
      await retryOnce(() =>
        redis.zadd(keys.index(projectKey, typeId, path, value), Date.parse(resource.createdAt), resource.id),
      );
  }
};

const indexStep = (typeId: string, title: string): FormatStep => ({
  from: 4,
  to: 5,
  title,
  convert: (services, projectKey, cursor = '') =>
    convertResources(services, projectKey, typeId, cursor, ids => addToIndexes(services, projectKey, typeId, ids)),
});

/** Adds entries of the audit log of a project to its index by resource. */
async function* indexAuditLog(
  { redis }: StepServices,
  projectKey: string,
  cursor: string,
): AsyncGenerator<ConversionProgress> {
  const [stream, index] = [serverKeys.projectAudit(projectKey), serverKeys.projectAuditIndex(projectKey)];
  const total = await retryOnce(() => redis.xlen(stream));
  let done = 0;
  for (let last = cursor; ; ) {
    const start = last === '' ? '-' : `(${last}`;
    const entries = await retryOnce(() => redis.xrange(stream, start, '+', 'COUNT', batchSize));
    const members = entries.flatMap(([id, [, record = '{}']]) => {
      const { resourceId } = JSON.parse(record) as AuditRecord;
      return resourceId === undefined ? [] : [0, auditIndexMember(resourceId, id)];
    });
    if (members.length > 0) await retryOnce(() => redis.zadd(index, ...members));
    done += entries.length;
    last = entries.at(-1)?.[0] ?? last;
    yield { cursor: last, done, total };
    if (entries.length < batchSize) break;
  }
  const seconds = await retryOnce(() => redis.ttl(stream));
  if (seconds > 0) await retryOnce(() => redis.expire(index, seconds));
}

/** All conversions of stored data, in their order. */
export const formatSteps: readonly FormatStep[] = [
  {
    from: 1,
    to: 2,
    title: 'payments and settings',
    async *convert(services, projectKey, cursor = '') {
      await completeSettings(services, projectKey);
      yield* convertResources(services, projectKey, 'payment', cursor, ids => claimPayments(services, projectKey, ids));
    },
  },
  {
    from: 2,
    to: 3,
    title: 'search indexes',
    async *convert(services, projectKey) {
      for (const [at, { typeId }] of searchedTypes.entries()) {
        await removeFormerIndexes(services, projectKey, typeId);
        yield { cursor: typeId, done: at + 1, total: searchedTypes.length };
      }
    },
  },
  {
    from: 3,
    to: 4,
    title: 'expiries of carts',
    convert: (services, projectKey, cursor = '') =>
      convertResources(services, projectKey, 'cart', cursor, ids => removeUsualExpiries(services, projectKey, ids)),
  },
  {
    from: 4,
    to: 5,
    title: 'figures of orders',
    async *convert(services, projectKey) {
      const days = totalDays(Date.now());
      for (const [at, day] of days.entries()) {
        await sumOrders(services, projectKey, day);
        yield { cursor: day, done: at + 1, total: days.length };
      }
    },
  },
  indexStep('order', 'open shipments and returns'),
  indexStep('payment', 'failed payments'),
  indexStep('inventory-entry', 'low stocks'),
  {
    from: 4,
    to: 5,
    title: 'audit log',
    convert: (services, projectKey, cursor = '') => indexAuditLog(services, projectKey, cursor),
  },
];
