/**
 * Attributes within an attribute, which are shown after they are added: a product type may contain itself, so that its
 * fields would have no end.
 */
import { Button, Fieldset } from '@mantine/core';
import type { FieldProps } from '@rjsf/utils';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';

export const NestedField = (props: FieldProps) => {
  const { schema, registry, formData, fieldPathId, name, title, required, onChange } = props;
  const { t } = useTranslation();
  const [isShown, setShown] = useState(formData !== undefined);
  const SchemaField = registry.fields.SchemaField as ComponentType<FieldProps>;
  const label = schema.title ?? title ?? name;
  const toggle = (): void => {
    setShown(!isShown);
    if (isShown) onChange(undefined, fieldPathId.path);
  };
  return (
    <Fieldset legend={`${label}${required === true ? ' *' : ''}`}>
      {isShown && (
        <SchemaField
          {...props}
          schema={{ $ref: (schema as { readonly shownAs: string }).shownAs, title: ' ' }}
          uiSchema={{ 'ui:title': ' ' }}
        />
      )}
      <Button variant="default" size="compact-sm" onClick={toggle}>
        {t(isShown ? 'form.removeNested' : 'form.addNested', { name: label })}
      </Button>
    </Fieldset>
  );
};
