/** A form that is sent, by its button or the Enter key, only while all its fields have what is possible. */
import { Button, type ButtonProps } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { WithReason } from '../layout/WithReason';

type Report = (field: string, problem: string | undefined) => void;

const ReportContext = createContext<Report>(() => undefined);
const ReasonContext = createContext<string | undefined>(undefined);

/** Tells the form around a field what is wrong with it. */
export const useReportProblem = (field: string, problem: string | undefined): void => {
  const report = useContext(ReportContext);
  useEffect(() => {
    report(field, problem);
    return () => report(field, undefined);
  }, [report, field, problem]);
};

interface CheckedFormProps {
  /** Why the form cannot be sent yet, where its fields do not say it. */
  readonly missing?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export const CheckedForm = ({ missing, onSubmit, children }: CheckedFormProps) => {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const report = useCallback<Report>(
    (field, problem) =>
      setProblems(before => {
        if (before.get(field) === problem) return before;
        const others = [...before].filter(([name]) => name !== field);
        return new Map(problem === undefined ? others : [...others, [field, problem]]);
      }),
    [],
  );
  const reason = useMemo(() => [...problems.values()][0], [problems]) ?? missing;
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
