/** Stores customers directly, without the sign-up endpoint. */
import { randomUUID } from 'node:crypto';
import { keys } from '../../src/store/keys.js';
import type { Quayside } from './quayside.js';

/** The required members of a customer. */
const empty = {
  addresses: [],
  shippingAddressIds: [],
  billingAddressIds: [],
  isEmailVerified: false,
  customerGroupAssignments: [],
  stores: [],
  authenticationMode: 'Password',
};

export const storeCustomer = async (
  { services }: Pick<Quayside, 'services'>,
  projectKey: string,
  members: object = {},
  id: string = randomUUID(),
): Promise<string> => {
  const now = new Date().toISOString();
  const body = { id, version: 1, createdAt: now, lastModifiedAt: now, email: 'jo@example.com', ...empty, ...members };
  await services.redis.set(keys.body(projectKey, 'customer', id), JSON.stringify(body));
  return id;
};
