import type { Signup } from '../../src/stores/waitlist.ts';

/** The fields of a signup that may be missing: only the e-mail is in every row. */
type FurtherFields = Omit<Signup, 'email'>;

/** A row of the waitlist: what the page sends, and what the database adds. */
export type WaitlistRow = {
  id: number;
  email: string;
  source: string | null;
  created_at: string;
} & { [Field in keyof FurtherFields]: FurtherFields[Field] | null };

/** A row that import adds: the cells of a file, which the database reads as the types of its columns. */
export type ImportedRow = { [Column in keyof WaitlistRow]?: string | null };

export type Day = { day: string; signups: number };

/** A source, and how many people signed up from there. People without a tag have the source `null`. */
export type Source = { source: string | null; signups: number };

type Totals = { total: number; last_7_days: number; last_30_days: number };

type View<Row> = { Row: Row; Relationships: [] };

/** What the owner's commands read and call, as the types that PostgREST's client asks for. */
export type Database = {
  public: {
    Tables: {
      waitlist: View<WaitlistRow> & { Insert: ImportedRow; Update: never };
    };
    Views: {
      waitlist_totals: View<Totals>;
      waitlist_days: View<Day>;
      waitlist_sources: View<Source>;
    };
    Functions: {
      remove_signup: {
        Args: { given_email: string };
        Returns: { email: string }[];
      };
    };
  };
};
