import type { TSchema } from '@sinclair/typebox';
import { compilePaths, type FindReferences } from '../../schema/compilePaths.js';
import { markedPaths, type SchemaPath } from '../../schema/schemaPaths.js';
import { defineView } from '../document/defineView.js';
import type { Base } from './Base.js';
import { BaseShape } from './baseShape.js';
import { compileIndexes } from './compileIndexes.js';
import { compileQuickCheck } from './compileQuickCheck.js';
import { compileValidator } from './compileValidator.js';
import type { Creation } from './Creation.js';
import { compileResourceFields, type FieldShape } from './FieldShape.js';
import type { ResourceDefinition } from './ResourceDefinition.js';
import type { CompiledAction, CompiledCreation, InputSchema, ResourceType } from './ResourceType.js';

/** The members that the engine sets, in wire order; the resource type's own follow. */
const baseMembers = Object.keys(BaseShape.properties);

const compileInput = (schema: TSchema): InputSchema => {
  const quickCheck = compileQuickCheck(schema);
  return {
    quickCheck,
    validate: compileValidator(schema, quickCheck),
    identifiers: compilePaths(markedPaths(schema, 'identifier')),
  };
};

const compileCreation = (creation: Creation<Base>): CompiledCreation => ({
  creation,
  ...compileInput(creation.schema),
});

const compileActions = (actions: ResourceDefinition['actions'] = {}): ReadonlyMap<string, CompiledAction> =>
  new Map(Object.entries(actions).map(([name, action]) => [name, { action, ...compileInput(action.schema) }]));

const findByMember = (paths: readonly SchemaPath[]): Map<string, FindReferences> => {
  const groups = new Map<string, SchemaPath[]>();
  for (const { steps, mark } of paths) {
    const [member = '', ...rest] = steps;
    groups.set(member, [...(groups.get(member) ?? []), { steps: rest, mark }]);
  }
  return new Map([...groups].map(([member, group]) => [member, compilePaths(group)]));
};

/** The members in wire order: those that updates change often come first. */
const orderMembers = ({
  resource,
  oftenChanged = [],
}: ResourceDefinition): Pick<ResourceType, 'members' | 'headMemberCount'> => {
  const others = Object.keys(resource.properties).filter(name => !(oftenChanged as readonly string[]).includes(name));
  return {
    members: [...baseMembers, ...oftenChanged, ...others],
    headMemberCount: oftenChanged.length === 0 ? 0 : baseMembers.length + oftenChanged.length,
  };
};

const compileCreations = (creations: ResourceDefinition['creations'] = {}): ResourceType['creations'] =>
  new Map(Object.entries(creations).map(([segment, creation]) => [segment, compileCreation(creation)]));

const lazyFieldShape = ({ typeId, resource, derivedFields }: ResourceDefinition): (() => FieldShape) => {
  let shape: FieldShape | undefined;
  return () => (shape ??= compileResourceFields(typeId, resource, derivedFields));
};

/** Compiles a definition. The types of its resources end here: the engine works on any resource. */
export const compileResourceType = (definition: ResourceDefinition): ResourceType => {
  const { members, headMemberCount } = orderMembers(definition);
  const references = markedPaths(definition.resource, 'reference');
  return {
    definition,
    typeId: definition.typeId,
    members,
    headMemberCount,
    view: defineView<Base>(members),
    fieldShape: lazyFieldShape(definition),
    declaredNames: definition.declaredNames,
    draft: definition.draft && compileCreation(definition.draft),
    ownDraft: definition.own?.draft && compileCreation(definition.own.draft),
    creations: compileCreations(definition.creations),
    ownCreations: compileCreations(definition.own?.creations),
    actions: compileActions(definition.actions),
    ownActions: compileActions(definition.own?.actions),
    references: findByMember(references),
    exclusive: findByMember(references.filter(({ mark }) => mark?.exclusive === true)),
    unique: definition.unique ?? [],
    derivedFields: new Map(Object.entries(definition.derivedFields ?? {})),
    published: definition.published,
    ...compileIndexes(definition),
    isImmutable: definition.immutable === true,
    hasTimeOrderedIds: definition.timeOrderedIds === true,
    compression: definition.compressed,
    hides: definition.own?.hides,
  };
};
