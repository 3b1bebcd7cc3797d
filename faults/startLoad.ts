/** Starts writers of orders and of other resources, and readers, beside each other. */
import type { LoadOptions } from './LoadOptions.js';
import { OrderWriter } from './OrderWriter.js';
import { Reader } from './Reader.js';
import { ResourceWriter } from './ResourceWriter.js';
import { stockSku } from './openShop.js';
import { TimeReader } from './TimeReader.js';

export interface Load {
  stop(): Promise<void>;
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
  // The messages that it saw are compared if there is a shop; without one the server may be gone when the load stops.
  const timeReaders = shop === undefined ? [] : [new TimeReader(options)];
  const all = [...orderWriters, ...resourceWriters, ...readers, ...timeReaders];
  const running = Promise.all(all.map(each => each.run()));
  return {
    stop: async () => {
      for (const each of all) each.isStopped = true;
      await running;
      await Promise.all(timeReaders.map(reader => reader.finish()));
    },
  };
};
