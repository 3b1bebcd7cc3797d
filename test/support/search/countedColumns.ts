import { required } from '../../../src/base/errors/ApiError.js';
import type { Services } from '../../../src/services/services.js';

/** Services for product searches in this process, with columns or without, and the number of answers by columns. */
export const countedColumns = (services: Services) => {
  const search = required(services.searches.get('product'), 'the search of products');
  const columns = required(search.columns, 'the columns of products');
  let answered = 0;
  const counted = {
    search: async (...given: Parameters<typeof columns.search>) => {
      const found = await columns.search(...given);
      answered += found === undefined ? 0 : 1;
      return found;
    },
  } as typeof columns;
  return {
    answered: () => answered,
    without: { ...services, search },
    with: { ...services, search, columns: counted },
  };
};
