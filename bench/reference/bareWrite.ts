/**
 * The bare write: one route and one EVALSHA that checks a version and writes one body and one message. The bodies are
 * prepared: nothing is parsed, validated or composed.
 */
import { readFileSync } from 'node:fs';
import { bareBodyKey, bareMessagesKey, connectBare, serveBare } from './bare.js';

interface PreparedBody {
  readonly head: string;
  readonly tail: Buffer;
  version: number;
}

/** The script is not compiled, so its path leads to the sources. */
const script = readFileSync(new URL('../../../bench/reference/bareWrite.lua', import.meta.url), 'utf8');
const message = Buffer.from(JSON.stringify({ type: 'OrderCustomerEmailSet', payload: 'x'.repeat(480) }));

const redis = connectBare(process.env.REDIS_URL);
const sha = (await redis.script('LOAD', script)) as string;
const prepared = new Map<string, PreparedBody>();

const prepare = async (id: string): Promise<PreparedBody> => {
  const text = (await redis.get(bareBodyKey(id))) ?? '';
  const [, head, version, tail] = /^(\{"id":"[^"]*","version":)(\d+)(.*)$/s.exec(text) ?? [];
  if (head === undefined || tail === undefined) throw new Error(`the reference has no body for ${id}`);
  const body = { head, version: Number(version), tail: Buffer.from(tail) };
  prepared.set(id, body);
  return body;
};

const write = async (id: string): Promise<Buffer> => {
  const order = prepared.get(id) ?? (await prepare(id));
  const expectedVersion = order.version++;
  const body = Buffer.concat([Buffer.from(`${order.head}${order.version}`), order.tail]);
  const written = await redis.evalsha(sha, 2, bareBodyKey(id), bareMessagesKey, expectedVersion, body, message);
  if (written !== 1) throw new Error(`${id} does not have version ${expectedVersion}`);
  return body;
};

serveBare('post', '/orders/:id', (id, send) => {
  write(id).then(send, (error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
