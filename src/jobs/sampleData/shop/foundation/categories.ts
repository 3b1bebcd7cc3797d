import { categories, type SampleCategory } from '../../samples/categories.js';
import type { Story } from '../../Story.js';
import { slugOf, text } from '../values.js';

const writeBelow = async (
  story: Story,
  rows: readonly SampleCategory[],
  parentId: string | undefined,
  ids: Map<string, string>,
): Promise<void> => {
  for (const [at, { en, de, categories: below, articles }] of rows.entries()) {
    const { id } = await story.create('category', {
      key: slugOf(en),
      name: text(en, de),
      slug: text(slugOf(en), slugOf(de)),
      orderHint: `0.${at + 1}`,
      ...(parentId === undefined ? {} : { parent: { typeId: 'category', id: parentId } }),
    });
    for (const article of articles) ids.set(article, id);
    await writeBelow(story, below, id, ids);
  }
};

/** Creates the categories and gives the id of the lowest one of each article. */
export const writeCategories = async (story: Story): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  await writeBelow(story, categories, undefined, ids);
  return ids;
};
