import type { Reference, Resource } from '../api/Resource';
import { useResource } from '../resources/useResource';

export interface EnumValue {
  readonly key: string;
  /** A text, or a localized text. */
  readonly label: unknown;
}

/** The type of a custom field or of an attribute. */
export interface ValueType {
  readonly name: string;
  readonly values?: readonly EnumValue[];
  readonly referenceTypeId?: string;
  /** The product type of nested attributes. */
  readonly typeReference?: Reference;
  readonly elementType?: ValueType;
}

export interface FieldDefinition {
  readonly name: string;
  readonly label: Readonly<Record<string, string>>;
  readonly type: ValueType;
  readonly required: boolean;
  readonly inputHint?: string;
}

/** Returns the fields of a Type; none until it is loaded, and if the account must not read types. */
export const useFieldDefinitions = ({ id, obj }: Reference): readonly FieldDefinition[] => {
  const { data } = useResource<Resource>('types', id, obj === undefined);
  const type = obj ?? data;
  return (type?.fieldDefinitions ?? []) as readonly FieldDefinition[];
};
