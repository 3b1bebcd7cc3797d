/** Two Types with custom fields of every kind and sets of them; some names have different kinds in the two Types. */
import type { Random } from '../../../examples/sample-shop/choices.js';
import type { CustomKind } from './searchFields.js';
import {
  randomDate,
  randomTime,
  randomDateTime,
  randomLocalizedText,
  randomNumber,
  randomText,
} from './randomValues.js';

const enumKeys = ['gold', 'Gold', 'silver', 'x l', 'ü', '1', '*', 'very-long-'.repeat(20)];
const plainLabels = { values: enumKeys.map(key => ({ key, label: key.toUpperCase() })) };
/** Some values have no label in some languages. */
const localizedLabels = {
  values: enumKeys.map((key, at) => ({
    key,
    label: { en: `Label ${key}`, ...(at % 2 === 0 && { de: `Marke ${at}`, it: 'Etichetta' }) },
  })),
};

const kinds: Readonly<Record<CustomKind, { readonly type: object; readonly value: (random: Random) => unknown }>> = {
  Boolean: { type: {}, value: random => random.next() < 0.5 },
  Number: { type: {}, value: randomNumber },
  String: { type: {}, value: randomText },
  LocalizedString: { type: {}, value: randomLocalizedText },
  Enum: { type: plainLabels, value: random => random.pick(enumKeys) },
  LocalizedEnum: { type: localizedLabels, value: random => random.pick(enumKeys) },
  Date: { type: {}, value: randomDate },
  Time: { type: {}, value: randomTime },
  DateTime: { type: {}, value: randomDateTime },
};

type CustomField = { readonly name: string; readonly kind: CustomKind; readonly isSet: boolean };
const kindNames = Object.keys(kinds) as CustomKind[];
/** Fields for each kind: `f-Boolean`, `s-Boolean` and so on. */
const ofEach = kindNames.flatMap((kind): CustomField[] => [
  { name: `f-${kind}`, kind, isSet: false },
  { name: `s-${kind}`, kind, isSet: true },
]);
/** In the second Type, each field has the name of the next kind in the first Type. */
const shifted = ofEach
  .map((field, at): CustomField => ({ ...field, name: ofEach[(at + 2) % ofEach.length]!.name }))
  .filter((_, at) => at % 3 === 0);

export const customTypes: readonly (readonly CustomField[])[] = [ofEach, shifted];

const definitionOf = ({ name, kind, isSet }: CustomField) => {
  const type = { name: kind, ...kinds[kind].type };
  return { name, label: { en: name }, required: false, type: isSet ? { name: 'Set', elementType: type } : type };
};

export const typeMembers = (fields: readonly CustomField[], at: number) => ({
  key: `searched-${at}`,
  name: { en: 'Searched' },
  resourceTypeIds: ['order'],
  fieldDefinitions: fields.map(definitionOf),
});

/** Generates values for some of the fields. */
export const randomCustomFields = (random: Random, typeIds: readonly string[]): object | undefined => {
  const at = random.pick([0, 0, 0, 1, undefined]);
  if (at === undefined) return undefined;
  const given = customTypes[at]!.filter(() => random.next() < 0.5);
  const fields = given.map(({ name, kind, isSet }) => {
    const { value } = kinds[kind];
    return [name, isSet ? Array.from({ length: random.integer(0, 3) }, () => value(random)) : value(random)];
  });
  return { type: { typeId: 'type', id: typeIds[at] }, fields: Object.fromEntries(fields) as object };
};

/** The custom fields as queries name them, with their types; one name may have two types. */
export const customFieldNames: readonly { readonly field: string; readonly customType: string }[] = customTypes.flatMap(
  fields =>
    fields.map(({ name, kind, isSet }) => ({
      field: `custom.${name}`,
      customType: `${isSet ? 'SetType.' : ''}${kind}Type`,
    })),
);
