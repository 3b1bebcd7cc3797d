import { unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { capitalize } from '../shared/capitalize.js';
import type { ChannelList, Store } from './members.js';

type ListField = 'languages' | 'countries' | ChannelList;

/** Changes a list and sends a message with the added and removed elements. */
export const changeStoreList = <F extends ListField>(store: Store, field: F, next: Store[F]) => {
  const old = store[field] as readonly unknown[];
  const list = next as readonly unknown[];
  if (sameValue(old, list)) return unchanged;
  const missingIn = (other: readonly unknown[]) => (item: unknown) => !other.some(each => sameValue(each, item));
  const name = capitalize(field);
  return {
    set: { [field]: next } as Partial<Store>,
    messages: [
      {
        type: `Store${name}Changed`,
        [`added${name}`]: list.filter(missingIn(old)),
        [`removed${name}`]: old.filter(missingIn(list)),
      },
    ],
  };
};
