/**
 * Shows an error in the place of a page that failed, such as one whose code could not be loaded without a connection,
 * so that the navigation stays. Another page, or a key of the boundary, begins anew.
 */
import { Component, type ReactNode } from 'react';
import { LoadError } from './LoadError';

interface PageBoundaryProps {
  readonly children: ReactNode;
}

export class PageBoundary extends Component<PageBoundaryProps, { readonly error: unknown }> {
  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override state: { readonly error: unknown } = { error: undefined };

  override render(): ReactNode {
    const { error } = this.state;
    // The browser keeps that a file of code failed until the page is loaded again.
    return error === undefined ? this.props.children : <LoadError of={{ error, refetch: () => location.reload() }} />;
  }
}
