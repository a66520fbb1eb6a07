import type { ReactNode } from 'react';

interface ErrorMessageProps {
  children: ReactNode;
  className: string;
}

export function ErrorMessage({ children, className }: ErrorMessageProps) {
  return (
    <p
      className={`col-start-1 row-start-2 flex gap-2 pt-3 text-small text-error ${className}`}
    >
      <Icon path="M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m9-4v4m0 4v.01" />
      {children}
    </p>
  );
}

interface IconProps {
  /** The `d` of an outline on https://tabler.io/icons. */
  path: string;
  className?: string;
}

export function Icon({ path, className = '' }: IconProps) {
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
