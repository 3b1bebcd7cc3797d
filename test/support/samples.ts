/** What each room is tried with in everyRoom.test.ts; a room without a sample fails there. */
import { newKey, orderDraft, stateDraft } from './drafts.js';

export interface Sample {
  /** The path segment of another way to create; absent: the collection itself. */
  readonly creation?: string;
  readonly draft: () => object;
  /** An action that changes something, and what it makes. */
  readonly action: object;
  readonly changed: object;
  /** A draft with the unique value of a resource that exists. */
  readonly duplicateOf: (resource: Record<string, unknown>) => object;
}

const renamed = { action: { action: 'setName', name: { en: 'Renamed' } }, changed: { name: { en: 'Renamed' } } };

/** By typeId; `readOnly` rooms are written by others, and rooms with verbs of their own are tried in tests of their own. */
export const samples: Readonly<Record<string, Sample | 'readOnly' | 'ownVerbs'>> = {
  project: 'ownVerbs',
  'api-client': 'ownVerbs',
  state: { draft: stateDraft, ...renamed, duplicateOf: ({ key }) => stateDraft({ key: key as string }) },
  store: { draft: () => ({ key: newKey('store') }), ...renamed, duplicateOf: ({ key }) => ({ key }) },
  order: {
    creation: 'import',
    draft: () => orderDraft({ orderNumber: newKey('order') }),
    action: { action: 'changeOrderState', orderState: 'Complete' },
    changed: { orderState: 'Complete' },
    duplicateOf: ({ orderNumber }) => orderDraft({ orderNumber: orderNumber as string }),
  },
  type: {
    draft: () => ({ key: newKey('type'), name: { en: 'Gift' }, resourceTypeIds: ['order'], fieldDefinitions: [{ name: 'note', label: { en: 'Note' }, required: false, type: { name: 'String' } }] }),
    action: { action: 'changeName', name: { en: 'Renamed' } },
    changed: { name: { en: 'Renamed' } },
    duplicateOf: ({ key }) => ({ key, name: { en: 'Gift' }, resourceTypeIds: ['order'] }),
  },
  message: 'readOnly',
};
