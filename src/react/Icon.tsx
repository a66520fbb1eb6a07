import '../styles/icon.css';

interface Props {
  /** The attribute `d` of the icon's `<path>`. */
  path: string;
  className?: string;
}

export function Icon({ path, className = '' }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.5rem"
      height="1.5rem"
      aria-hidden="true"
      className={`icon ${className}`}
    >
      <path d={path} />
    </svg>
  );
}
