/** How deep and how long a document is and what it may cost, told from its text alone, before anything of it runs. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { limits } from '../config/limits.js';

type Variables = Readonly<Record<string, unknown>>;
export type CostFunction = (variables: Variables) => number;

export interface OperationSize {
  readonly depth: number;
  /** Fields once all fragments are written out: what compiling it takes. */
  readonly fields: number;
  readonly cost: CostFunction;
}

/** A mutation reads, writes and may hash a password: twenty of them fill the default limit. */
const mutationCost = 5_000;
/** A page may walk through all that there is: twenty of them fill the default limit. */
const pageCost = 5_000;
/** Any other query. */
const queryCost = 500;
/** What a list of objects is taken to hold. */
const elementsAssumed = 10;

const nothing: OperationSize = { depth: 0, fields: 0, cost: () => 0 };

const sum = (parts: readonly OperationSize[]): OperationSize => ({
  depth: parts.reduce((most, { depth }) => Math.max(most, depth), 0),
  fields: parts.reduce((total, { fields }) => total + fields, 0),
  cost: variables => parts.reduce((total, { cost }) => total + cost(variables), 0),
});

/**
 * Told once for each set of variables: fragments within fragments would otherwise be walked 2 to the n times. The document
 * is kept for later requests, and these variables are not.
 */
const once = ({ depth, fields, cost }: OperationSize): OperationSize => {
  let seen: WeakRef<Variables> | undefined;
  let told = 0;
  return {
    depth,
    fields,
    cost: variables => {
      if (seen?.deref() === variables) return told;
      told = cost(variables);
      seen = new WeakRef(variables);
      return told;
    },
  };
};

type Field = GraphQLField<unknown, unknown>;

const isPage = ({ args }: Field): boolean => args.some(({ name }) => name === 'limit');

const bounded = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value <= limits.queryLimitMax ? value : limits.queryLimitMax;

class Measure {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #measured = new Map<string, OperationSize>();
  readonly #introspections: ReadonlyMap<string, Field> = new Map<string, Field>(
    [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map(each => [each.name, each]),
  );
  readonly #defaults: ReadonlyMap<string, unknown>;

  constructor(
    private readonly schema: GraphQLSchema,
    operation: OperationDefinitionNode,
    fragments: readonly FragmentDefinitionNode[],
  ) {
    this.#fragments = new Map(fragments.map(fragment => [fragment.name.value, fragment]));
    this.#defaults = new Map(
      (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
        variable.name.value,
        defaultValue?.kind === Kind.INT ? Number(defaultValue.value) : undefined,
      ]),
    );
  }

  selections({ selections }: SelectionSetNode, parent: GraphQLNamedType | undefined): OperationSize {
    return sum(
      selections.map(node => {
        if (node.kind === Kind.FIELD) return this.#field(node, parent);
        if (node.kind === Kind.FRAGMENT_SPREAD) return this.#fragment(node.name.value);
        return this.selections(
          node.selectionSet,
          node.typeCondition === undefined ? parent : this.schema.getType(node.typeCondition.name.value),
        );
      }),
    );
  }

  #fragment(name: string): OperationSize {
    const known = this.#measured.get(name);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    // A circle, or a fragment that is not there: validation refuses it.
    this.#measured.set(name, nothing);
    const measured =
      fragment === undefined
        ? nothing
        : once(this.selections(fragment.selectionSet, this.schema.getType(fragment.typeCondition.name.value)));
    this.#measured.set(name, measured);
    return measured;
  }

  #field(node: FieldNode, parent: GraphQLNamedType | undefined): OperationSize {
    const field =
      this.#introspections.get(node.name.value) ??
      (isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined);
    const own = this.#ownCost(field, parent);
    if (node.selectionSet === undefined) return { depth: 1, fields: 1, cost: () => own };
    const { depth, fields, cost } = this.selections(node.selectionSet, field && getNamedType(field.type));
    const times = this.#times(node, field, parent);
    return { depth: depth + 1, fields: fields + 1, cost: variables => own + times(variables) * cost(variables) };
  }

  #ownCost(field: Field | undefined, parent: GraphQLNamedType | undefined): number {
    if (parent !== undefined && parent === this.schema.getMutationType()) return mutationCost;
    if (field === undefined || parent !== this.schema.getQueryType() || this.#introspections.has(field.name)) return 1;
    return isPage(field) ? pageCost : queryCost;
  }

  /** How often what stands below a field is answered. */
  #times(node: FieldNode, field: Field | undefined, parent: GraphQLNamedType | undefined): CostFunction {
    if (field !== undefined && isPage(field)) return this.#limit(node);
    const isList = field !== undefined && isListType(getNullableType(field.type));
    // How many results a page has its limit says.
    return () => (isList && parent?.name.endsWith('QueryResult') !== true ? elementsAssumed : 1);
  }

  #limit({ arguments: given = [] }: FieldNode): CostFunction {
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

export const measureOperation = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): OperationSize =>
  new Measure(schema, operation, fragments).selections(
    operation.selectionSet,
    schema.getRootType(operation.operation) ?? undefined,
  );
