import { ProjectError } from '../../projects/createProject.js';
import type { Services } from '../../services/services.js';
import { wholeList } from '../../store/Store.js';

/** The types of the shop that have unique keys; a project that has some of them cannot take a shop. */
const exclusiveTypeIds = ['type', 'channel', 'store', 'tax-category', 'zone', 'product-type', 'product', 'customer'];

/** Throws ProjectError for a project that cannot take a shop. */
export const assertNoShop = async ({ store }: Services, projectKey: string): Promise<void> => {
  for (const typeId of exclusiveTypeIds) {
    const { to: count } = await store.rankRange(projectKey, typeId, { by: 'id' }, wholeList);
    if (count > 0)
      throw new ProjectError(
        `The project '${projectKey}' already has resources of the type ${typeId} (${count}). A shop needs a project without any: quayside project create KEY makes one, and so does the administration console.`,
      );
  }
};
