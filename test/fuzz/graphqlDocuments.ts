/**
 * Generates GraphQL requests from a schema: valid ones, and ones with a small mistake. The same seed gives the same.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { Random } from '../../examples/sample-shop/choices.js';

export interface GraphqlFuzzRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

type Names = { readonly ids: readonly string[]; readonly keys: readonly string[] };

/** Text of a literal or of a variable that stands where a value may stand. */
class Enum {
  constructor(readonly name: string) {}
}

const hostileValues: readonly unknown[] = [null, '', 'a', -1, 1e300, true, [], [[]], {}, '\0', '💥', { a: { b: [1] } }];
const predicates = ['id is defined', 'version > 0', 'version >', 'key = "a" or not(version = 1)', '"', 'a(b(c = 1))'];
const mistakes: readonly (readonly [from: RegExp, to: string])[] = [
  [/\}$/, ''],
  [/\{/, '{ unknownField '],
  [/\(/, '(unknownArgument: 1, '],
  [/:/, '::'],
  [/ id /, ' id: id id '],
  [/\$v0/, '$missing'],
  [/^(query|mutation)/, 'subscription'],
  [/\.\.\.F/, '...Missing'],
  [/ on \w+/, ' on Missing'],
  [/"/, ''],
];

const literal = (value: unknown): string => {
  if (value instanceof Enum) return value.name;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, each]) => `${name}: ${literal(each)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
};

const toJson = (value: unknown): unknown => {
  if (value instanceof Enum) return value.name;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toJson(each)]));
};

export interface DocumentOptions {
  /** The share of selections with a condition on a variable; none unless given. */
  readonly conditions?: number;
  /** Queries without mistakes only. */
  readonly correct?: boolean;
}

const conditionCount = 3;

export class GraphqlDocuments {
  readonly #random: Random;
  #variables: { readonly name: string; readonly type: string; readonly value: unknown }[] = [];
  /** The name and the type of each fragment, and its text. */
  #fragments: { readonly name: string; readonly type: string; readonly text: string }[] = [];
  #fieldsLeft = 0;
  #argumentCount = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly names: Names,
    seed: number,
    private readonly options: DocumentOptions = {},
  ) {
    this.#random = new Random(seed);
  }

  next(): GraphqlFuzzRequest {
    const { conditions = 0, correct = false } = this.options;
    const isMutation = !correct && this.#chance(0.35);
    const root = isMutation ? this.schema.getMutationType() : this.schema.getQueryType();
    this.#variables = [];
    this.#fragments = [];
    this.#fieldsLeft = 60;
    if (conditions > 0)
      for (let at = 0; at < conditionCount; at++)
        this.#variables.push({ name: `c${at}`, type: 'Boolean! = true', value: this.#chance(0.5) });
    const members = this.#selection(root as GraphQLObjectType, this.#random.integer(2, 6), this.#random.integer(1, 3));
    const declared = this.#variables.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const head = `${isMutation ? 'mutation' : 'query'} A${declared === '' ? '' : `(${declared})`}`;
    const query = [`${head} ${members}`, ...this.#fragments.map(({ text }) => text)].join(' ');
    const variables = Object.fromEntries(this.#variables.map(({ name, value }) => [name, toJson(value)]));
    if (correct) return { query, variables };
    return {
      query: this.#chance(0.25) ? this.#withMistake(query) : query,
      variables: this.#chance(0.05) ? { ...variables, v0: this.#random.pick(hostileValues) } : variables,
      ...(this.#chance(0.3) && { operationName: this.#chance(0.9) ? 'A' : 'B' }),
    };
  }

  #chance(share: number): boolean {
    return this.#random.next() < share;
  }

  #withMistake(query: string): string {
    const [from, to] = this.#random.pick(mistakes);
    return query.replace(from, to);
  }

  #selection(type: GraphQLObjectType, depth: number, count = this.#random.integer(1, 5)): string {
    const fields = Object.values(type.getFields()).filter(
      field => depth > 1 || isLeafType(getNamedType(field.type)) || this.#fieldsLeft <= 0,
    );
    const leaves = fields.filter(field => isLeafType(getNamedType(field.type)));
    const parts: string[] = [];
    for (let at = 0; at < count && this.#fieldsLeft > 0; at++) {
      const field = this.#random.pick(fields.length > 0 ? fields : leaves);
      if (field === undefined) break;
      this.#fieldsLeft--;
      const head = this.#head(field);
      // Two selections of one field are merged.
      const times = this.#chance(this.options.conditions ?? 0) ? 2 : 1;
      for (let left = times; left > 0; left--) parts.push(`${head}${this.#condition()}${this.#members(field, depth)}`);
    }
    return `{ __typename ${parts.join(' ')} }`;
  }

  /** The name and the arguments of a field. Two fields of one name with other arguments need an alias. */
  #head(field: GraphQLField<unknown, unknown>): string {
    const given = field.args.filter(each => isRequiredArgument(each) || this.#chance(0.4));
    const members = given.map(each => `${each.name}: ${this.#argument(each)}`).join(', ');
    return members === ''
      ? `a_${field.name}: ${field.name}`
      : `a${this.#argumentCount++}_${field.name}: ${field.name}(${members})`;
  }

  #condition(): string {
    if (this.#chance(this.options.conditions ?? 0))
      return ` @${this.#random.pick(['skip', 'include'])}(if: $c${this.#random.integer(0, conditionCount - 1)})`;
    return this.#chance(0.03) ? ' @include(if: true)' : '';
  }

  #members(field: GraphQLField<unknown, unknown>, depth: number): string {
    const named = getNamedType(field.type);
    if (isLeafType(named)) return '';
    const types = isAbstractType(named) ? this.schema.getPossibleTypes(named) : [named];
    const type = this.#random.pick(types.filter(isObjectType));
    if (depth <= 1) return ' { __typename }';
    const known = this.#fragments.filter(each => each.type === type.name);
    if (known.length > 0 && this.#chance(0.5)) return ` { ...${this.#random.pick(known).name}${this.#condition()} }`;
    const selection = this.#selection(type, depth - 1);
    if (this.#chance(0.1)) {
      const name = `F${this.#fragments.length}`;
      this.#fragments.push({ name, type: type.name, text: `fragment ${name} on ${type.name} ${selection}` });
      return ` { ...${name}${this.#condition()} }`;
    }
    return isAbstractType(named) || this.#chance(0.05)
      ? ` { ... on ${type.name}${this.#condition()} ${selection} }`
      : ` ${selection}`;
  }

  #argument({ name, type }: GraphQLArgument): string {
    const value = this.#value(name, type, 4);
    if (!this.#chance(0.4)) return literal(value);
    const variable = `v${this.#variables.length}`;
    this.#variables.push({ name: variable, type: String(type), value });
    return `$${variable}`;
  }

  #value(name: string, type: GraphQLInputType, depth: number): unknown {
    if (this.#chance(0.01)) return this.#random.pick(hostileValues);
    if (isNonNullType(type)) return this.#value(name, type.ofType as GraphQLInputType, depth);
    if (isListType(type)) {
      const length = depth <= 0 ? 0 : this.#random.integer(0, 3);
      return Array.from({ length }, () => this.#value(name, type.ofType as GraphQLInputType, depth - 1));
    }
    if (isInputObjectType(type)) {
      const all = Object.values(type.getFields());
      const isAction = type.name.endsWith('UpdateAction');
      const chosen = isAction
        ? [this.#random.pick(all)]
        : all.filter(each => isRequiredInputField(each) || (depth > 0 && this.#chance(0.25)));
      return Object.fromEntries(chosen.map(each => [each.name, this.#value(each.name, each.type, depth - 1)]));
    }
    return isEnumType(type) ? new Enum(this.#random.pick(type.getValues()).name) : this.#scalar(name, type.name);
  }

  #scalar(name: string, typeName: string): unknown {
    const { ids, keys } = this.names;
    if (name === 'where') return this.#random.pick(predicates);
    if (name === 'sort') return this.#random.pick(['id asc', 'createdAt desc', 'version up']);
    if (/id$/i.test(name)) return this.#random.pick(ids);
    if (/key$/i.test(name)) return this.#random.pick([...keys, `new-${this.#random.integer(1, 1e9)}`]);
    if (['Int', 'Long', 'Float'].includes(typeName)) return this.#random.integer(name === 'limit' ? 1 : 0, 9);
    const texts: Readonly<Record<string, readonly unknown[]>> = {
      Boolean: [true, false],
      Currency: ['EUR', 'USD'],
      Country: ['DE', 'US'],
      Locale: ['en', 'de-AT'],
      Date: ['2026-11-23'],
      DateTime: ['2026-11-23T00:00:00.000Z'],
      Time: ['12:00:00.000'],
      Json: ['"text"', '{"a":1}'],
    };
    return this.#random.pick(texts[typeName] ?? ['a', 'blue', '"text"', 'jo@example.com', 'EUR', '0.5']);
  }
}
