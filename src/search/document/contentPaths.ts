import { required } from '../../errors/required.js';
import { listPaths } from '../fields/listPaths.js';
import { type SearchField, searchFields } from '../fields/searchFields.js';

/** A member of the search fields with its own members, in the order in which a content holds them. */
export interface ContentNode {
  readonly isList: boolean;
  readonly children: Map<string, ContentNode>;
  isLocalized?: boolean;
}

/** One step into a content: the position of a member, and whether it is a list. */
interface ContentStep {
  readonly at: number;
  readonly isList: boolean;
}
export type ContentPath = readonly ContentStep[];

const isListPath = (path: readonly string[]): boolean => listPaths.some(known => known === path.join('.'));

const addField = (root: ContentNode, { path, type }: SearchField): void => {
  let node = root;
  path.forEach((name, index) => {
    const child: ContentNode = node.children.get(name) ?? {
      isList: isListPath(path.slice(0, index + 1)),
      children: new Map(),
    };
    node.children.set(name, child);
    node = child;
  });
  node.isLocalized = type === 'localizedText';
};

const storedFields = searchFields.filter(({ isAll }) => isAll !== true);

/** The tree of all search fields except custom fields. */
export const contentRoot: ContentNode = { isList: false, children: new Map() };
for (const field of storedFields) addField(contentRoot, field);

/** Position of the custom fields in a content, after all other members. */
export const customPosition = contentRoot.children.size;

const computePath = ({ path }: SearchField): ContentPath => {
  let node = contentRoot;
  return path.map(name => {
    const at = [...node.children.keys()].indexOf(name);
    node = required(node.children.get(name), `the search field member '${name}'`);
    return { at, isList: node.isList };
  });
};

const paths: ReadonlyMap<string, ContentPath> = new Map(storedFields.map(field => [field.name, computePath(field)]));

/** Path of a field of the table in a content. */
export const contentPathOf = ({ name }: SearchField): ContentPath => required(paths.get(name), `the path of '${name}'`);

/** Position of the outermost member of a content that contains a field. */
export const contentMemberOf = (field: SearchField): number => {
  const isCustom = field.customType !== undefined || field.typedVariants !== undefined;
  return isCustom ? customPosition : required(contentPathOf(field)[0], `the path of '${field.name}'`).at;
};
