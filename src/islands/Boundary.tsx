import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** When it changes, children that have thrown are drawn again. */
  state: unknown;
}

/** Draws nothing in place of children that throw. Without it React would remove the whole island, and the form in its slot. */
export class Boundary extends Component<Props, { hasFailed: boolean }> {
  constructor(props: Props) {
    super(props);
    this.state = { hasFailed: false };
  }

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ state }: Props) {
    if (this.state.hasFailed && state !== this.props.state)
      this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
