import type { CaseData } from '../world/BenchWorld.js';

/** A project without orders. */
export const emptyData: CaseData = { orders: 0 };

/** A project with orders that only one case changes. */
export const ownOrders: CaseData = { orders: 10_000 };
