import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** Once this is another one, it is tried anew. */
  readonly at?: string;
  /** What stands there where it could not be fetched or drawn. */
  readonly failed: ReactNode;
  readonly onFailed?: () => void;
  readonly children: ReactNode;
}
type BoundaryState = { readonly at?: string | undefined; readonly hasFailed: boolean };

/** Around a part that may fail to be fetched or drawn: what it belongs to stays. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false };

  static getDerivedStateFromError = (): Partial<BoundaryState> => ({ hasFailed: true });

  static getDerivedStateFromProps({ at }: BoundaryProps, state: BoundaryState): BoundaryState {
    return at === state.at ? state : { at, hasFailed: false };
  }

  override componentDidCatch(error: unknown): void {
    // for the console of whoever looks into it; it holds no personal data
    reportError(error);
    this.props.onFailed?.();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
}
