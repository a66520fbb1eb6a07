/** A mistake that an editor has to mend. */
export interface Finding {
  /** `file:line`, or only the file. */
  place: string;
  /** What is wrong and what to do, in whole sentences. */
  advice: string;
}
