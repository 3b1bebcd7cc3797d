/**
 * Reads the messages of a project like a program that follows them by time: it requests the messages after the last
 * time that it saw. It must see each message, even when a clock goes back (docs/decisions/times.md).
 */
import { setTimeout } from 'node:timers/promises';
import type { LoadOptions } from './LoadOptions.js';

interface Message {
  readonly id: string;
  readonly createdAt: string;
}

const pauseMs = 100;
const pageSize = 500;
const finishMsMax = 30_000;
const firstTime = '1970-01-01T00:00:00.000Z';

export class TimeReader {
  isStopped = false;
  #time = firstTime;

  constructor(private readonly options: Pick<LoadOptions, 'client' | 'projectKey' | 'ledger'>) {}

  /** Continues from the last time; resolves to the number of messages, or undefined without a response. */
  async #read(): Promise<number | undefined> {
    const { client, projectKey, ledger } = this.options;
    const query = new URLSearchParams({
      where: `createdAt >= "${this.#time}"`,
      sort: 'createdAt asc',
      limit: String(pageSize),
    });
    const answer = await client.send('GET', `/${projectKey}/messages?${query.toString()}`);
    if (answer?.status !== 200) return undefined;
    const { results } = answer.json as { readonly results: readonly Message[] };
    let last = this.#time;
    for (const { id, createdAt } of results) {
      ledger.seenMessages.add(id);
      if (createdAt < last) ledger.addFailure(`message ${id} of ${createdAt} came after one of ${last}`);
      last = createdAt;
    }
    if (results.length === pageSize && last === this.#time) ledger.addFailure(`${pageSize} messages have one time`);
    this.#time = last;
    return results.length;
  }

  async run(): Promise<void> {
    while (!this.isStopped) {
      if ((await this.#read()) !== pageSize) await setTimeout(pauseMs);
    }
  }

  /** Reads the remaining messages after the writers have stopped. */
  async finish(): Promise<void> {
    const endMs = performance.now() + finishMsMax;
    for (let count = await this.#read(); performance.now() < endMs; count = await this.#read()) {
      if (count !== undefined && count < pageSize) return;
      if (count === undefined) await setTimeout(pauseMs);
    }
    this.options.ledger.addFailure('the messages could not be read to the end');
  }
}
