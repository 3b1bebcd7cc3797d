import type { Client } from './createClient.js';
import type { Shop } from './kinds.js';
import type { Ledger } from './Ledger.js';
import type { ReaderOptions } from './Reader.js';

/** The options of the writers and readers of one project. */
export interface LoadOptions {
  readonly client: Client;
  readonly projectKey: string;
  /** Without a shop there are only writers of orders. */
  readonly shop?: Shop;
  readonly ledger: Ledger;
  readonly writers: number;
  readonly readers?: Pick<ReaderOptions, 'authorization' | 'search' | 'pauseMs'> & { readonly count: number };
  readonly random: () => number;
  /** The pause of a writer after each operation, which spares the processor; none by default. */
  readonly restMs?: number;
}
