/** The interval at which a buyer gets something: a number of days, weeks or months, or one day of each month. */
import type { Static } from '@sinclair/typebox';
import { fail } from '../../../base/errors/ApiError.js';
import type { Base } from '../../../engine/define/Base.js';
import { IntegerFrom, Key, LocalizedString, OneOf, Optional, Shape } from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { requireMember } from '../shared/memberNames.js';

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
export const ScheduleDraft = Named('RecurrencePolicyScheduleDraft', Shape(scheduleMembers), {
  input: 'RecurrencePolicyScheduleInput',
});

type Schedule = Static<typeof Schedule>;

export const scheduleOf = ({ type, value, intervalUnit, day }: Static<typeof ScheduleDraft>): Schedule => {
  const holder = `a schedule of type ${type}`;
  const foreign = Object.entries(type === 'standard' ? { day } : { value, intervalUnit }).find(
    ([, given]) => given !== undefined,
  );
  if (foreign !== undefined)
    throw fail('InvalidField', {
      field: `schedule.${foreign[0]}`,
      invalidValue: foreign[1],
      expected: `Expected no value in ${holder}.`,
    });
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
export const RecurrencePolicyMembers = Shape({ key: Optional(Key), ...named, schedule: Schedule });

export const RecurrencePolicyDraft = Shape({ key: Key, ...named, schedule: ScheduleDraft });

export type RecurrencePolicy = Base & Static<typeof RecurrencePolicyMembers>;
