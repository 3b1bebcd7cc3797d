/** A shop with a product, a Type for custom fields, and buyers. */
import { startShop } from '../../../support/cartShop.js';
import { createType, fieldDefinition, money, newKey, referenceTo } from '../../../support/drafts.js';
import { addCustomer, anonymousToken, customerToken } from '../../../support/oauth.js';

export const startCarts = async () => {
  const shop = await startShop();
  const { quayside, credentials, createIn } = shop;
  const { projectKey } = credentials;
  const type = await createType(
    createIn,
    ['order', 'line-item', 'custom-line-item', 'address', 'shipping'],
    [
      fieldDefinition('note', { name: 'String' }),
      fieldDefinition('place', { name: 'Reference', referenceTypeId: 'channel' }),
    ],
  );
  return {
    ...shop,
    projectKey,
    soldProduct: await shop.product([{ value: money(2_500) }]),
    noted: (note: string) => ({ type: referenceTo('type', type), fields: { note } }),
    newBuyer: async (scope = `manage_my_orders:${projectKey}`) => {
      const customer = await addCustomer(quayside, projectKey);
      return {
        id: customer.id,
        http: quayside.http.as(await customerToken(quayside, credentials, customer, { scope })),
      };
    },
    newVisitor: async () => {
      const id = newKey('v').slice(0, 36);
      const token = await anonymousToken(quayside, credentials, `manage_my_orders:${projectKey}`, id);
      return { id, http: quayside.http.as(token) };
    },
  };
};
