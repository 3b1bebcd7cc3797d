/** The field of an object that refers to a resource, which is found by its name, key, number, email or SKU. */
import { type FieldProps, labelValue } from '@rjsf/utils';
import { ReferenceSelect } from '../find/ReferenceSelect';

interface Identifier {
  readonly id?: string;
  readonly key?: string;
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const ReferenceField = (props: FieldProps) => {
  const { schema, formData, fieldPathId, name, title, required, disabled, rawErrors, uiSchema, onChange } = props;
  const { typeId, ...members } = schema.properties as Record<string, { readonly const?: string }>;
  const { id, key } = (formData ?? {}) as Identifier;
  const toMember = (text: string): Identifier => {
    const isId = members.key === undefined || (members.id !== undefined && idPattern.test(text));
    return isId ? { id: text } : { key: text };
  };
  return (
    <ReferenceSelect
      id={fieldPathId.$id}
      name={fieldPathId.$id}
      label={labelValue(uiSchema?.['ui:title'] ?? schema.title ?? title ?? name, false, false)}
      typeId={typeId?.const ?? ''}
      member={members.id === undefined ? 'key' : 'id'}
      isOpen
      required={required}
      disabled={disabled}
      value={id ?? key}
      onChange={chosen =>
        onChange(chosen === undefined ? undefined : { typeId: typeId?.const, ...toMember(chosen) }, fieldPathId.path)
      }
      error={rawErrors === undefined || rawErrors.length === 0 ? undefined : rawErrors.join('\n')}
    />
  );
};
