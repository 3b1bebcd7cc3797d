import { firstGeneration, firstGenerationWithTags } from './firstGeneration.js';
import type { Generation } from './Generation.js';
import { toPairs } from './toPairs.js';

const wordField = 'w';

/** Names of the fields in an answer to FT.INFO, each a list that starts with the name. */
const fieldNamesOf = (info: readonly unknown[]): string[] =>
  (toPairs(info).get('fields') as readonly (readonly unknown[])[]).map(([name]) => String(name));

/** The commands for an existing index, which an older version of the server may have created with other fields. */
export const generationOfIndex = (generation: Generation, info: readonly unknown[]): Generation =>
  generation === firstGeneration && !fieldNamesOf(info).includes(wordField) ? firstGenerationWithTags : generation;
