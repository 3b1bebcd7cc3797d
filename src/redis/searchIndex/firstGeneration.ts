import { schemaArguments, searchCommand, searchedFields, storedFields } from './commandParts.js';
import type { Generation } from './Generation.js';

/** RediSearch 1.x. */
export const firstGeneration: Generation = {
  create: ({ index }) => ['FT.CREATE', index, ...schemaArguments],
  drop: index => ['FT.DROP', index, 'KEEPDOCS'],
  search: searchCommand,
  // FT.ADD comes first: it fails without an index, and then nothing is written.
  write: (index, key, version, document) => [
    ['FT.ADD', index, key, '1.0', 'NOSAVE', 'REPLACE', 'FIELDS', ...searchedFields(document)],
    ['HSET', key, ...storedFields(version, document), 'n', String(document.tags.length)],
  ],
  remove: (index, key) => [
    ['FT.DEL', index, key],
    ['DEL', key],
  ],
  // inverted_sz_mb is left out, since it does not count tags and becomes negative.
  sizeFields: ['doc_table_size_mb', 'sortable_values_size_mb', 'key_table_size_mb'],
  // Measured where two of five terms occur in one document only. MEMORY USAGE of the index would block Redis for
  // seconds.
  termBytes: 30,
  // All settings are arguments of the module (moduleArguments.ts).
  settings: [],
};
