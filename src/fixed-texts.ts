/** The texts, word for word. */
// prettier-ignore
interface Texts {
  socialProof: 'Join 500+ agencies already on the waitlist';
  betaLaunch: 'Beta launching Q1 2026';
  perks: 'Early access perks included';
  placeholder: 'Enter your email';
  join: 'Join Waitlist';
  joining: 'Joining...';
  joined: "You're on the list";
  success: "You're on the list! Check your email for updates.";
  sentTo: 'We’ll write to {email}.';
  joinAgain: 'Mistyped? Join again';
  duplicate: 'This email is already on the waitlist!';
  serverError: 'Something went wrong. Please try again.';
  networkError: 'Network error. Please check your connection and try again.';
  writeTo: 'Or write to {contact}.';
}

/**
 * The texts that `fixedTexts` in `site.ts` must have: TypeScript refuses any other text there. Only
 * the owner may change a text, in both files. The type also refuses `string`, which would allow any
 * text.
 */
export type FixedTexts = {
  [Name in keyof Texts]: string extends Texts[Name]
    ? 'fixed-texts.ts must have the text itself, not `string`'
    : Texts[Name];
};
