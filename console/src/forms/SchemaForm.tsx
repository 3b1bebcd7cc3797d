/** A form for any schema of the API description. */
import { Button } from '@mantine/core';
import Form from '@rjsf/mantine';
import type { RJSFSchema } from '@rjsf/utils';
import type { JsonSchema } from '../api/description';
import { predicateUiSchema } from '../predicates/predicateKinds';
import { PredicateWidget } from '../predicates/PredicateWidget';
import validator from './validator';

interface SchemaFormProps {
  /** The path of the resource type. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly initial?: unknown;
  readonly submitText: string;
  readonly isSaving: boolean;
  readonly onSubmit: (value: unknown) => void;
  /** Names of members that the form does not show. */
  readonly hidden?: readonly string[];
}

const widgets = { predicate: PredicateWidget };

const SchemaForm = ({ path, schema, initial, submitText, isSaving, onSubmit, hidden = [] }: SchemaFormProps) => (
  <Form
    schema={schema as RJSFSchema}
    formData={initial}
    uiSchema={{
      ...predicateUiSchema(path),
      ...Object.fromEntries(hidden.map(name => [name, { 'ui:widget': 'hidden' }])),
    }}
    widgets={widgets}
    validator={validator}
    showErrorList={false}
    omitExtraData
    experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
    onSubmit={({ formData }) => onSubmit(formData)}
  >
    <Button type="submit" loading={isSaving} mt="md">
      {submitText}
    </Button>
  </Form>
);

export default SchemaForm;
