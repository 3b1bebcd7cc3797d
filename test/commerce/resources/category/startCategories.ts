/** Starts a project for tests of categories. */
import { categoryDraft } from '../../../support/drafts.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';

interface Reference {
  readonly typeId: string;
  readonly id: string;
}

export interface Category extends Resource {
  readonly parent?: Reference;
  readonly ancestors: readonly Reference[];
  readonly assets: readonly { readonly id: string; readonly key?: string }[];
}

export const toReference = ({ id }: { readonly id: string }): Reference => ({ typeId: 'category', id });
export const below = (parent: { readonly id: string }) => ({ action: 'changeParent', parent: toReference(parent) });

export const startCategories = async () => {
  const categories = await startResourceApi<Category>('categories');
  const { http, base, create } = categories;
  const createBelow = (parent: { readonly id: string }, changes: object = {}): Promise<Category> =>
    create(categoryDraft({ parent: toReference(parent), ...changes }));
  return {
    ...categories,
    createBelow,
    /** Creates a category, another one below it, and so on. */
    createChain: async (count: number, top?: Category): Promise<Category[]> => {
      const chain: Category[] = [];
      for (let at = 0; at < count; at++) {
        const parent = chain.at(-1) ?? top;
        chain.push(await (parent === undefined ? create(categoryDraft()) : createBelow(parent)));
      }
      return chain;
    },
    /** Returns the ids of the categories that a predicate finds. */
    find: async (where: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> => {
      const query = new URLSearchParams({ where, limit: '500', ...more });
      const { json, text, status } = await http.send('GET', `${base}/categories?${query.toString()}`);
      if (status !== 200) throw new Error(text);
      return (json as { results: Category[] }).results.map(({ id }) => id);
    },
  };
};
