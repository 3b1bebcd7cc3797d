/** Derives the expected data of a fragment from the REST representation of its resource, with expanded references. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';

type Json = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Json => (value ?? {}) as Json;

/** Members that have another name in GraphQL. */
const renamed: Readonly<Record<string, string>> = { width: 'w', height: 'h' };

/** Reads a member: localized texts, references and custom fields have other names in GraphQL than in REST. */
const memberOf = ({ name: { value: name }, arguments: given = [] }: FieldNode, rest: Json): unknown => {
  const locale = given.find(each => each.name.value === 'locale');
  if (locale !== undefined) return asObject(rest[name])[String(valueFromASTUntyped(locale.value))];
  if (name in rest) return rest[name];
  if (name in renamed) return rest[renamed[name]!];
  const base = name.replace(/(AllLocales|Ref|Raw)$/, '');
  if (name.endsWith('AllLocales') && base in rest)
    return Object.entries(asObject(rest[base])).map(([each, value]) => ({ locale: each, value }));
  if (name === 'customFieldsRaw')
    return Object.entries(asObject(rest.fields)).map(([key, value]) => ({ name: key, value }));
  return rest[base];
};

const expected = (selectionSet: SelectionSetNode, rest: unknown, isReference = false): unknown => {
  if (rest === undefined || rest === null) return null;
  if (Array.isArray(rest)) return rest.map(each => expected(selectionSet, each));
  const resource = (isReference ? rest : (asObject(rest).obj ?? rest)) as Json;
  return Object.fromEntries(
    selectionSet.selections.map(selection => {
      if (selection.kind !== Kind.FIELD) throw new Error('the documents of this test have no nested fragments');
      const { name, alias, selectionSet: members } = selection;
      const value = memberOf(selection, resource);
      const isBare = name.value.endsWith('Ref');
      return [(alias ?? name).value, members === undefined ? (value ?? null) : expected(members, value, isBare)];
    }),
  );
};

/** Returns the expected data of a fragment; `rest` is the REST representation of its resource. */
export const expectedFromRest = (fragment: string, rest: unknown): unknown => {
  const [definition] = parse(fragment).definitions;
  return expected((definition as FragmentDefinitionNode).selectionSet, rest);
};
