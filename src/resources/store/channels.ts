import type { Action } from '../../engine/define/Action.js';
import { action } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import { List, Optional } from '../../schema/primitives.js';
import { changeStoreList } from './lists.js';
import { ChannelIdentifier, type ChannelList, toChannelReferences, type Store } from './members.js';

export const setChannels = (field: ChannelList): Action<Store> =>
  action({ [field]: Optional(List(ChannelIdentifier)) }, (store: Store, payload, context) =>
    changeStoreList(
      store,
      field,
      toChannelReferences(field, (payload as { [F in ChannelList]?: [] })[field] ?? [], context),
    ),
  );

const singularNames = { distributionChannels: 'distributionChannel', supplyChannels: 'supplyChannel' } as const;

export const addChannel = (field: ChannelList): Action<Store> =>
  action({ [singularNames[field]]: ChannelIdentifier }, (store: Store, payload, context) => {
    const [added] = toChannelReferences(field, [(payload as Record<string, object>)[singularNames[field]]!], context);
    return store[field].some(({ id }) => id === added!.id)
      ? unchanged
      : changeStoreList(store, field, [...store[field], added!]);
  });

export const removeChannel = (field: ChannelList): Action<Store> =>
  action({ [singularNames[field]]: ChannelIdentifier }, (store: Store, payload, context) => {
    const { id } = context.reference('channel', (payload as Record<string, object>)[singularNames[field]]!);
    return changeStoreList(
      store,
      field,
      store[field].filter(each => each.id !== id),
    );
  });
