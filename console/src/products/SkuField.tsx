import { TextInput } from '@mantine/core';

interface SkuFieldProps {
  readonly sku: string;
  readonly onChange: (sku: string) => void;
}

/** The first field of a dialog: it has the focus when the dialog opens. */
export const SkuField = ({ sku, onChange }: SkuFieldProps) => (
  <TextInput
    label="SKU"
    value={sku}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    required
    data-autofocus
  />
);
