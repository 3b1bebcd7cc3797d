import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { type Project, SearchStatus } from '../members.js';

export const changeOrderSearchStatus: Action<Project> = action(
  { status: SearchStatus },
  ({ searchIndexing }: Project, { status }, { now }) =>
    searchIndexing?.orders?.status === status
      ? unchanged
      : { set: { searchIndexing: { ...searchIndexing, orders: { status, lastModifiedAt: now } } } },
);
