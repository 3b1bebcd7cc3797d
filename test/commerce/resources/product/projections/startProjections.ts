/** Starts a project whose products have texts, prices and stock in several languages, countries and channels. */
import {
  attributeDraft,
  money,
  newKey,
  productDraft,
  productTypeDraft,
  referenceTo,
} from '../../../../support/drafts.js';
import { startResourceApi } from '../../../../support/resourceApi.js';

export interface Variant {
  readonly id: number;
  readonly sku?: string;
  readonly prices: readonly { readonly value: { readonly centAmount: number } }[];
  readonly price?: { readonly value: { readonly centAmount: number } };
  readonly availability?: object;
  readonly attributes: readonly { readonly name: string; readonly value: unknown }[];
}
export interface Projection {
  readonly id: string;
  readonly version: number;
  readonly name: object;
  readonly masterVariant: Variant;
  readonly variants: readonly Variant[];
}
export interface Page {
  readonly count: number;
  readonly total?: number;
  readonly results: readonly Projection[];
}

export const startProjections = async () => {
  const products = await startResourceApi('products', { languages: ['en', 'de', 'fr'] } as never);
  const { base, createIn, http, quayside, credentials, projectKey } = products;
  const productType = await createIn(
    'product-types',
    productTypeDraft(
      [
        attributeDraft('label', { name: 'ltext' }),
        attributeDraft('labels', { name: 'set', elementType: { name: 'ltext' } }),
        attributeDraft('colour', { name: 'lenum', values: [{ key: 'red', label: { en: 'Red', de: 'Rot' } }] }),
      ],
      { key: newKey('type') },
    ),
  );
  const roles = ['InventorySupply', 'ProductDistribution'];
  const createChannel = () => createIn('channels', { key: newKey('channel'), roles });
  const draft = (changes: object = {}) => productDraft({ id: productType.id }, changes);
  const send = (path: string, headers?: object) => http.send('GET', `${base}/${path}`, headers as never);
  const get = async <R = Projection>(path: string) => (await send(path)).json as R;
  return {
    ...products,
    productType,
    createChannel,
    draft,
    /** Sends a GET request below `product-projections`. */
    send: (path: string) => send(`product-projections${path}`),
    projection: (path: string) => get(`product-projections${path}`),
    query: (parameters: Readonly<Record<string, string>>) =>
      get<Page>(`product-projections?${new URLSearchParams(parameters).toString()}`),
    /** Returns a client whose token has some scopes. */
    as: async (...scopes: readonly string[]) =>
      quayside.http.as(await quayside.token(credentials, scopes.map(scope => `${scope}:${projectKey}`).join(' '))),
    price: money,
    reference: referenceTo,
  };
};
