import { orderDraft } from '../../src/seed/orderDraft.js';
import { Random } from '../../src/seed/Random.js';
import type { BenchCase } from './BenchCase.js';
import { ownOrders } from './caseData.js';

const draftsCount = 500;

export const orderImport: BenchCase = {
  name: 'order import',
  description: 'a draft of about 3 KB; order, 9 index entries and message in one commit',
  data: ownOrders,
  reference: 'bareWrite',
  timesOfReadMax: 8,
  requests: async ({ projectKey }) => {
    const random = new Random(Date.now());
    const run = Date.now().toString(36);
    return Array.from({ length: draftsCount }, (_, number) => {
      const draft = orderDraft(random, 'import', number, draftsCount);
      return {
        method: 'POST',
        path: `/${projectKey}/orders/import`,
        body: JSON.stringify({ ...draft, orderNumber: `${run}-@unique@` }).replaceAll('@example.com', '.example.com'),
      };
    });
  },
};
