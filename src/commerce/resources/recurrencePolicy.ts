import type { Static } from '@sinclair/typebox';
import { invalidField, requireMember } from '../../base/errors/ApiError.js';
import type { Base } from '../../engine/define/Base.js';
import { IntegerFrom, Key, LocalizedString, OneOf, Optional, Shape } from '../../engine/schema/primitives.js';
import { Named } from '../../engine/schema/Named.js';
import { type ActionTable, set, setFrom } from '../../engine/define/actions.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';

const IntervalUnit = Named('IntervalUnit', OneOf(['Days', 'Months', 'Weeks']), { input: 'IntervalUnit' });

const longestMonthDays = 31;

/** The draft has the members of both types; only those of its type are stored. */
const scheduleMembers = {
  type: OneOf(['standard', 'dayOfMonth']),
  value: Optional(IntegerFrom(1, Number.MAX_SAFE_INTEGER)),
  intervalUnit: Optional(IntervalUnit),
  day: Optional(IntegerFrom(1, longestMonthDays)),
};
/** GraphQL's clients know one type of schedules, whose members they read without asking for the type. */
const Schedule = Named('RecurrencePolicySchedule', Shape(scheduleMembers), { type: 'StandardSchedule' });
const ScheduleDraft = Named('RecurrencePolicyScheduleDraft', Shape(scheduleMembers), {
  input: 'RecurrencePolicyScheduleInput',
});

type Schedule = Static<typeof Schedule>;

const scheduleOf = ({ type, value, intervalUnit, day }: Static<typeof ScheduleDraft>): Schedule => {
  const holder = `a schedule of type ${type}`;
  const foreign = Object.entries(type === 'standard' ? { day } : { value, intervalUnit }).find(
    ([, given]) => given !== undefined,
  );
  if (foreign !== undefined)
    throw invalidField(`schedule.${foreign[0]}`, foreign[1], `Expected no value in ${holder}.`);
  return type === 'standard'
    ? {
        type,
        value: requireMember(value, 'schedule.value', holder),
        intervalUnit: requireMember(intervalUnit, 'schedule.intervalUnit', holder),
      }
    : { type, day: requireMember(day, 'schedule.day', holder) };
};

const named = { name: Optional(LocalizedString), description: Optional(LocalizedString) };

/** The key is required in drafts; the action that sets it may remove it. */
const RecurrencePolicyMembers = Shape({ key: Optional(Key), ...named, schedule: Schedule });

const RecurrencePolicyDraft = Shape({ key: Key, ...named, schedule: ScheduleDraft });

type RecurrencePolicy = Base & Static<typeof RecurrencePolicyMembers>;

const actions: ActionTable<RecurrencePolicy> = {
  setKey: set<RecurrencePolicy>('key', Key),
  setName: set<RecurrencePolicy>('name', LocalizedString),
  setDescription: set<RecurrencePolicy>('description', LocalizedString),
  setSchedule: setFrom('schedule', ScheduleDraft, scheduleOf),
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
  unique: ['key'],
  behindReferences: 'buyers name any policy in their own carts',
});
