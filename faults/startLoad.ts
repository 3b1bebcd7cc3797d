/** Starts writers of orders and of other resources, and readers, beside each other. */
import type { Client } from './createClient.js';
import type { Shop } from './kinds.js';
import type { Ledger } from './Ledger.js';
import { OrderWriter } from './OrderWriter.js';
import { Reader, type ReaderOptions } from './Reader.js';
import { ResourceWriter } from './ResourceWriter.js';
import { stockSku } from './openShop.js';
import { TimeReader } from './TimeReader.js';

export interface Load {
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly client: Client;
  readonly projectKey: string;
  /** Without a shop there are writers of orders only. */
  readonly shop?: Shop;
  readonly ledger: Ledger;
  readonly writers: number;
  readonly readers?: Pick<ReaderOptions, 'authorization' | 'search' | 'pauseMs'> & { readonly count: number };
  readonly random: () => number;
  /** The pause of a writer after each operation, which spares the processor; none by default. */
  readonly restMs?: number;
}

export const startLoad = (options: LoadOptions): Load => {
  const { readers: reading, writers: count, shop } = options;
  const resourceCount = shop === undefined ? 0 : Math.floor(count / 2);
  const orderWriters = Array.from(
    { length: count - resourceCount },
    (_, at) => new OrderWriter(`w${at}`, options, stockSku(at)),
  );
  const resourceWriters =
    shop === undefined
      ? []
      : Array.from({ length: resourceCount }, (_, at) => new ResourceWriter(`r${at}`, options, shop));
  const readers =
    reading === undefined ? [] : Array.from({ length: reading.count }, () => new Reader({ ...options, ...reading }));
  const timeReader = new TimeReader(options);
  const all = [...orderWriters, ...resourceWriters, ...readers, timeReader];
  const running = Promise.all(all.map(each => each.run()));
  return {
    stop: async () => {
      for (const each of all) each.isStopped = true;
      await running;
      await timeReader.finish();
    },
  };
};
