/** A shop with a product, a Type for custom fields, and buyers. */
import { startShop } from '../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../support/drafts.js';
import { addCustomer, basic, post, tokenIn } from '../../support/oauth.js';
import { fieldDefinition } from '../../support/types.js';

export const startCarts = async () => {
  const shop = await startShop();
  const { quayside, credentials, createIn } = shop;
  const { projectKey } = credentials;
  const type = await createIn('types', {
    key: newKey('type'),
    name: { en: 'T' },
    resourceTypeIds: ['order', 'line-item', 'custom-line-item', 'address', 'shipping'],
    fieldDefinitions: [
      fieldDefinition('note', { name: 'String' }),
      fieldDefinition('place', { name: 'Reference', referenceTypeId: 'channel' }),
    ],
  });
  return {
    ...shop,
    projectKey,
    soldProduct: await shop.product([{ value: money(2_500) }]),
    noted: (note: string) => ({ type: referenceTo('type', type), fields: { note } }),
    newBuyer: async (scope = `manage_my_orders:${projectKey}`) => {
      const customer = await addCustomer(quayside, projectKey);
      const { access_token } = tokenIn(
        await post(quayside, `${projectKey}/customers/token`, basic(credentials), {
          grant_type: 'password',
          username: customer.email,
          password: customer.password,
          scope,
        }),
      );
      return { id: customer.id, http: quayside.http.as(access_token) };
    },
    newVisitor: async () => {
      const id = newKey('v').slice(0, 36);
      const { access_token } = tokenIn(
        await post(quayside, `${projectKey}/anonymous/token`, basic(credentials), {
          grant_type: 'client_credentials',
          scope: `manage_my_orders:${projectKey}`,
          anonymous_id: id,
        }),
      );
      return { id, http: quayside.http.as(access_token) };
    },
  };
};
