import type { Client } from '../define/Client.js';

/** The value of `createdBy` and `lastModifiedBy` (GEN035, GEN036). */
export const creatorOf = ({
  clientId,
  anonymousId,
  customerId,
  externalUserId,
}: Client): Readonly<Record<string, unknown>> => {
  const creator: Record<string, unknown> = {};
  if (clientId !== undefined) creator.clientId = clientId;
  creator.isPlatformClient = false;
  if (externalUserId !== undefined) creator.externalUserId = externalUserId;
  if (anonymousId !== undefined) creator.anonymousId = anonymousId;
  if (customerId !== undefined) creator.customer = { typeId: 'customer', id: customerId };
  return creator;
};
