/** Labels by which people recognise resources. */
import { isKeyReference, type Resource, textOf } from '../api/Resource';
import { formatDateTime, formatMoney, isMoney } from './format';

const nameMembers = ['orderNumber', 'name', 'email', 'code', 'sku', 'quoteRequestNumber'] as const;
const otherMembers = ['title', 'key', 'customerEmail', 'authorName'] as const;

const fullName = ({ firstName, lastName }: Resource): string =>
  [firstName, lastName].filter(part => typeof part === 'string').join(' ');

interface ProductData {
  readonly masterData?: { readonly current?: { readonly name?: unknown } };
}

const productName = (resource: Resource): unknown => (resource as ProductData).masterData?.current?.name;

/** Returns the sum of a cart or a payment. */
const moneyText = ({ amountPlanned, totalPrice }: Resource, language: string): string | undefined => {
  const money = [amountPlanned, totalPrice].find(isMoney);
  return money === undefined ? undefined : formatMoney(money, language);
};

/** Returns a label for a resource without a name: the type of a message, a store, the time of creation. */
const unnamed = ({ type, store, createdAt }: Resource, language: string): string =>
  [type, isKeyReference(store) ? store.key : undefined, formatDateTime(createdAt, language)]
    .filter(part => typeof part === 'string')
    .join(', ');

/** Returns the name by which people know a resource, such as an order number. */
export const labelOf = (resource: Resource, language: string): string => {
  for (const member of nameMembers) {
    const text = textOf(resource[member], language);
    if (text !== undefined)
      return member === 'email' && fullName(resource) !== '' ? `${fullName(resource)}, ${text}` : text;
  }
  const texts = [productName(resource), ...otherMembers.map(member => resource[member])];
  const found = texts.map(text => textOf(text, language)).find(text => text !== undefined);
  const parts = [found, moneyText(resource, language)].filter(part => part !== undefined);
  return parts.length === 0 ? unnamed(resource, language) : parts.join(', ');
};
