/** A form that is sent, by its button or the Enter key, only while all its fields have what is possible. */
import { Button, type ButtonProps } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { WithReason } from '../layout/WithReason';

interface Problem {
  readonly text: string;
  /** Whether the field is empty, which a form says in its own words if it has any. */
  readonly isEmpty: boolean;
}

type Report = (field: string, problem: Problem | undefined) => void;

const ReportContext = createContext<Report>(() => undefined);
const ReasonContext = createContext<string | undefined>(undefined);

/** Tells the form around a field what is wrong with it. */
export const useReportProblem = (field: string, problem: string | undefined, isEmpty: boolean): void => {
  const report = useContext(ReportContext);
  useEffect(() => {
    report(field, problem === undefined ? undefined : { text: problem, isEmpty });
    return () => report(field, undefined);
  }, [report, field, problem, isEmpty]);
};

interface CheckedFormProps {
  /** Why the form cannot be sent yet, where its fields do not say it. */
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

/** The button that sends the form around it; says why, while it cannot. */
export const SubmitButton = (props: ButtonProps & { readonly children: ReactNode }) => (
  <WithReason reason={useContext(ReasonContext)}>
    <Button type="submit" {...props} />
  </WithReason>
);
