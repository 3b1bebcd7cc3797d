import { addLineItem, cartCreation, orderFromCart, orderReserving, readsAlone, readsBesideCheckouts } from './carts.js';
import type { BenchCase } from './BenchCase.js';
import { orderById } from './orderById.js';
import { orderImport } from './orderImport.js';
import { bigOrderRead, bigOrderUpdate } from './bigOrder.js';
import { addDelivery, fiveActions, orderUpdate, updateWithoutIndex } from './orderUpdate.js';
import { graphqlCached, graphqlUncached } from './graphql.js';
import { graphqlOrder, graphqlOrderExpanded, graphqlOrdersPage } from './graphqlOrders.js';
import {
  firstPage,
  lastPage,
  queryByCustomer,
  queryByOrderNumber,
  queryByOrderState,
  queryTimes,
  scan,
} from './queries.js';
import { clientCredentials, introspection, refreshAmongFew, refreshAmongMany } from './tokens.js';
import { predicates } from './predicates.js';
import { searches } from './search.js';
import { searchLag, updateSearched, updateUnsearched } from './searchLag.js';
import { readsBesideSignIns } from './signIns.js';
import { stateByKey } from './stateByKey.js';

export const cases: readonly BenchCase[] = [
  orderById,
  stateByKey,
  orderUpdate,
  updateWithoutIndex,
  queryByOrderNumber,
  queryByCustomer,
  ...queryTimes,
  queryByOrderState,
  ...predicates,
  firstPage,
  lastPage,
  scan,
  orderImport,
  fiveActions,
  addDelivery,
  bigOrderRead,
  bigOrderUpdate,
  clientCredentials,
  introspection,
  refreshAmongFew,
  refreshAmongMany,
  cartCreation,
  addLineItem,
  orderFromCart,
  orderReserving,
  readsAlone,
  readsBesideCheckouts,
  readsBesideSignIns,
  graphqlCached,
  graphqlUncached,
  graphqlOrder,
  graphqlOrderExpanded,
  graphqlOrdersPage,
  updateUnsearched,
  ...searches,
  updateSearched,
  searchLag,
];
