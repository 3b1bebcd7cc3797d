/** Types of custom fields for tests. */
import { newKey } from './drafts.js';
import type { startOrders } from './orders.js';

type Sdk = Awaited<ReturnType<typeof startOrders>>['sdk'];

export const fieldDefinition = (name: string, type: object, required = false) => ({
  name,
  label: { en: name },
  required,
  type,
});

/** A Type for some resources, with a text `note` and a number `count` unless other fields are given. */
export const createType = async (
  sdk: Sdk,
  resourceTypeIds: string[],
  fieldDefinitions: object[] = [
    fieldDefinition('note', { name: 'String' }),
    fieldDefinition('count', { name: 'Number' }),
  ],
) =>
  (
    await sdk
      .types()
      .post({
        body: {
          key: newKey('type'),
          name: { en: 'Type' },
          resourceTypeIds,
          fieldDefinitions: fieldDefinitions as never,
        },
      })
      .execute()
  ).body;

/** Creates a Type for one resource type with a text field `note`, by plain HTTP. */
export const createNoteType = <R>(createIn: (path: string, draft: object) => Promise<R>, resourceTypeId: string) =>
  createIn('types', {
    key: newKey('type'),
    name: { en: 'Note' },
    resourceTypeIds: [resourceTypeId],
    fieldDefinitions: [fieldDefinition('note', { name: 'String' })],
  });

export const typeReference = ({ id }: { readonly id: string }) => ({ typeId: 'type', id });
