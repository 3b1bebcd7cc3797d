import { LRUCache } from 'lru-cache';

/** Bounds the projects of which a process keeps facts: the longest unused one is read anew. */
export const cachedProjectsMax = 10_000;

/**
 * Options that limit an LRU cache to a number of entries. The option `max` of the library does so as well, but
 * allocates all places at once: 100,000 take 3 MB in each thread before there is one entry.
 */
export const entryLimit = (
  entriesMax: number,
): { readonly maxSize: number; readonly sizeCalculation: () => number } => ({
  maxSize: entriesMax,
  sizeCalculation: () => 1,
});

/** Caches values that are read by key for some time; concurrent calls for one key share one read. */
export class ReadCache<Value> {
  readonly #reads: LRUCache<string, Promise<Value>>;

  constructor(
    private readonly read: (key: string) => Promise<Value>,
    { entriesMax, cachedMs }: { readonly entriesMax: number; readonly cachedMs: number },
  ) {
    this.#reads = new LRUCache({ ...entryLimit(entriesMax), ttl: cachedMs });
  }

  readonly get = (key: string): Promise<Value> => {
    const cached = this.#reads.get(key);
    if (cached !== undefined) return cached;
    const reading = this.read(key);
    this.#reads.set(key, reading);
    // The callers that wait for the read get the error; the next call reads again.
    reading.catch(() => this.#reads.delete(key));
    return reading;
  };

  /** Lets the next call read again. */
  delete(key: string): void {
    this.#reads.delete(key);
  }
}

/** Caches the result of `load` from the first call on; after a failure the next call loads again. */
export const loadOnce = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
};
