import type { BenchCase } from './BenchCase.js';
import { cartCases } from './carts.js';
import { checkoutCases } from './checkout.js';
import { graphqlCases } from './graphql.js';
import { shopMix } from './mix.js';
import { neighbourCases } from './neighbours.js';
import { orderCases } from './orders.js';
import { projectCases } from './projects.js';
import { productCases } from './products.js';
import { productSearchCases } from './productSearch.js';
import { queryCases } from './queries.js';
import { searchCases } from './search.js';
import { startPage } from './startPage.js';
import { tokenCases } from './tokens.js';

export const cases: readonly BenchCase[] = [
  ...orderCases,
  ...projectCases,
  ...queryCases,
  ...productCases,
  ...tokenCases,
  ...cartCases,
  ...checkoutCases,
  ...graphqlCases,
  shopMix,
  startPage,
  ...neighbourCases,
  ...searchCases,
  ...productSearchCases,
];
