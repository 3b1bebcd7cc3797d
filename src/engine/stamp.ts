import type { Client } from './context.js';

/** `createdBy` and `lastModifiedBy` (GEN035, GEN036). */
export const creatorOf = ({ clientId, anonymousId, customerId, externalUserId }: Client): Record<string, unknown> => ({
  ...(clientId !== undefined && { clientId }),
  isPlatformClient: false,
  ...(externalUserId !== undefined && { externalUserId }),
  ...(anonymousId !== undefined && { anonymousId }),
  ...(customerId !== undefined && { customer: { typeId: 'customer', id: customerId } }),
});
