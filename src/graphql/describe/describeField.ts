/** Describes a field by its name and type, where nothing else describes it. */
import { getNamedType, type GraphQLType, isListType, isNonNullType } from 'graphql';
import { wordsOf } from '../../schema/words.js';
import { fieldTexts } from './memberTexts.js';

interface NamedField {
  readonly name: string;
  readonly type: GraphQLType;
}

/** The words of a type without the parts of its name that say that it is an input. */
export const subjectOf = (typeName: string): string =>
  wordsOf(typeName.replace(/(Draft|Input|Type)+$/, '') || typeName);

const isList = (type: GraphQLType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

const flagText = (name: string): string => {
  const words = wordsOf(name);
  return words.startsWith('is ') ? `Whether it is ${words.slice('is '.length)}.` : `Whether \`${name}\` applies.`;
};

/** The text of a field that the names of other fields explain: `stateRef` beside `state`, `nameAllLocales` beside `name`. */
const siblingText = ({ name, type }: NamedField, siblings: ReadonlySet<string>): string | undefined => {
  const { name: typeName } = getNamedType(type);
  const [, member] = /^(.+)(?:Ref|Refs)$/.exec(name) ?? [];
  if (member !== undefined && typeName.endsWith('Reference'))
    return `The stored ${isList(type) ? 'references' : 'reference'} to the ${wordsOf(member)}.`;
  const [, text] = /^(.+)AllLocales$/.exec(name) ?? [];
  if (text !== undefined) return `The ${wordsOf(text)} in all languages.`;
  if (siblings.has(`${name}AllLocales`))
    return `The ${wordsOf(name)} in one language: that of \`locale\`, or else of \`acceptLanguage\`, or else the first one.`;
  const reference = [`${name}Ref`, `${name}Refs`, `${name.replace(/s$/, '')}Refs`].find(each => siblings.has(each));
  return reference === undefined
    ? undefined
    : `What \`${reference}\` refers to, as far as it exists and the token can read it.`;
};

/** `owner` is the type that has the field; fields of inputs need none. */
export const describeField = (owner: string | undefined, field: NamedField, siblings: ReadonlySet<string>): string => {
  const { name, type } = field;
  const known = siblingText(field, siblings) ?? fieldTexts.get(name);
  if (known !== undefined) return known;
  if (getNamedType(type).name === 'Boolean') return flagText(name);
  return `The ${wordsOf(name)}${owner === undefined ? '' : ` of the ${subjectOf(owner)}`}.`;
};
