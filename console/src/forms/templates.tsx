/** The frames of the parts of a form. */
import { Box, Fieldset, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Theme } from '@rjsf/mantine';
import type { ComponentType } from 'react';
import {
  type BaseInputTemplateProps,
  buttonId,
  canExpand,
  descriptionId,
  errorId,
  type FieldErrorProps,
  type FieldTemplateProps,
  getTemplate,
  getUiOptions,
  type ObjectFieldTemplateProps,
  titleId,
} from '@rjsf/utils';
import { NumberField } from '../numbers/NumberField';
import { fieldProps } from './widgets';

/** Maximum number of decimal places. */
const digitsMax = 20;

const LibraryFieldTemplate = Theme.templates?.FieldTemplate as ComponentType<FieldTemplateProps>;

/** Hides constants, for which nothing can be entered. */
const FieldTemplate = (props: FieldTemplateProps) => (
  <LibraryFieldTemplate
    {...props}
    hidden={props.hidden === true || props.schema.const !== undefined || 'isFixed' in props.schema}
  />
);

const isRoot = ({ fieldPathId }: Pick<ObjectFieldTemplateProps, 'fieldPathId'>): boolean =>
  fieldPathId.path.length === 0;

/** Shows errors of objects and lists; fields of single values show their errors themselves. */
const FieldErrorTemplate = ({ errors = [], fieldPathId, schema }: FieldErrorProps) =>
  errors.length === 0 || !['object', 'array'].includes(String(schema.type)) ? null : (
    <Text id={errorId(fieldPathId)} size="sm" c="var(--mantine-color-error)">
      {(errors as readonly string[]).join('\n')}
    </Text>
  );

const ObjectFieldTemplate = (props: ObjectFieldTemplateProps) => {
  const { title, description, properties, optionalDataControl, onAddProperty, disabled, readonly } = props;
  const { required, schema, uiSchema, fieldPathId, formData, registry } = props;
  const Description = getTemplate('DescriptionFieldTemplate', registry, getUiOptions(uiSchema));
  const { AddButton } = registry.templates.ButtonTemplates;
  // A text has a field for each language of the project; a column of them would fill the page.
  const isLocalized = schema.propertyNames !== undefined;
  const isOpen = !isLocalized && canExpand(schema, uiSchema, formData);
  const shown = properties.filter(({ hidden }) => !hidden);
  // This hides an alternative without members, such as "no custom fields".
  if (!isRoot(props) && shown.length === 0 && !isOpen && optionalDataControl === undefined) return null;
  const members = (
    <Stack gap="sm">
      {description !== undefined && description !== '' && (
        <Description
          id={descriptionId(fieldPathId)}
          description={description}
          schema={schema}
          uiSchema={uiSchema}
          registry={registry}
        />
      )}
      <SimpleGrid mb="sm" cols={isLocalized && shown.length > 1 ? { base: 1, sm: 2, lg: 3 } : 1}>
        {shown.map(({ name, content }) => (
          <Box key={name}>{content}</Box>
        ))}
      </SimpleGrid>
      {optionalDataControl}
      {isOpen && (
        <Group justify="flex-end">
          <AddButton
            id={buttonId(fieldPathId, 'add')}
            disabled={disabled === true || readonly === true}
            onClick={onAddProperty}
            uiSchema={uiSchema}
            registry={registry}
          />
        </Group>
      )}
    </Stack>
  );
  if (isRoot(props) || title === '') return <Box id={fieldPathId.$id}>{members}</Box>;
  return (
    <Fieldset
      id={fieldPathId.$id}
      legend={<span id={titleId(fieldPathId)}>{`${title}${required === true ? ' *' : ''}`}</span>}
    >
      {members}
    </Fieldset>
  );
};

const LibraryInput = Theme.templates?.BaseInputTemplate as ComponentType<BaseInputTemplateProps>;

/** Uses the number field of the other forms. An invalid number stays in the data as text, which the schema refuses. */
const BaseInputTemplate = (props: BaseInputTemplateProps) => {
  const { schema, value, onChange } = props;
  if (schema.type !== 'number' && schema.type !== 'integer') return <LibraryInput {...props} />;
  return (
    <NumberField
      {...fieldProps(props)}
      description={props.hideLabel === true ? undefined : schema.description}
      min={schema.minimum}
      max={schema.maximum}
      digits={schema.type === 'integer' ? 0 : digitsMax}
      value={typeof value === 'number' ? value : undefined}
      onChange={(number, text) => onChange(number ?? (text.trim() === '' ? undefined : text))}
    />
  );
};

export const templates = { BaseInputTemplate, FieldTemplate, FieldErrorTemplate, ObjectFieldTemplate };
