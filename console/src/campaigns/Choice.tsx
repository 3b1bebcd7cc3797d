/** A choice of one of a few kinds, each as a button; on a phone they take several lines. */
import { Input, SegmentedControl } from '@mantine/core';

interface ChoiceProps<Kind extends string> {
  readonly label: string;
  readonly value: string;
  readonly kinds: readonly { readonly value: Kind; readonly label: string }[];
  readonly onChange: (kind: Kind) => void;
}

export const Choice = <Kind extends string>({ label, value, kinds, onChange }: ChoiceProps<Kind>) => (
  <Input.Wrapper label={label} labelElement="div">
    <SegmentedControl
      display="flex"
      w="fit-content"
      maw="100%"
      style={{ flexWrap: 'wrap' }}
      aria-label={label}
      value={value}
      onChange={next => onChange(next as Kind)}
      data={[...kinds]}
    />
  </Input.Wrapper>
);
