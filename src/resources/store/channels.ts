import type { Action } from '../../engine/define/Action.js';
import { action } from '../../engine/define/actions.js';
import { required } from '../../errors/required.js';
import { List, Optional } from '../../schema/primitives.js';
import type { Identifier } from '../../schema/reference.js';
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

const channelIdentifier = (payload: object, field: ChannelList): Identifier =>
  required((payload as Record<string, Identifier | undefined>)[singularNames[field]], singularNames[field]);

export const addChannel = (field: ChannelList): Action<Store> =>
  action({ [singularNames[field]]: ChannelIdentifier }, (store: Store, payload, context) => {
    const channels = toChannelReferences(field, [channelIdentifier(payload, field)], context);
    const added = channels.filter(({ id }) => !store[field].some(each => each.id === id));
    return changeStoreList(store, field, [...store[field], ...added]);
  });

export const removeChannel = (field: ChannelList): Action<Store> =>
  action({ [singularNames[field]]: ChannelIdentifier }, (store: Store, payload, context) => {
    const { id } = context.reference('channel', channelIdentifier(payload, field));
    const others = store[field].filter(each => each.id !== id);
    return changeStoreList(store, field, others);
  });
