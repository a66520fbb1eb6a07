/** The page promises these texts word for word. Only the owner of the list changes them, and keeps `{email}` and `{contact}`. */
export const fixedTexts = {
  socialProof: 'Join 500+ agencies already on the waitlist',
  betaLaunch: 'Beta launching Q1 2026',
  perks: 'Early access perks included',
  placeholder: 'Enter your email',
  join: 'Join Waitlist',
  joining: 'Joining...',
  joined: "You're on the list",
  success: "You're on the list! Check your email for updates.",
  sentTo: 'We’ll write to {email}.',
  joinAgain: 'Mistyped? Join again',
  duplicate: 'This email is already on the waitlist!',
  serverError: 'Something went wrong. Please try again.',
  networkError: 'Network error. Please check your connection and try again.',
  writeTo: 'Or write to {contact}.',
};
