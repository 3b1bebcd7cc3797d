/** Starts a project whose orders are imported. */
import type { Order } from '@commercetools/platform-sdk';
import type { ProjectDraft } from '../../src/projects/createProject.js';
import { orderDraft } from './drafts.js';
import { startResourceApi } from './resourceApi.js';

export const startOrders = async (project: Partial<ProjectDraft> = {}) => {
  const api = await startResourceApi<Order>('orders', project);
  const imports = api.resourcesAt<Order>('orders/import');
  return {
    ...api,
    create: (changes: object = {}) => imports.create(orderDraft(changes)),
    refuseCreation: (changes: object = {}) => imports.refuseCreation(orderDraft(changes)),
  };
};

/** Returns an expected error entry with the index of the action. */
export const refusedWith = (code: string, message: RegExp, more: object = {}) => ({
  statusCode: 400,
  errors: [{ code, message, actionIndex: 0, ...more }],
});
