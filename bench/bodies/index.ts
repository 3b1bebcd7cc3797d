/** Every kind of body at its limits. */
import { draftBodies } from './drafts.js';
import { graphqlBodies } from './graphqlDocuments.js';
import type { HostileBody } from './HostileBody.js';
import { jsonShapes } from './jsonShapes.js';
import { queryBodies } from './queries.js';
import { searchBodies } from './searches.js';
import { largeResources } from './largeResources.js';
import { updateBodies } from './updates.js';
import { visitorBodies } from './visitors.js';

export const bodies: readonly HostileBody[] = [
  ...visitorBodies,
  ...graphqlBodies,
  ...queryBodies,
  ...searchBodies,
  ...jsonShapes,
  ...largeResources,
  ...draftBodies,
  ...updateBodies,
];
