import type { Resource } from '../api/Resource';

interface Trigger {
  readonly resourceTypeId: string;
  readonly actions: readonly string[];
  readonly condition?: string;
}

export interface Extension extends Resource {
  readonly destination: object;
  readonly triggers: readonly Trigger[];
}

/** A trigger of an extension, as a choice: `Update order`. */
export interface TriggerChoice {
  readonly name: string;
  readonly action: string;
  readonly resourceTypeId: string;
}

export const triggerChoices = ({ triggers }: Extension): readonly TriggerChoice[] => {
  const choices = triggers.flatMap(({ resourceTypeId, actions }) =>
    actions.map(action => ({ name: `${action} ${resourceTypeId}`, action, resourceTypeId })),
  );
  return choices.filter(({ name }, index) => choices.findIndex(each => each.name === name) === index);
};
