/** Finds the references that the schema of GraphQL shows, and all values behind them. */
import {
  getNamedType,
  type GraphQLField,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { definitions } from '../../src/commerce/resources/index.js';
import type { ResourceDefinition } from '../../src/engine/define/ResourceDefinition.js';
import { apiSchema } from '../support/apiSchema.js';
import { resourceNames } from '../../src/graphql/derive/names.js';

const schema = apiSchema();
const definitionsByType = new Map(definitions.map(each => [resourceNames(each).type, each]));

/** Nested field names; `Name:` stands for a condition on the type. */
export type Chain = readonly string[];

const stepsMax = 7;

type Field = GraphQLField<unknown, unknown>;

/** Returns the fields that need no argument; a variant is named by its SKU or key. */
const fieldsOf = (typeName: string): readonly Field[] => {
  const type = schema.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).filter(
    ({ args }) => !args.some(argument => isRequiredArgument(argument) || argument.name === 'sku'),
  );
};

/** Returns the object types that a field shows, each with the condition that selects it. */
const heldTypes = ({ type }: Field): readonly (readonly [condition: string, typeName: string])[] => {
  const held = getNamedType(type);
  if (isInterfaceType(held)) return schema.getPossibleTypes(held).map(({ name }) => [`${name}:`, name]);
  return [['', held.name]];
};

export interface GraphqlReference {
  readonly chain: Chain;
  /** The type that contains the field of the reference; one resolver shows all references of this field. */
  readonly parent: string;
  /** The type or the field around the reference, and the field of the reference. */
  readonly place: string;
  readonly target: ResourceDefinition;
}

/** Returns all references in a type, without those behind other references. */
export const graphqlReferences = (typeName: string, holder: string, chain: Chain = []): readonly GraphqlReference[] => {
  if (chain.filter(step => !step.endsWith(':')).length >= stepsMax) return [];
  return fieldsOf(typeName).flatMap(field =>
    heldTypes(field).flatMap(([condition, held]) => {
      const target = definitionsByType.get(held);
      // Resources of any type are only behind custom fields and attributes.
      if (condition !== '' && target !== undefined) return [];
      const next = [...chain, field.name];
      if (target !== undefined) return [{ chain: next, parent: typeName, place: `${holder}.${field.name}`, target }];
      return graphqlReferences(held, field.name, condition === '' ? next : [...next, condition]);
    }),
  );
};

export interface Leaf {
  readonly chain: Chain;
  /** The reference to another resource, if the value is the id of that resource. */
  readonly reference?: Pick<GraphqlReference, 'place' | 'target'>;
}

/** Returns all values of a resource; for the resources behind its references, only the id. */
export const leavesOf = (typeName: string, holder: string, chain: Chain = []): readonly Leaf[] =>
  fieldsOf(typeName).flatMap(field => {
    const next = [...chain, field.name];
    if (isLeafType(getNamedType(field.type))) return [{ chain: next }];
    return heldTypes(field).flatMap(([condition, held]): readonly Leaf[] => {
      const target = definitionsByType.get(held);
      if (target !== undefined && condition !== '') return [];
      if (target !== undefined)
        return [{ chain: [...next, 'id'], reference: { place: `${holder}.${field.name}`, target } }];
      return next.length < 4 ? leavesOf(held, field.name, condition === '' ? next : [...next, condition]) : [];
    });
  });

/** Returns the selection of a chain, around an inner one. */
export const selection = (chain: Chain, inner = ''): string =>
  chain.reduceRight(
    (rest, step) => `${step.endsWith(':') ? `... on ${step.slice(0, -1)}` : step}${rest === '' ? '' : ` { ${rest} }`}`,
    inner,
  );

export const valuesOf = (data: unknown, chain: Chain): readonly unknown[] =>
  chain
    .filter(step => !step.endsWith(':'))
    .reduce<readonly unknown[]>(
      (values, step) =>
        values.flatMap(value => (value as Readonly<Record<string, unknown>> | null | undefined)?.[step] ?? []).flat(),
      [data],
    );
