/** Types of custom fields for tests. */
import { newKey } from './drafts.js';

export const fieldDefinition = (name: string, type: object, required = false) => ({
  name,
  label: { en: name },
  required,
  type,
});

const noteAndCount = [fieldDefinition('note', { name: 'String' }), fieldDefinition('count', { name: 'Number' })];

/** Creates a Type for some resources, with a text `note` and a number `count` unless other fields are given. */
export const createType = <R>(
  createIn: (path: string, draft: object) => Promise<R>,
  resourceTypeIds: readonly string[],
  fieldDefinitions: readonly object[] = noteAndCount,
): Promise<R> => createIn('types', { key: newKey('type'), name: { en: 'Type' }, resourceTypeIds, fieldDefinitions });
