/** Ways to damage the data of a project, and the difference that each must cause. */
import { randomUUID } from 'node:crypto';
import { keys } from '../../../src/store/keys.js';
import { attributeDraft, createType, newKey, productDraft, productTypeDraft } from '../../support/drafts.js';
import type { Resource } from '../../support/resourceApi.js';
import type { openBroken } from './project.js';

type Broken = Awaited<ReturnType<typeof openBroken>>;

type Break = (project: Broken) => Promise<string[]>;

/** Each function damages resources of its own, and returns the expected differences. */
export const breaks = {
  'a list by id that lacks it': async ({ projectKey, redis, zone }) => {
    const { id } = await zone();
    await redis.zrem(keys.ids(projectKey, 'zone'), id);
    return [`list zone/${id}: the list by id has null, not 0`];
  },
  'a list by time that has it at another one': async ({ projectKey, redis, order }) => {
    const { id, createdAt } = await order();
    await redis.zadd(keys.time(projectKey, 'order', 'createdAt'), 7, id);
    return [`list order/${id}: the list by createdAt has 7, not ${Date.parse(createdAt as string)}`];
  },
  'a list by its last change that lacks it': async ({ projectKey, redis, order }) => {
    const { id, lastModifiedAt } = await order();
    await redis.zrem(keys.time(projectKey, 'order', 'lastModifiedAt'), id);
    return [`list order/${id}: the list by lastModifiedAt has null, not ${Date.parse(lastModifiedAt as string)}`];
  },
  'a list of ends that has it at another one': async ({ projectKey, redis, api }) => {
    const {
      id,
      lastModifiedAt,
      deleteDaysAfterLastModification: days,
    } = await api.createIn('carts', { currency: 'EUR', deleteDaysAfterLastModification: 5 });
    await redis.zadd(keys.time(projectKey, 'cart', 'endsAt'), 7, id);
    return [
      `list cart/${id}: the list by endsAt has 7, not ` +
        `${Date.parse(lastModifiedAt as string) + (days as number) * 86_400_000}`,
    ];
  },
  'members of lists that do not exist': async ({ projectKey, redis }) => {
    const id = randomUUID();
    await redis.zadd(keys.ids(projectKey, 'zone'), 0, id);
    await redis.zadd(keys.time(projectKey, 'zone', 'createdAt'), 7, id);
    await redis.zadd(keys.index(projectKey, 'order', 'orderState', 'Open'), 7, id);
    return [
      `list zone/${id}: is in the list by id, but does not exist`,
      `list zone/${id}: is in the list by createdAt, but does not exist`,
      `index order/${id}: is in the index by orderState for 'Open', but does not exist`,
    ];
  },
  'a list by a time that no type has': async ({ projectKey, redis, zone }) => {
    const key = keys.time(projectKey, 'zone', 'soldAt');
    await redis.zadd(key, 7, (await zone()).id);
    return [`left ${key}: no resource type has a list by soldAt`];
  },
  'a unique key that leads to another resource': async ({ projectKey, redis, order }) => {
    const [one, other] = [await order(), await order()];
    await redis.set(keys.unique(projectKey, 'order', 'orderNumber', one.orderNumber as string), other.id);
    return [
      `unique order/${one.id}: orderNumber '${one.orderNumber as string}' leads to ${other.id}`,
      `unique order/${other.id}: orderNumber '${one.orderNumber as string}' leads to it, but it has no such value`,
    ];
  },
  'two resources with one unique value': async ({ projectKey, redis, zone, rewrite }) => {
    const [one, other] = [await zone(), await zone()];
    await redis.del(keys.unique(projectKey, 'zone', 'key', other.key as string));
    await rewrite('zone', other, { key: one.key });
    return [`unique zone/${other.id}: key '${one.key as string}' leads to ${one.id}`];
  },
  'a list by time that is not kept': async ({ projectKey, redis, order, messagesOf }) => {
    const [message] = await messagesOf(await order());
    await redis.zadd(keys.time(projectKey, 'message', 'createdAt'), 7, message!.id);
    return [`list message/${message!.id}: the list by createdAt has 7, not null`];
  },
  'an index that lacks it': async ({ projectKey, redis, order }) => {
    const { id, createdAt, customerEmail } = await order();
    await redis.del(keys.index(projectKey, 'order', 'customerEmail', customerEmail as string));
    return [
      `index order/${id}: the index by customerEmail has null for '${customerEmail as string}', ` +
        `not ${Date.parse(createdAt as string)}`,
    ];
  },
  'an index under a value that it has not': async ({ projectKey, redis, order }) => {
    const { id } = await order();
    await redis.zadd(keys.index(projectKey, 'order', 'orderState', 'Cancelled'), 7, id);
    return [`index order/${id}: is in the index by orderState for 'Cancelled', but has no such value`];
  },
  'a unique key that is not there': async ({ projectKey, redis, order }) => {
    const { id, orderNumber } = await order();
    await redis.del(keys.unique(projectKey, 'order', 'orderNumber', orderNumber as string));
    return [`unique order/${id}: orderNumber '${orderNumber as string}' leads to null`];
  },
  'a unique key that leads nowhere, and one that leads to another resource': async ({ projectKey, redis, order }) => {
    const [{ id }, missing] = [await order(), randomUUID()];
    await redis.set(keys.unique(projectKey, 'order', 'orderNumber', `a-${id}`), id);
    await redis.set(keys.unique(projectKey, 'order', 'orderNumber', `b-${id}`), missing);
    return [
      `unique order/${id}: orderNumber 'a-${id}' leads to it, but it has no such value`,
      `unique order/${missing}: orderNumber 'b-${id}' leads to it, but it does not exist`,
    ];
  },
  'an attribute and a custom field that nothing declares': async ({ api, rewrite }) => {
    const type = await api.createIn('product-types', productTypeDraft([attributeDraft('colour')]));
    const masterVariant = { attributes: [{ name: 'colour', value: 'red' }] };
    const product = await api.createIn('products', productDraft({ id: type.id }, { masterVariant }));
    const fields = await createType<Resource>(api.createIn, ['customer-group']);
    const custom = { type: { typeId: 'type', id: fields.id }, fields: { note: 'n' } };
    const group = await api.createIn('customer-groups', { groupName: newKey(), custom });
    await rewrite('product-type', type, { attributes: [] });
    await rewrite('type', fields, { fieldDefinitions: [] });
    const rest = 'is not as its product type or its Types declare it';
    return [
      `definition product/${product.id}: its masterData ${rest}`,
      `definition customer-group/${group.id}: its custom ${rest}`,
    ];
  },
  'a holder that is not told': async ({ projectKey, redis, order, paymentOf }) => {
    const one = await order();
    await redis.del(keys.holder(projectKey, paymentOf(one)));
    return [`holder order/${one.id}: ${paymentOf(one)} is held by null`];
  },
  'a holder that holds nothing': async ({ projectKey, redis, order }) => {
    const [{ id }, target] = [await order(), `payment/${randomUUID()}`];
    await redis.set(keys.holder(projectKey, target), id);
    return [`holder ${target}: is held by ${id}, which does not refer to it`];
  },
  'sums of orders that are not those of their bodies': async ({ projectKey, redis, order }) => {
    const day = String((await order()).createdAt).slice(0, 10);
    await redis.hset(keys.totals(projectKey, 'sold', day), 'missing', 7);
    return [`totals totals/sold ${day} missing: it is 7, not 0`];
  },
  'references that are counted too often, not at all, and to what nothing refers to': async ({
    projectKey,
    redis,
    order,
    paymentOf,
  }) => {
    const [often, never, missing] = [paymentOf(await order()), paymentOf(await order()), `payment/${randomUUID()}`];
    await redis.hincrby(keys.references(projectKey), often, 1);
    await redis.hdel(keys.references(projectKey), never);
    await redis.hset(keys.references(projectKey), missing, 1);
    return [
      `references ${often}: 1 refer to it, 2 are counted`,
      `references ${never}: 1 refer to it, 0 are counted`,
      `references ${missing}: 0 refer to it, 1 are counted`,
    ];
  },
  'sealed values of a missing resource': async ({ projectKey, redis }) => {
    const id = randomUUID();
    await redis.set(keys.hidden(projectKey, 'customer', id), 'sealed');
    return [`hidden customer/${id}: has sealed values, but does not exist`];
  },
  'a version that is none': async ({ rewrite, zone }) => {
    const one = await zone();
    await rewrite('zone', one, { version: 0 });
    return [`body zone/${one.id}: its version is 0`];
  },
  'a version from before its messages': async ({ order, rewrite }) => {
    const one = await order();
    await rewrite('order', one, { version: 1 });
    return [`messages order/${one.id}: a message names version 2, the resource has 1`];
  },
  'the id of another one': async ({ projectKey, redis, zone }) => {
    const [one, other] = [await zone(), randomUUID()];
    await redis.set(keys.body(projectKey, 'zone', one.id), JSON.stringify({ ...one, id: other }));
    return [`body zone/${one.id}: it cannot be read: it does not begin and end as the body of this resource`];
  },
  'a body that is gone': async ({ projectKey, redis, zone }) => {
    const { id, key } = await zone();
    await redis.del(keys.body(projectKey, 'zone', id));
    return [
      ...['id', 'createdAt', 'lastModifiedAt'].map(
        by => `list zone/${id}: is in the list by ${by}, but does not exist`,
      ),
      `unique zone/${id}: key '${key as string}' leads to it, but it does not exist`,
    ];
  },
  'bodies that cannot be read': async ({ projectKey, redis, api, payment, zone }) => {
    const [{ id: paymentId }, empty, other] = [
      await payment(),
      await api.createIn('carts', { currency: 'EUR' }),
      await zone(),
    ];
    const { id } = await api
      .resourcesAt('carts')
      .update(empty, { action: 'addPayment', payment: { typeId: 'payment', id: paymentId } });
    await redis.set(keys.body(projectKey, 'cart', id), '{"id":');
    await redis.set(keys.body(projectKey, 'zone', other.id), '7');
    return [
      `body cart/${id}: it cannot be read: it does not begin and end as the body of this resource`,
      `references payment/${paymentId}: 0 refer to it, 1 are counted`,
      `body zone/${other.id}: it cannot be read: it does not begin and end as the body of this resource`,
    ];
  },
  'a body that lacks what its resource type needs': async ({ rewrite, zone }) => {
    const one = await zone();
    await rewrite('zone', one, { locations: 7 });
    return [
      `body zone/${one.id}: it is not valid: locations.map is not a function`,
      'body zone: the body that a unique key leads to is not valid: locations.map is not a function',
    ];
  },
  'keys that belong to nothing': async ({ projectKey, redis }) => {
    const document = keys.searchDocument(projectKey, 'order', 77, randomUUID());
    const column = `nm:${keys.searchIndex(projectKey, 'order', 77)}/created`;
    const unknown = [`${keys.prefix(projectKey)}unheard-of`, `${keys.prefix(projectKey)}order:q:1`];
    await redis.hset(document, 'v', 1);
    for (const key of [column, ...unknown]) await redis.set(key, '1');
    return [
      ...[document, column].map(key => `left ${key}: there is no index 77 of resources of type 'order'`),
      ...unknown.map(key => `left ${key}: no key of a project has this form`),
    ];
  },
  'a resource of an unknown type': async ({ projectKey, redis }) => {
    const [body, name] = [keys.body(projectKey, 'ship', '1'), keys.unique(projectKey, 'ship', 'key', 'one')];
    for (const key of [body, name]) await redis.set(key, '1');
    return [body, name].map(key => `left ${key}: there is no resource type 'ship'`);
  },
  'messages of which the first, one in the middle, the last and all are gone': async ({
    messagesOf,
    order,
    removeMessages,
    api,
  }) => {
    const [first, middle, last, all] = [
      await order(),
      await api.update(await order(), { action: 'setCustomerEmail' }),
      await order(),
      await order(),
    ];
    await removeMessages(
      (await messagesOf(first))[0]!,
      (await messagesOf(middle))[1]!,
      (await messagesOf(last))[1]!,
      ...(await messagesOf(all)),
    );
    return [
      `messages order/${first.id}: messages begin with number 2`,
      `messages order/${middle.id}: message 1 is followed by 3`,
      `messages order/${last.id}: the last message is number 1, the resource counts 2`,
      `messages order/${all.id}: there is no message, the resource counts 2`,
    ];
  },
} satisfies Record<string, Break>;

export type BreakName = keyof typeof breaks;
