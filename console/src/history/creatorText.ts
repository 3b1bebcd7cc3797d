import type { TFunction } from 'i18next';

export interface Creator {
  readonly clientId?: string;
  readonly externalUserId?: string;
  readonly anonymousId?: string;
  readonly customer?: { readonly id: string };
}

/** Returns the name of an account by its email, or that of a customer or an API client by its id. */
export type NameOf = (kind: 'account' | 'customer' | 'api-client', id: string) => string;

const withoutNames: NameOf = (_, id) => id;

/** Returns the email of the account that made a change; users of API clients are not accounts. */
export const accountEmailOf = ({ externalUserId, clientId }: Creator): string | undefined =>
  clientId === undefined ? externalUserId : undefined;

/** Returns who made a change, by the most precise name in `createdBy`: account or user, customer, API client. */
export const creatorText = (createdBy: unknown, t: TFunction, nameOf = withoutNames): string | undefined => {
  const creator = (createdBy ?? {}) as Creator;
  const { externalUserId, customer, anonymousId, clientId } = creator;
  const email = accountEmailOf(creator);
  if (email !== undefined) return nameOf('account', email);
  if (externalUserId !== undefined) return externalUserId;
  if (customer !== undefined) return t('history.customer', { id: nameOf('customer', customer.id) });
  if (anonymousId !== undefined) return t('history.anonymous');
  return clientId === undefined ? undefined : t('history.client', { id: nameOf('api-client', clientId) });
};
