/** A row of the waitlist: what the page sends (`Signup` in src/stores/waitlist.ts), and what the database adds. */
export type WaitlistRow = {
  id: number;
  email: string;
  referrer: string | null;
  source: string | null;
  created_at: string;
};

export type Day = { day: string; signups: number };

/** A source, and how many people signed up from there. People without a tag have the source `null`. */
export type Source = { source: string | null; signups: number };

type Totals = { total: number; last_7_days: number; last_30_days: number };

type View<Row> = { Row: Row; Relationships: [] };

/** What the owner's commands read and call, as the types that PostgREST's client asks for. */
export type Database = {
  public: {
    Tables: Record<never, never>;
    // The commands only read the table, so it has the type of a view.
    Views: {
      waitlist: View<WaitlistRow>;
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
