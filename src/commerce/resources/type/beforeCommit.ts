/** Checks the fields of a Type against those of the other Types of the project. */
import { errorEntry, type ErrorEntry, failAll } from '../../../base/errors/ApiError.js';
import { limits } from '../../../base/config/limits.js';
import type { BeforeCommit, BeforeCommitInput } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { loadBatches } from '../../../engine/loadResources.js';
import { changeNote, type Declares, requestedSteps, settleSteps } from '../definitionChange/steps.js';
import type { FieldDefinition, FieldType } from '../shared/fieldDefinition.js';
import type { Type } from './members.js';

/** Bounds the Types that a new field is compared with. */
const typesReadMax = 10_000;

/** A field type without enum values, which each Type has of its own. */
const withoutValues = ({ values: _values, elementType, ...type }: FieldType): object => ({
  ...type,
  elementType: elementType && withoutValues(elementType),
});

const describe = ({ name, referenceTypeId, elementType }: FieldType): string =>
  `${name}${elementType === undefined ? '' : ` of ${describe(elementType)}`}${referenceTypeId === undefined ? '' : ` to ${referenceTypeId}`}`;

const refusalsOf = (
  added: ReadonlyMap<string, FieldDefinition>,
  other: Type,
  shared: readonly string[],
): ErrorEntry[] =>
  other.fieldDefinitions.flatMap(({ name, type }) => {
    const own = added.get(name);
    return own === undefined || sameValue(withoutValues(own.type), withoutValues(type))
      ? []
      : [
          errorEntry('InvalidField', {
            field: `fieldDefinitions.${name}.type`,
            invalidValue: describe(own.type),
            expected: `Expected ${describe(type)}, as the Type '${other.key}' has the field for ${shared.join(', ')}, too.`,
          }),
        ];
  });

/** Refuses a new field whose name has another type in a Type for the same resources. */
const assertNewFields = async (
  access: ResourceAccess,
  { projectKey, before, after, changes }: BeforeCommitInput<Type>,
): Promise<void> => {
  const known = new Map(before?.fieldDefinitions.map(({ name, type }) => [name, type]));
  const definitions = (changes.fieldDefinitions ?? []).filter(({ name, type }) => !sameValue(known.get(name), type));
  if (definitions.length === 0) return;
  const added = new Map(definitions.map(definition => [definition.name, definition]));
  const refusals: ErrorEntry[] = [];
  for await (const others of loadBatches<Type>(access, projectKey, 'type', typesReadMax)) {
    for (const other of others) {
      const shared = other.resourceTypeIds.filter(typeId => after.resourceTypeIds.includes(typeId));
      if (other.id !== after.id && shared.length > 0) refusals.push(...refusalsOf(added, other, shared));
    }
    if (refusals.length >= limits.errorEntriesMax) break;
  }
  if (refusals.length > 0) throw failAll(refusals);
};

export const beforeCommit: BeforeCommit<Type> = async (access, input) => {
  await assertNewFields(access, input);
  const { projectKey, context, before, after, changes, requestedEffects } = input;
  if (before === undefined || changes.fieldDefinitions === undefined) return {};
  const steps = requestedSteps(requestedEffects);
  const declares: Declares = name => after.fieldDefinitions.some(each => each.name === name);
  await settleSteps(access, projectKey, before, steps, declares);
  return { creations: changeNote('type', before, steps, context) };
};
