/** How deep and how long a document is and what it may cost, told from its text alone, before anything of it runs. */
import {
  type FieldNode, type FragmentDefinitionNode, getNamedType, getNullableType, type GraphQLField, type GraphQLNamedType, type GraphQLSchema,
  isInterfaceType, isListType, isObjectType, Kind, type OperationDefinitionNode, type SelectionSetNode,
} from 'graphql';
import { limits } from '../config.js';

type Variables = Readonly<Record<string, unknown>>;
export type Cost = (variables: Variables) => number;

export interface Measured {
  readonly depth: number;
  /** Fields once all fragments are written out: what compiling it takes. */
  readonly fields: number;
  readonly cost: Cost;
}

/** A mutation reads, writes and may hash a password: twenty of them fill the default limit. */
const mutationCost = 5_000;
/** What a list of references is taken to hold. */
const referencesAssumed = 10;

const nothing: Measured = { depth: 0, fields: 0, cost: () => 0 };

const sum = (parts: readonly Measured[]): Measured => ({
  depth: parts.reduce((most, { depth }) => Math.max(most, depth), 0),
  fields: parts.reduce((total, { fields }) => total + fields, 0),
  cost: variables => parts.reduce((total, { cost }) => total + cost(variables), 0),
});

/** Told once for each set of variables: fragments within fragments would otherwise be walked 2 to the n times. */
const once = ({ depth, fields, cost }: Measured): Measured => {
  let seen: Variables | undefined;
  let told = 0;
  return {
    depth, fields,
    cost: variables => {
      if (variables !== seen) told = cost(variables);
      seen = variables;
      return told;
    },
  };
};

const bounded = (value: unknown): number => (typeof value === 'number' && value >= 0 && value <= limits.queryLimitMax ? value : limits.queryLimitMax);

class Measure {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #measured = new Map<string, Measured>();
  readonly #defaults: ReadonlyMap<string, unknown>;

  constructor(private readonly schema: GraphQLSchema, operation: OperationDefinitionNode, fragments: readonly FragmentDefinitionNode[]) {
    this.#fragments = new Map(fragments.map(fragment => [fragment.name.value, fragment]));
    this.#defaults = new Map((operation.variableDefinitions ?? []).map(({ variable, defaultValue }) =>
      [variable.name.value, defaultValue?.kind === Kind.INT ? Number(defaultValue.value) : undefined]));
  }

  selections({ selections }: SelectionSetNode, parent: GraphQLNamedType | undefined): Measured {
    return sum(selections.map(node => {
      if (node.kind === Kind.FIELD) return this.#field(node, parent);
      if (node.kind === Kind.FRAGMENT_SPREAD) return this.#fragment(node.name.value);
      return this.selections(node.selectionSet, node.typeCondition === undefined ? parent : this.schema.getType(node.typeCondition.name.value));
    }));
  }

  #fragment(name: string): Measured {
    const known = this.#measured.get(name);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    // A circle, or a fragment that is not there: validation refuses it.
    this.#measured.set(name, nothing);
    const measured = fragment === undefined ? nothing : once(this.selections(fragment.selectionSet, this.schema.getType(fragment.typeCondition.name.value)));
    this.#measured.set(name, measured);
    return measured;
  }

  #field(node: FieldNode, parent: GraphQLNamedType | undefined): Measured {
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
    const own = parent !== undefined && parent === this.schema.getMutationType() ? mutationCost : 1;
    if (node.selectionSet === undefined) return { depth: 1, fields: 1, cost: () => own };
    const type = field === undefined ? this.#introspected(node) : getNamedType(field.type);
    const { depth, fields, cost } = this.selections(node.selectionSet, type);
    const times = this.#times(node, field, parent);
    return { depth: depth + 1, fields: fields + 1, cost: variables => own + times(variables) * cost(variables) };
  }

  #introspected({ name }: FieldNode): GraphQLNamedType | undefined {
    return this.schema.getType(name.value === '__schema' ? '__Schema' : '__Type') ?? undefined;
  }

  /** How often what stands below a field is answered. */
  #times(node: FieldNode, field: GraphQLField<unknown, unknown> | undefined, parent: GraphQLNamedType | undefined): Cost {
    if (field?.args.some(({ name }) => name === 'limit') === true) return this.#limit(node);
    const versioned = this.schema.getType('Versioned');
    const type = field && getNamedType(field.type);
    const isReferences = field !== undefined && isListType(getNullableType(field.type)) && isObjectType(type) && type.getInterfaces().some(each => each === versioned);
    return () => (isReferences && !parent!.name.endsWith('QueryResult') ? referencesAssumed : 1);
  }

  #limit({ arguments: given = [] }: FieldNode): Cost {
    const value = given.find(({ name }) => name.value === 'limit')?.value;
    if (value?.kind === Kind.INT) return () => bounded(Number(value.value));
    if (value?.kind !== Kind.VARIABLE) return () => limits.queryLimitDefault;
    const name = value.name.value;
    return variables => {
      const told = Object.hasOwn(variables, name) ? variables[name] : this.#defaults.get(name);
      return told === undefined || told === null ? limits.queryLimitDefault : bounded(told);
    };
  }
}

export const measure = (schema: GraphQLSchema, operation: OperationDefinitionNode, fragments: readonly FragmentDefinitionNode[]): Measured =>
  new Measure(schema, operation, fragments).selections(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
