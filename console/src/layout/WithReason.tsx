/**
 * A button that cannot be used now says why: its reason is its description and a tooltip for mouse, keyboard and
 * touch. It stays in the order of the Tab key, which a disabled button leaves. What a role never does is not shown at
 * all (`useAllowed`).
 */
import { Tooltip } from '@mantine/core';
import { cloneElement, forwardRef, type HTMLAttributes, type MouseEvent, type ReactElement, useId } from 'react';

type Control = ReactElement<HTMLAttributes<HTMLElement> & { readonly 'data-disabled'?: boolean }>;

interface WithReasonProps {
  /** Undefined where the button can be used. */
  readonly reason: string | undefined;
  readonly children: Control;
}

/** Also keeps the Enter key from sending the form of a submit button. */
const stop = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/** The tooltip describes its control only while it is open, and a screen reader asks at any time. */
const Unavailable = forwardRef<HTMLElement, HTMLAttributes<HTMLElement> & { readonly children: Control }>(
  ({ children, ...ofTooltip }, ref) => {
    const { 'aria-describedby': _openTooltip, ...others } = ofTooltip;
    return cloneElement(children, {
      ...others,
      ref,
      'aria-disabled': true,
      'data-disabled': true,
      onClick: stop,
    } as object);
  },
);

export const WithReason = ({ reason, children }: WithReasonProps) => {
  const id = useId();
  if (reason === undefined) return children;
  return (
    <>
      <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }} multiline maw={320}>
        <Unavailable>{cloneElement(children, { 'aria-describedby': id })}</Unavailable>
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
};
