/** A form for any schema of the API description. */
import { Button } from '@mantine/core';
import Form from '@rjsf/mantine';
import { type FieldProps, type RJSFSchema, TranslatableString, type UiSchema } from '@rjsf/utils';
import { type ComponentType, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonSchema } from '../api/description';
import { Loading } from '../layout/Loading';
import { predicateUiSchema } from '../predicates/predicateKinds';
import type { Reference, Resource } from '../api/Resource';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useWords } from '../words/useWords';
import { completeSchema } from './completeSchema';
import { type Definitions, useDefinitions } from './definitions';
import { bodyOf, dataOf } from './formBody';
import { NestedField } from './NestedField';
import { ReferenceField } from './ReferenceField';
import { templates } from './templates';
import { identifierPrefix, nestedPrefix } from './valueSchemas';
import validator from './validator';
import { widgets } from './widgets';

interface SchemaFormProps {
  /** The path of the resource type. */
  readonly path: string;
  readonly schema: JsonSchema;
  /** The resource that the form changes; absent for a draft, and if many resources are changed. */
  readonly resource?: Resource;
  readonly initial?: unknown;
  readonly submitText: string;
  readonly isSaving: boolean;
  /** `before` is the body that the form would have sent at its start. */
  readonly onSubmit: (body: unknown, before: unknown) => void;
}

/** The field of a number reads its text itself (`templates.tsx`). */
const PlainNumberField = (props: FieldProps) => {
  const StringField = props.registry.fields.StringField as ComponentType<FieldProps>;
  return <StringField {...props} />;
};

const fields = { reference: ReferenceField, nested: NestedField, NumberField: PlainNumberField };

/** The texts of the library that forms display. */
const libraryTexts: ReadonlyMap<TranslatableString, string> = new Map([
  [TranslatableString.AddButton, 'add'],
  [TranslatableString.AddItemButton, 'add'],
  [TranslatableString.OptionalObjectAdd, 'add'],
  [TranslatableString.RemoveButton, 'remove'],
  [TranslatableString.OptionalObjectRemove, 'remove'],
  [TranslatableString.MoveDownButton, 'moveDown'],
  [TranslatableString.MoveUpButton, 'moveUp'],
  [TranslatableString.ExpandButton, 'add'],
]);

/** Returns the shared schemas that have their own fields. */
const sharedUiSchemas = (schema: JsonSchema): Record<string, UiSchema> => {
  const found: Record<string, UiSchema> = {};
  const definitions = (schema.$defs ?? {}) as Readonly<Record<string, JsonSchema>>;
  for (const [name, { $ref = '' }] of Object.entries(definitions)) {
    const target = `#/$defs/${name}`;
    if ([target, $ref].some(each => each.startsWith(`#/$defs/${identifierPrefix}`)))
      found[target] = { 'ui:field': 'reference' };
    else if (name.startsWith(nestedPrefix)) found[target] = { 'ui:field': 'nested' };
  }
  return found;
};

/** Returns the product type that the draft of a product refers to so far. */
const productTypeOf = (data: unknown, { productTypes }: Definitions) => {
  const { id, key } = ((data as { readonly productType?: Partial<Reference> & { readonly key?: string } } | undefined)
    ?.productType ?? {}) as { readonly id?: string; readonly key?: string };
  return productTypes.find(each => (id === undefined ? key !== undefined && each.key === key : each.id === id));
};

interface CompleteFormProps extends SchemaFormProps {
  readonly definitions: Definitions;
}

const CompleteForm = (props: CompleteFormProps) => {
  const { path, schema, resource, initial, submitText, isSaving, onSubmit, definitions } = props;
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const words = useWords();
  const [productType, setProductType] = useState(() => productTypeOf(initial, definitions));
  const typeId = useResourceTypes().find(type => type.path === path)?.typeId;
  const complete = useMemo(
    () => completeSchema(schema, { definitions, language, t, words, typeId, resource, productType }),
    [schema, definitions, language, t, words, typeId, resource, productType],
  );
  const [initialData] = useState(() => dataOf(complete, initial));
  const [data, setData] = useState(initialData);
  const change = (next: unknown): void => {
    setProductType(productTypeOf(next, definitions));
    setData(next);
  };
  const uiSchema = useMemo(
    () => ({ ...predicateUiSchema(path), 'ui:definitions': sharedUiSchemas(complete) }),
    [path, complete],
  );
  return (
    <Form
      schema={complete as RJSFSchema}
      formData={data}
      uiSchema={uiSchema}
      widgets={widgets}
      fields={fields}
      templates={templates}
      validator={validator}
      showErrorList={false}
      // The schema reports missing values; HTML would also report those of an optional part that is left empty.
      noHtml5Validate
      focusOnFirstError
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'populateRequiredDefaults' }}
      translateString={(text, parameters = []) =>
        libraryTexts.has(text) ? t(`form.${libraryTexts.get(text)}`) : [text, ...parameters].join(' ')
      }
      onChange={({ formData }) => change(formData)}
      // The fields show the errors; without this the library would write them to the browser's log.
      onError={() => undefined}
      onSubmit={({ formData }) => onSubmit(bodyOf(complete, formData), bodyOf(complete, initialData))}
    >
      <Button type="submit" loading={isSaving} mt="md">
        {submitText}
      </Button>
    </Form>
  );
};

const SchemaForm = (props: SchemaFormProps) => {
  const definitions = useDefinitions();
  return definitions === undefined ? <Loading /> : <CompleteForm {...props} definitions={definitions} />;
};

export default SchemaForm;
