import type { Test } from '../../support/tap.js';
import type { Page } from 'playwright-core';
import type { Shop } from './startShop.js';

export type TaskRole = 'support' | 'merchandiser' | 'operator';

/** Something that a person of a shop does in the console, from the page where it begins to what it leaves. */
export interface Task {
  /** The name of its picture as well. */
  readonly name: string;
  /** Below the project. */
  readonly path: string;
  /** `support` by default. */
  readonly role?: TaskRole;
  /** The most presses of the mouse that the task may take (docs/decisions/console-design.md). Keys are none. */
  readonly clicks?: number;
  /** What the shop has beside its customers and orders. */
  readonly prepare?: (shop: Shop) => Promise<void>;
  readonly run: (context: TaskContext) => Promise<void>;
}

export type TaskContext = { readonly t: Test; readonly page: Page; readonly shop: Shop };
