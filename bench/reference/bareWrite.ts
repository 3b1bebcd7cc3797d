/**
 * The bare write: one route, on the main thread, that runs the commit script with bodies prepared beforehand. It writes
 * what a one-action update writes (the order, one index entry moved, one message), but parses, validates and composes
 * nothing.
 */
import { required } from '../../src/errors/required.js';
import { randomUUID } from 'node:crypto';
import type { ChangeSet, FieldValue } from '../../src/store/ChangeSet.js';
import { connect } from '../../src/redis/connect.js';
import { createStore } from '../../src/store/createStore.js';
import { serveBare } from './serveBare.js';

interface Prepared {
  version: number;
  email: string;
  readonly tail: string;
  readonly createdAtMs: number;
}

const store = createStore(connect(required(process.env.REDIS_URL, 'REDIS_URL')));
const prepared = new Map<string, Prepared>();
const messageBody = Buffer.from(JSON.stringify({ type: 'OrderCustomerEmailSet', payload: 'x'.repeat(480) }));
const none: readonly FieldValue[] = [];

const prepare = async (projectKey: string, id: string): Promise<Prepared> => {
  const text = required(await store.body(projectKey, 'order', id), 'an order').toString();
  const { version, customerEmail, createdAt } = JSON.parse(text) as {
    version: number;
    customerEmail: string;
    createdAt: string;
  };
  const head = `{"id":"${id}","version":${version}`;
  const order = { version, email: customerEmail, tail: text.slice(head.length), createdAtMs: Date.parse(createdAt) };
  prepared.set(id, order);
  return order;
};

const nextCommit = (projectKey: string, id: string, order: Prepared): { changeSet: ChangeSet; body: Buffer } => {
  const expectedVersion = order.version++;
  const [old, email] = [order.email, `bare-${expectedVersion}@example.com`];
  order.email = email;
  const nowMs = Date.now();
  const body = Buffer.from(`{"id":"${id}","version":${order.version}${order.tail}`);
  return {
    body,
    changeSet: {
      commitId: randomUUID(),
      projectKey,
      references: new Map(),
      writes: [
        {
          typeId: 'order',
          id,
          expectedVersion,
          body,
          createdAtMs: order.createdAtMs,
          lastModifiedAtMs: nowMs,
          unique: { added: none, removed: none },
          indexes: {
            added: [{ path: 'customerEmail', value: email }],
            removed: [{ path: 'customerEmail', value: old }],
          },
        },
        {
          typeId: 'message',
          id: randomUUID(),
          body: messageBody,
          createdAtMs: nowMs,
          unique: { added: none, removed: none },
          indexes: {
            added: [
              { path: 'resource.id', value: id },
              { path: 'type', value: 'OrderCustomerEmailSet' },
            ],
            removed: none,
          },
        },
      ],
    },
  };
};

const write = async (projectKey: string, id: string): Promise<Buffer> => {
  const { changeSet, body } = nextCommit(projectKey, id, prepared.get(id) ?? (await prepare(projectKey, id)));
  await store.commit(changeSet);
  return body;
};

serveBare('post', '/:projectKey/orders/:id', (parameter, send) => {
  write(parameter(0), parameter(1)).then(send, (error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
