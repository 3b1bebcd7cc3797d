import {
  existenceCommand,
  schemaArguments,
  searchCommand,
  searchedFields,
  storedFields,
  tagField,
  withoutRarityMarks,
} from './commandParts.js';
import type { Generation, ModuleSetting } from './Generation.js';

/** How many hits one search may find; RediSearch 1.x refuses more. */
const resultsMax = 1_000_000;

/** RediSearch has its own settings; in Redis 8 they are settings of the server. */
const moduleSetting = (
  name: string,
  serverName: string,
  value: string,
  isSufficient: ModuleSetting['isSufficient'],
): ModuleSetting => ({
  commands: [
    { get: ['FT.CONFIG', 'GET', name], set: ['FT.CONFIG', 'SET', name, value] },
    { get: ['CONFIG', 'GET', serverName], set: ['CONFIG', 'SET', serverName, value] },
  ],
  isSufficient,
});

/** Commands of RediSearch 2.x and of the search in Redis 8. */
export const laterGeneration: Generation = {
  create: ({ index, prefix }) => [
    'FT.CREATE',
    index,
    'ON',
    'HASH',
    'PREFIX',
    '1',
    prefix,
    // A new index has no documents yet, and the scan would visit every key of the server.
    'SKIPINITIALSCAN',
    ...schemaArguments(...tagField),
  ],
  drop: index => ['FT.DROPINDEX', index],
  search: (index, query, options, timeoutMs) => [
    ...searchCommand(index, withoutRarityMarks(query), options),
    'TIMEOUT',
    String(timeoutMs),
    'DIALECT',
    '2',
  ],
  // HSET also writes a hash where there is no index.
  requireIndex: existenceCommand,
  write: (_, key, version, document) => [
    ['HSET', key, ...storedFields(version, document), ...searchedFields(document)],
  ],
  remove: (_, key) => [['DEL', key]],
  keepsDeletedTerms: false,
  sizeFields: [
    'inverted_sz_mb',
    'doc_table_size_mb',
    'sortable_values_size_mb',
    'key_table_size_mb',
    'tag_overhead_sz_mb',
  ],
  termBytes: 0,
  settings: [
    moduleSetting('ON_TIMEOUT', 'search-on-timeout', 'fail', value => value.toLowerCase() === 'fail'),
    // A value that is no number, or is negative, means that there is no limit.
    moduleSetting(
      'MAXSEARCHRESULTS',
      'search-max-search-results',
      String(resultsMax),
      value => !(Number(value) >= 0 && Number(value) < resultsMax),
    ),
  ],
};
