/** Compares the update actions that a refusal lists with those that the SDK declares. */
import { readFileSync } from 'node:fs';
import type { WireError } from '../../support/refusal.js';
import { matchWhole } from '../../support/matchWhole.js';
import type { Test } from '../../support/tap.js';

const root = new URL('../../../../', import.meta.url);
const { sdkActions } = (await import(new URL('scripts/docs/sdkApi.mjs', root).href)) as {
  readonly sdkActions: () => ReadonlyMap<string, ReadonlySet<string>>;
};
const declared = sdkActions();
const missing = readFileSync(new URL('assets/missing/actions.txt', root), 'utf8').split('\n');

/** The actions that the SDK does not declare. */
const beyondSdk: Readonly<Record<string, readonly string[] | undefined>> = {
  Cart: ['setEstimatedDelivery'],
  Order: ['addParcel', 'setEstimatedDelivery'],
};

/** The actions of the SDK's `<type>UpdateAction`, except those that assets/missing lists. */
const offeredActions = (type: string): string[] => {
  const [, ...absent] = missing.find(line => line.startsWith(`${type} `))?.split(' ') ?? [];
  return [...declared.get(type)!].filter(name => !absent.includes(name));
};

/** The actions on carts of buyers that only GraphQL declares, which HTTP takes as well. */
export const myCartActionsOfGraphql: readonly string[] = [
  'addShoppingList',
  'applyDeltaToCustomLineItemShippingDetailsTargets',
  'setBillingAddressCustomField',
  'setBillingAddressCustomType',
  'setCustomLineItemRecurrenceInfo',
  'setItemShippingAddressCustomField',
  'setItemShippingAddressCustomType',
  'setLineItemRecurrenceInfo',
  'setShippingAddressCustomField',
  'setShippingAddressCustomType',
  'setShippingCustomField',
  'setShippingCustomType',
];

/** Asserts the refusal of an unknown update action; `more` are the actions at `/me` that the SDK does not declare. */
export const assertUnknownAction = (
  t: Test,
  { statusCode, errors }: WireError,
  invalidValue: string,
  type: string,
  more: readonly string[] = [],
): void => {
  const sorted = errors.map(entry => ({ ...entry, allowedValues: [...(entry.allowedValues as string[])].sort() }));
  const allowedValues = [...offeredActions(type), ...(beyondSdk[type] ?? []), ...more].sort();
  matchWhole(
    t,
    { statusCode, errors: sorted },
    { statusCode: 400, errors: [{ code: 'InvalidField', field: 'actions[0].action', invalidValue, allowedValues }] },
    `lists the actions of ${type} instead of ${invalidValue}`,
  );
};
