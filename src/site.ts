/** The site's name, URLs, e-mail and links. Everything in this object is sent to the browser. */
export const site = {
  name: 'Briefloom',
  url: 'https://briefloom.com',
  contact: 'hello@briefloom.com',
  /** Links in the header to other pages, one line per link: `{ name: 'Pricing', url: '/pricing/' },` */
  headerLinks: [
  ] as { name: string; url: string }[],
} as const;

/** The social networks in the footer. One line per network; `icon` is the name of an outline icon on https://tabler.io/icons. */
export const social = [
  { name: 'Twitter', icon: 'brand-twitter', url: 'https://twitter.com/briefloom' },
  { name: 'LinkedIn', icon: 'brand-linkedin', url: 'https://www.linkedin.com/company/briefloom' },
  { name: 'GitHub', icon: 'brand-github', url: 'https://github.com/briefloom' },
];
