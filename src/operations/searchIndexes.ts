/** Shows the state of the indexes of a project's searches, and builds one of them anew. */
import { fail, requiredField } from '../base/errors/ApiError.js';
import { readJsonObject } from '../engine/document/json.js';
import type { Response } from '../engine/ResourceRequest.js';
import { startReindexing } from '../search/indexingControl.js';
import { searchStatusOf } from '../search/searchStatusOf.js';
import type { Services } from '../services/services.js';
import type { Call } from './Call.js';

type SearchIndexServices = Pick<Services, 'searches' | 'store' | 'searchIdleDays'>;

/** Answers `GET /{projectKey}/search-indexes`. */
export const listSearchIndexes = async (
  { searches, store, searchIdleDays }: SearchIndexServices,
  { projectKey }: Call,
): Promise<Response> => {
  const statuses = [...searches.values()].map(search => searchStatusOf({ search, store }, projectKey, searchIdleDays));
  return { status: 200, body: JSON.stringify({ results: await Promise.all(statuses) }) };
};

/** Answers `POST /{projectKey}/search-indexes`: the build runs in the background. */
export const reindexSearch = async (
  { searches }: SearchIndexServices,
  { projectKey, body }: Call,
): Promise<Response> => {
  const { typeId } = readJsonObject(body);
  if (typeId === undefined) throw requiredField('typeId', 'the type of what is searched');
  const search = typeof typeId === 'string' ? searches.get(typeId) : undefined;
  if (search === undefined)
    throw fail('InvalidField', {
      field: 'typeId',
      invalidValue: typeId,
      expected: `Expected one of ${[...searches.keys()].join(', ')}.`,
      allowedValues: [...searches.keys()],
    });
  return { status: 200, body: JSON.stringify(await startReindexing({ search }, projectKey)) };
};
