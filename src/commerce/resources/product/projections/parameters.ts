/** Reads the parameters of a request for projections. */
import { fail, invalidInput } from '../../../../base/errors/ApiError.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import type { ResponseSources } from '../../../../engine/define/ResponseSources.js';
import { loadByUnique, resourceNotFound } from '../../../../engine/loadResources.js';
import { canonicalLanguageTags } from '../../../../engine/schema/languageTags.js';
import { readFlag } from '../../../../engine/queryParameters.js';
import type { ResourceRequest } from '../../../../engine/ResourceRequest.js';
import { assortmentOf } from '../../productSelection/assortment.js';
import { type Store, storeStamp } from '../../store/members.js';
import { priceSelectionOf } from '../variantPrices.js';
import { attributeFilterOf, type ProjectionParameters } from './projectionsOf.js';

const assertStagedScope = ({ publishedOnly, resourceType, projectKey, storeKey }: ResourceRequest): void => {
  if (publishedOnly !== true) return;
  const { read } = resourceType.definition.scopes;
  const wanted = read.map(name => [name, projectKey, storeKey].filter(part => part !== undefined).join(':'));
  throw fail('insufficient_scope', {
    message: `Insufficient scope. Staged data needs one of these: ${wanted.join(', ')}.`,
  });
};

const readStore = async (
  access: ResourceAccess,
  { projectKey, storeKey, query }: ResourceRequest,
  sources?: ResponseSources,
): Promise<Store | undefined> => {
  const key = storeKey ?? query.get('storeProjection');
  if (key === null) return undefined;
  await sources?.watch([storeStamp(key)]);
  const store = await loadByUnique<Store>(access, projectKey, 'store', 'key', key);
  if (store !== undefined) return store;
  throw storeKey === undefined
    ? invalidInput(`Malformed parameter: storeProjection: the store with the key '${key.slice(0, 256)}' was not found.`)
    : resourceNotFound({ typeId: 'store', field: 'key', value: key });
};

/** The parameters of a request; throws insufficient_scope for staged data that the token does not see. */
export const projectionParametersOf = async (
  access: ResourceAccess,
  request: ResourceRequest,
  sources?: ResponseSources,
): Promise<ProjectionParameters> => {
  const { query } = request;
  const staged = readFlag(query, 'staged', false);
  if (staged) assertStagedScope(request);
  const at = access.now().toISOString();
  const store = await readStore(access, request, sources);
  const { projectKey, storeKey } = request;
  // A store in the parameters only decides what is shown of a product; one in the path also decides which are shown.
  const assortment =
    store === undefined || storeKey === undefined ? undefined : await assortmentOf(access, projectKey, store);
  // No stamp tells when its selections change.
  if (assortment !== undefined) sources?.expireAt(at);
  return {
    staged,
    publishedOnly: request.publishedOnly,
    at,
    selection: priceSelectionOf(query, at),
    locales: canonicalLanguageTags(query.getAll('localeProjection')),
    store,
    assortment,
    showsAttribute: attributeFilterOf(query),
  };
};
