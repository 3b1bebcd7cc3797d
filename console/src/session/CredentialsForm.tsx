import { Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

interface CredentialsFormProps {
  readonly children: ReactNode;
  readonly submitText: string;
  readonly onSubmit: (fields: Readonly<Record<string, string>>) => void;
  readonly isPending: boolean;
}

/** A form whose fields are read by their names when it is submitted, so that passwords are not kept in a state. */
export const CredentialsForm = ({ children, submitText, onSubmit, isPending }: CredentialsFormProps) => {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit(
      Object.fromEntries(
        [...new FormData(event.currentTarget)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
      ),
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack mt="md">
        {children}
        <Button type="submit" loading={isPending}>
          {submitText}
        </Button>
      </Stack>
    </form>
  );
};
