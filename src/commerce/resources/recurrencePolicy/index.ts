import { type ActionTable, action, set, unchanged } from '../../../engine/define/actions.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Key, LocalizedString } from '../../../engine/schema/primitives.js';
import {
  type RecurrencePolicy,
  RecurrencePolicyDraft,
  RecurrencePolicyMembers,
  ScheduleDraft,
  scheduleOf,
} from './members.js';

const actions: ActionTable<RecurrencePolicy> = {
  setKey: set<RecurrencePolicy>('key', Key),
  setName: set<RecurrencePolicy>('name', LocalizedString),
  setDescription: set<RecurrencePolicy>('description', LocalizedString),
  setSchedule: action({ schedule: ScheduleDraft }, (policy: RecurrencePolicy, { schedule: draft }) => {
    const schedule = scheduleOf(draft);
    return sameValue(policy.schedule, schedule) ? unchanged : { set: { schedule } };
  }),
};

/** A schedule that prices and items of carts refer to: a policy in use cannot be deleted. */
export const recurrencePolicy = defineResource<RecurrencePolicy>({
  typeId: 'recurrence-policy',
  path: 'recurrence-policies',
  shared: true,
  scopes: { read: ['view_recurrence_policies'], write: ['manage_recurrence_policies'] },
  resource: RecurrencePolicyMembers,
  draft: creation<RecurrencePolicy, typeof RecurrencePolicyDraft>(
    RecurrencePolicyDraft,
    ({ schedule, ...members }) => ({ members: { ...members, schedule: scheduleOf(schedule) } }),
  ),
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  behindReferences: 'buyers name any policy in their own carts',
});
