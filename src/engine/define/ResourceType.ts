/** A resource type made ready to work: what its declaration implies, compiled once. */
import type { TSchema } from '@sinclair/typebox';
import type { Action } from './actions.js';
import type { Base, Creation, ResourceDefinition } from './defineResource.js';
import { defineView, type ViewOf } from '../document/Document.js';
import { compileValidator, type Validator } from './compileValidator.js';
import { markedPaths, type SchemaPath } from '../../schema/schemaPaths.js';

/** The wire's order of the members that the engine sets; the resource type's own follow. */
const baseMembers = [
  'id',
  'version',
  'createdAt',
  'lastModifiedAt',
  'createdBy',
  'lastModifiedBy',
  'lastMessageSequenceNumber',
] as const;

/** A declared shape with its validator and the places where identifiers stand in it. */
interface Input {
  readonly validate: Validator;
  readonly identifiers: readonly SchemaPath[];
}

export interface CompiledCreation extends Input {
  readonly creation: Creation<Base>;
}
export interface CompiledAction extends Input {
  readonly action: Action<Base>;
}

/** An indexed path, split, of which type what it leads to is declared, and whether a list lies on it, so that one resource may have many values. */
export interface Index {
  readonly path: string;
  readonly steps: readonly string[];
  readonly holds: 'string' | 'number' | 'boolean';
  readonly many: boolean;
}

const memberOf = (schema: TSchema | undefined, name: string): TSchema | undefined =>
  (
    (schema?.type === 'array' ? (schema.items as TSchema) : schema)?.properties as Record<string, TSchema> | undefined
  )?.[name];

export interface ResourceType {
  readonly definition: ResourceDefinition;
  readonly typeId: string;
  /** All members in wire order. */
  readonly members: readonly string[];
  readonly view: ViewOf<Base>;
  readonly draft?: CompiledCreation;
  /** The same at `/me`. */
  readonly ownDraft?: CompiledCreation;
  /** By the path segment behind the collection. */
  readonly creations: ReadonlyMap<string, CompiledCreation>;
  readonly actions: ReadonlyMap<string, CompiledAction>;
  /** Those that are allowed at `/me`. */
  readonly ownActions: ReadonlyMap<string, CompiledAction>;
  /** Where stored resources refer to others, by top-level member. */
  readonly references: ReadonlyMap<string, readonly SchemaPath[]>;
  /** Those of them that no other resource may have. */
  readonly exclusive: ReadonlyMap<string, readonly SchemaPath[]>;
  readonly unique: readonly string[];
  readonly indexes: readonly Index[];
}

const indexOf = (resource: TSchema, path: string): Index => {
  const steps = path.split('.');
  const schemas = steps.map((_, at) => steps.slice(0, at + 1).reduce<TSchema | undefined>(memberOf, resource));
  const type = schemas.at(-1)?.type as string | undefined;
  return {
    path,
    steps,
    many: schemas.some(schema => schema?.type === 'array'),
    holds: type === 'boolean' ? 'boolean' : type === 'integer' || type === 'number' ? 'number' : 'string',
  };
};

const compileInput = (schema: TSchema): Input => ({
  validate: compileValidator(schema),
  identifiers: markedPaths(schema, 'identifier'),
});

const compileCreation = (creation: Creation<Base>): CompiledCreation => ({
  creation,
  ...compileInput(creation.schema),
});

const compileActions = (actions: ResourceDefinition['actions'] = {}): ReadonlyMap<string, CompiledAction> =>
  new Map(Object.entries(actions).map(([name, action]) => [name, { action, ...compileInput(action.schema) }]));

const referencesByMember = (
  definition: ResourceDefinition,
  isMeant: (path: SchemaPath) => boolean,
): Map<string, SchemaPath[]> => {
  const groups = new Map<string, SchemaPath[]>();
  for (const path of markedPaths(definition.resource, 'reference').filter(isMeant)) {
    const group = groups.get(path.steps[0]!) ?? [];
    groups.set(path.steps[0]!, [...group, path]);
  }
  return groups;
};

/** Compiles a declaration. The resource type's own types end here: the engine works on any resource. */
export const compileResourceType = (definition: ResourceDefinition): ResourceType => {
  const members = [...baseMembers, ...Object.keys(definition.resource.properties)];
  return {
    definition,
    typeId: definition.typeId,
    members,
    view: defineView<Base>(members),
    draft: definition.draft && compileCreation(definition.draft),
    ownDraft: definition.own?.draft && compileCreation(definition.own.draft),
    creations: new Map(
      Object.entries(definition.creations ?? {}).map(([segment, creation]) => [segment, compileCreation(creation)]),
    ),
    actions: compileActions(definition.actions),
    ownActions: compileActions(definition.own?.actions),
    references: referencesByMember(definition, () => true),
    exclusive: referencesByMember(definition, ({ mark }) => mark?.exclusive === true),
    unique: definition.unique ?? [],
    indexes: (definition.indexes ?? []).map(path => indexOf(definition.resource, path)),
  };
};
