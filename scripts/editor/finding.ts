/** What the check has to say of one place. */
export interface Finding {
  /** A notice fails nothing. */
  kind: 'error' | 'notice';
  /** `file:line`, or only the file. */
  place: string;
  /** What is wrong and what to do, as the end of a sentence that begins with the place. */
  advice: string;
}

export function error(place: string, advice: string): Finding {
  return { kind: 'error', place, advice };
}

export function notice(place: string, advice: string): Finding {
  return { kind: 'notice', place, advice };
}

/** A finding as the check prints it. */
export function lineOf({ kind, place, advice }: Finding): string {
  return `${kind}: ${place} ${advice}.`;
}
