/** A form that can only be sent, by its button or the Enter key, while all its fields have valid values. */
import { Button, type ButtonProps } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { WithReason } from '../layout/WithReason';

interface Problem {
  readonly text: string;
  /** True if the field is empty, for which a form may have its own text. */
  readonly isEmpty: boolean;
}

type Report = (field: string, problem: Problem | undefined) => void;

const ReportContext = createContext<Report>(() => undefined);
const ReasonContext = createContext<string | undefined>(undefined);

/** Reports the problem of a field to the form around it. */
export const useReportProblem = (field: string, problem: string | undefined, isEmpty: boolean): void => {
  const report = useContext(ReportContext);
  useEffect(() => {
    report(field, problem === undefined ? undefined : { text: problem, isEmpty });
    return () => report(field, undefined);
  }, [report, field, problem, isEmpty]);
};

interface CheckedFormProps {
  /** The reason why the form cannot be sent yet, if its fields do not show it. */
  readonly missing?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export const CheckedForm = ({ missing, onSubmit, children }: CheckedFormProps) => {
  const [problems, setProblems] = useState<ReadonlyMap<string, Problem>>(new Map());
  const report = useCallback<Report>(
    (field, problem) =>
      setProblems(before => {
        if (problem === undefined && !before.has(field)) return before;
        const others = [...before].filter(([name]) => name !== field);
        return new Map(problem === undefined ? others : [...others, [field, problem]]);
      }),
    [],
  );
  const all = [...problems.values()];
  const reason = all.find(({ isEmpty }) => !isEmpty)?.text ?? missing ?? all[0]?.text;
  return (
    <ReportContext.Provider value={report}>
      <ReasonContext.Provider value={reason}>
        <form
          onSubmit={event => {
            event.preventDefault();
            if (reason === undefined) onSubmit();
          }}
        >
          {children}
        </form>
      </ReasonContext.Provider>
    </ReportContext.Provider>
  );
};

/** The button that sends the form around it; while it cannot, it shows the reason. */
export const SubmitButton = (props: ButtonProps & { readonly children: ReactNode }) => (
  <WithReason reason={useContext(ReasonContext)}>
    <Button type="submit" {...props} />
  </WithReason>
);
