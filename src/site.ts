/** The site's name, URLs, e-mail and links. Everything in this object is sent to the browser. */
export const site = {
  name: 'Briefloom',
  url: 'https://briefloom.com',
  contact: 'hello@briefloom.com',
  /** Links in the header to other pages, one line per link: `{ name: 'Pricing', url: '/pricing/' },` */
  headerLinks: [
  ] as { name: string; url: string }[],
} as const;

/** What search results, shared links and llms.txt say of the front page, on one line. */
export const description = `${site.name} turns keyword research into a sitemap, SEO briefs, internal links and schema, so pages rank in search and AI answers cite them. Join the waitlist.`;

/** The social networks in the footer. One line per network; `icon` is the name of an outline icon on https://tabler.io/icons. */
export const social = [
  { name: 'Twitter', icon: 'brand-twitter', url: 'https://twitter.com/briefloom' },
  { name: 'LinkedIn', icon: 'brand-linkedin', url: 'https://www.linkedin.com/company/briefloom' },
  { name: 'GitHub', icon: 'brand-github', url: 'https://github.com/briefloom' },
];
