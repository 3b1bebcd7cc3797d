import type { Action } from '../../engine/define/Action.js';
import { action } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import { List, Optional } from '../../schema/primitives.js';
import { withList } from './lists.js';
import { ChannelIdentifier, type ChannelList, channelsOf, type Store } from './members.js';

export const setChannels = (field: ChannelList): Action<Store> =>
  action({ [field]: Optional(List(ChannelIdentifier)) }, (store: Store, payload, context) =>
    withList(store, field, channelsOf(field, (payload as { [F in ChannelList]?: [] })[field] ?? [], context)),
  );

export const singular = { distributionChannels: 'distributionChannel', supplyChannels: 'supplyChannel' } as const;

export const addChannel = (field: ChannelList): Action<Store> =>
  action({ [singular[field]]: ChannelIdentifier }, (store: Store, payload, context) => {
    const [added] = channelsOf(field, [(payload as Record<string, object>)[singular[field]]!], context);
    return store[field].some(({ id }) => id === added!.id)
      ? unchanged
      : withList(store, field, [...store[field], added!]);
  });

export const removeChannel = (field: ChannelList): Action<Store> =>
  action({ [singular[field]]: ChannelIdentifier }, (store: Store, payload, context) => {
    const { id } = context.reference('channel', (payload as Record<string, object>)[singular[field]]!);
    return withList(
      store,
      field,
      store[field].filter(each => each.id !== id),
    );
  });
