/** Compiles the declared fields of a searched type: where a content has their values, and which lists contain them. */
import type { NumberColumn } from '../redisearch/Generation.js';
import { required } from '../../base/errors/ApiError.js';
import type { ContentPath, ContentStep, SearchField, SearchFieldRow, SearchFieldType } from './SearchField.js';

export interface NamedRow extends SearchFieldRow {
  readonly name: string;
  readonly type: SearchFieldType;
}

export const rowsOf = (type: SearchFieldType, rows: Readonly<Record<string, SearchFieldRow>>): NamedRow[] =>
  Object.entries(rows).map(([name, row]) => ({ name, type, ...row }));

/** Prefix lengths for numbers that merchants assign, which often share a long prefix. */
export const longPrefixes = Array.from({ length: 16 }, (_, index) => index + 1);
export const shortPrefixes = [2];
export const textPrefixes = [2, 4, 8];

/** Fields that projects define, such as custom fields: a query names their type, since a name may have several. */
export interface OpenFields {
  /** The start of their names, such as `custom.`; `placeholder` is a name in messages. */
  readonly prefix: string;
  readonly placeholder: string;
  readonly noun: string;
  /** The member of a content that has their values by `openValueName`. */
  readonly holder: readonly string[];
  /** The member of an expression that names the type. */
  readonly typeOption: 'customType' | 'fieldType';
  readonly types: readonly string[];
  readonly exampleType: string;
  /** Start of their codes; a code ends with the position of the type. */
  readonly code: string;
  /** Describes the allowed names when `name` is not allowed; undefined when it is. */
  readonly describeWrongName: (name: string) => string | undefined;
  /** True if the index has no terms of them. */
  readonly isUnindexed?: boolean;
  /** Undefined where the type has no field of this name. */
  readonly shapeOf: (
    openType: string,
    openName: string,
  ) => Pick<SearchField, 'type' | 'hasKey' | 'openName'> | undefined;
}

/** A member of the search fields with its own members, in the order in which a content holds them. */
export interface ContentNode {
  readonly isList: boolean;
  readonly children: Map<string, ContentNode>;
  isLocalized?: boolean;
  /** True if the member holds values of open fields. */
  isOpen?: boolean;
}

export interface FieldTable {
  readonly fields: readonly SearchField[];
  /** The fields that clients can name. */
  readonly byName: ReadonlyMap<string, SearchField>;
  /** Returns a declared field, which may be hidden. */
  readonly named: (name: string) => SearchField;
  /** The texts that are searched where a client names no field. */
  readonly texts?: SearchField;
  readonly columns: readonly NumberColumn[];
  readonly root: ContentNode;
  readonly openFields: readonly OpenFields[];
  /** Returns an open field of a type; undefined where the type has no such field. */
  readonly openField: (family: OpenFields, name: string, openType: string) => SearchField | undefined;
  /** Returns an open field for a sort without a type: each resource is sorted by its value of any type (SEARCH056). */
  readonly untypedOpenField: (family: OpenFields, name: string) => SearchField;
  /** Returns the path at which a content has the values of open fields. */
  readonly holderPath: (family: OpenFields) => ContentPath;
}

/** Returns the name under which a content has a value of an open field. */
export const openValueName = (openName: string, openType: string): string => `${openType} ${openName}`;

const addPath = (root: ContentNode, path: readonly string[], lists: readonly string[]): ContentNode => {
  let node = root;
  path.forEach((name, index) => {
    const child: ContentNode = node.children.get(name) ?? {
      isList: lists.includes(path.slice(0, index + 1).join('.')),
      children: new Map(),
    };
    node.children.set(name, child);
    node = child;
  });
  return node;
};

const pathIn = (root: ContentNode, path: readonly string[]): ContentPath => {
  let node: ContentNode | undefined = root;
  return path.map((name): ContentStep => {
    const at = [...(node?.children.keys() ?? [])].indexOf(name);
    node = node?.children.get(name);
    return { at, isList: node?.isList === true };
  });
};

const isTextual = ({ type }: NamedRow): boolean => type === 'text' || type === 'localizedText';

/** Declares the field that collects the texts of other fields. */
export interface TextCollection {
  readonly code: string;
  readonly parts: readonly string[];
  readonly families: readonly OpenFields[];
  readonly isText: (openType: string, openName: string) => boolean;
  /** The lists that may contain the texts. */
  readonly lists: readonly string[];
}

/** Creates the field that collects texts; clients cannot name it. */
const collectingField = (
  { code, lists, parts, families, isText }: TextCollection,
  fieldNamed: (name: string) => SearchField,
  holderPath: FieldTable['holderPath'],
): SearchField => ({
  name: 'text',
  type: 'localizedText',
  code,
  lists,
  contentPath: [],
  isAll: true,
  isAlwaysPresent: true,
  collects: { parts: parts.map(fieldNamed), holders: families.map(holderPath), isText },
});

const pathOf = ({ name, path = name }: NamedRow): string => path;

const contentTree = (
  rows: readonly NamedRow[],
  lists: readonly string[],
  openFields: readonly OpenFields[],
): ContentNode => {
  const root: ContentNode = { isList: false, children: new Map() };
  for (const row of rows)
    if (row.isAll !== true) addPath(root, pathOf(row).split('.'), lists).isLocalized = row.type === 'localizedText';
  for (const { holder } of openFields) addPath(root, holder, lists).isOpen = true;
  return root;
};

export const compileFields = (
  all: readonly NamedRow[],
  lists: readonly string[],
  openFields: readonly OpenFields[],
  texts?: TextCollection,
): FieldTable => {
  const rows = all.filter(row => row.sameAs === undefined);
  const root = contentTree(rows, lists, openFields);
  const listsOf = (name: string): string[] => lists.filter(path => name.startsWith(`${path}.`));
  const rowNamed = (name: string): NamedRow =>
    required(
      rows.find(row => row.name === name),
      `the field '${name}'`,
    );
  const fieldOf = (row: NamedRow): SearchField => ({
    ...row,
    contentPath: row.isAll === true ? [] : pathIn(root, pathOf(row).split('.')),
    lists: listsOf(pathOf(row)),
    ...(row.computedFrom !== undefined && { source: fieldOf(rowNamed(row.computedFrom)) }),
  });
  const parts = rows.filter(row => row.isAll !== true && isTextual(row)).map(fieldOf);
  const fields = rows.map(row => (row.isAll === true ? { ...fieldOf(row), parts } : fieldOf(row)));
  const renamed = all.flatMap(({ name, sameAs }) =>
    sameAs === undefined ? [] : [{ ...fieldOf(rowNamed(sameAs)), name }],
  );
  const holderPath = ({ holder }: OpenFields): ContentPath => pathIn(root, holder);
  const openField = (family: OpenFields, name: string, openType: string): SearchField | undefined => {
    const shape = family.shapeOf(openType, name);
    if (shape === undefined) return undefined;
    const { openName = name } = shape;
    return {
      ...shape,
      openName,
      openType,
      ...(family.isUnindexed === true && { isUnindexed: true }),
      name: `${family.prefix}${name}`,
      lists: listsOf(family.prefix),
      // Two Types may define fields of the same name with different types.
      code: `${family.code}${family.types.indexOf(openType).toString(36)}`,
      contentPath: [...holderPath(family), { at: openValueName(openName, openType), isList: true }],
    };
  };
  return {
    fields,
    root,
    openFields,
    openField,
    holderPath,
    byName: new Map([...fields, ...renamed].flatMap(field => (field.isHidden === true ? [] : [[field.name, field]]))),
    named: name =>
      required(
        fields.find(field => field.name === name),
        `the field '${name}'`,
      ),
    ...(texts !== undefined && { texts: collectingField(texts, name => fieldOf(rowNamed(name)), holderPath) }),
    columns: rows.flatMap(({ column }) => column ?? []),
    untypedOpenField: (family, name) => ({
      name: `${family.prefix}${name}`,
      type: 'string',
      contentPath: holderPath(family),
      lists: listsOf(family.prefix),
      code: family.code,
      openName: name,
      typedVariants: family.types.flatMap(openType => openField(family, name, openType) ?? []),
    }),
  };
};
