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

/** So many digits behind the decimal sign a number of JavaScript may have. */
const digitsMax = 20;

const LibraryFieldTemplate = Theme.templates?.FieldTemplate as ComponentType<FieldTemplateProps>;

/** A constant has nothing to enter. */
const FieldTemplate = (props: FieldTemplateProps) => (
  <LibraryFieldTemplate
    {...props}
    hidden={props.hidden === true || props.schema.const !== undefined || 'isFixed' in props.schema}
  />
);

const isRoot = ({ fieldPathId }: Pick<ObjectFieldTemplateProps, 'fieldPathId'>): boolean =>
  fieldPathId.path.length === 0;

/** Fields of single values show their errors themselves. */
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
  // Texts have a field for each language of the project, and one below the other they would fill the page.
  const isLocalized = schema.propertyNames !== undefined;
  const isOpen = !isLocalized && canExpand(schema, uiSchema, formData);
  const shown = properties.filter(({ hidden }) => !hidden);
  // An alternative without members, such as no custom fields.
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

/** Numbers have the field of the other forms. A text that is no number stays in the data, where the schema refuses it. */
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
