/**
 * Explains why a button cannot be used now: the reason is its description and a tooltip for mouse, keyboard and touch.
 * The button stays reachable by the Tab key, unlike a disabled one. Buttons that a role can never use are not shown at
 * all (`useAllowed`).
 */
import { Tooltip } from '@mantine/core';
import { cloneElement, forwardRef, type HTMLAttributes, type MouseEvent, type ReactElement, useId } from 'react';

type Control = ReactElement<HTMLAttributes<HTMLElement> & { readonly 'data-disabled'?: boolean }>;

interface WithReasonProps {
  /** Undefined if the button can be used. */
  readonly reason: string | undefined;
  readonly children: Control;
}

/** Stops a click, and with it the Enter key, which would send the form of a submit button. */
const stop = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/** The tooltip describes its control only while it is open, but a screen reader needs the description at any time. */
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
