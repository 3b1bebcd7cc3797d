import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import { assertProjectNames } from '../../engine/query/assertProjectNames.js';
import { PhaseErrors } from '../../errors/PhaseErrors.js';
import type { Extension } from './members.js';
import { conditionError, parseCondition, type Trigger } from './triggers.js';

/** An extension may name a resource type that this server does not have: its fields are not known. */
const assertFields = async (
  access: ResourceAccess,
  projectKey: string,
  { condition = '', resourceTypeId }: Trigger,
): Promise<void> => {
  const resourceType = access.resourceTypes.get(resourceTypeId);
  if (condition !== '' && resourceType !== undefined)
    await assertProjectNames(access, projectKey, parseCondition(condition, resourceType).projectNames);
};

/** Refuses conditions that name a field which the resource type or the project does not have. */
export const assertConditionFields: BeforeCommit<Extension> = async (
  access,
  { projectKey, changes: { triggers = [] } },
) => {
  const errors = new PhaseErrors();
  for (const [index, trigger] of triggers.entries())
    await errors.wait(() =>
      assertFields(access, projectKey, trigger).catch((error: unknown) => {
        throw conditionError(error, index);
      }),
    );
  errors.throwIfAny();
  return {};
};
