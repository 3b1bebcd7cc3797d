import type { TFunction } from 'i18next';

interface Creator {
  readonly clientId?: string;
  readonly externalUserId?: string;
  readonly anonymousId?: string;
  readonly customer?: { readonly id: string };
}

/** Who made a change, by the most exact name that `createdBy` has: an account or user, a customer, an API client. */
export const creatorText = (createdBy: unknown, t: TFunction): string | undefined => {
  const { externalUserId, customer, anonymousId, clientId } = (createdBy ?? {}) as Creator;
  if (externalUserId !== undefined) return externalUserId;
  if (customer !== undefined) return t('history.customer', { id: customer.id });
  if (anonymousId !== undefined) return t('history.anonymous');
  return clientId === undefined ? undefined : t('history.client', { id: clientId });
};
