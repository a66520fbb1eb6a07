import { describe, expect, test } from 'vitest';
import { readPeople } from './people.ts';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
/** Each character is one octet. */
const octets = (text: string) => Buffer.from(text, 'latin1');

const read = (file: string | Buffer) => readPeople(Buffer.from(file));

const ann = 'ann@x.example';
const bob = 'bob@x.example';
const boss = 'boss@x.example';
const time = '2026-11-21T14:00:00+00:00';

// prettier-ignore
test.for<[what: string, file: string | Buffer]>([
  ['one column', `Email\n${ann}\n${bob}`],
  ['a byte order mark', `\ufeffEmail\r\n${ann}\r\n${bob}`],
  ['commas', `Name,E-Mail\r\n"Example, Ann",${ann}\r\nBob,${bob}\r\n`],
  ['semicolons', `Name;E-Mail\nExample, Ann;${ann}\nBob;${bob}\n`],
  ['tabs', `Email Address\tName\n${ann}\tExample, Ann; Dr.\n${bob}\tBob\n`],
  ['vertical lines', `Name|Email\nAnn|${ann}\nBob|${bob}\n`],
  ['delimiters in a name', `"Name, job, town";Email\n;${ann}\n;${bob}`],
  ['CR', `Email\r${ann}\r${bob}`],
  ['line ends of three kinds', `Email\r\n${ann}\r${bob}\n`],
  ['empty lines and columns', `\n\nEmail;;\n\n${ann};;\n ; ;\n;;\n${bob};;\n`],
  ['rows with fewer cells', `Email,Name,Phone\n${ann}\n${bob},Bob`],
  ['delimiters behind its rows', `Email\n${ann},,\n${bob},`],
  ['UTF-16, little-endian', utf16(`Email\tName\r\n${ann}\tÄnn\r\n${bob}\tBob`)],
  ['UTF-16, big-endian', utf16(`Email\r\n${ann}\r\n${bob}`).swap16()],
  ['Windows-1252', octets(`Name;Email\n\xc4nn;${ann}\nBob;${bob}`)],
  ['a full-width space of Shift-JIS in its header', octets(`\x8e\x81\x81\x40\x96\xbc,E-mail\x81\x40\x97\x93\nAnn,${ann}\nBob,${bob}`)],
  ['a column user_email', `user_email,user_name\n${ann},ann\n${bob},bob`],
  ['a column E-Mail-Adresse', `Vorname;E-Mail-Adresse\nAnn;${ann}\nBob;${bob}`],
  ['a manager beside Contact email', `Manager,Contact email\n${boss},${ann}\n${boss},${bob}`],
  ['a colleague beside Your email address', `Who asked you?,Your email address\n${boss},${ann}\n${boss},${bob}`],
  ['Email beside longer names', `Email 2,Email,Email Domain\n${boss},${ann},x\n${boss},${bob},x`],
  ['a @ in its header', `X handle (with the @),Email\n@ann,${ann}\n,${bob}`],
  ['an e-mail in its header', `name@example.com,Email\n${boss},${ann}\n,${bob}`],
  ['an example in the name', `Name,Email (name@example.com)\nAnn,${ann}\nBob,${bob}`],
  ['a time of another tool', `email,created_at\n${ann},2024-05-01 12:33:44 UTC\n${bob},`],
  ['a referrer of another tool', `email,referrer,created_at\n${ann},${boss},${time}\n${bob},,${time}`],
  ['a source of another tool', `email,referrer,source\n${ann},${boss},a\n${bob},,`],
  ['names, links and a full-width sign', `Email\n"Ann <${ann}>,"\n mailto:bob＠x.example \u200b`],
  ['signs around its e-mails', `Email\n${ann}”\n（${bob}）。`],
  ['cells of several lines', `Address,Email\n"1 Road\r\nTown","${ann}\n"\n"""2 Road""\n\nTown",${bob}`],
  ['people twice, in capitals', `Email\n${ann}\n${bob}\nANN@x.example\nBob@X.example`],
])('only both people of a file with %s are read', ([, file]) => {
  const { people, refused } = read(file);
  expect([...people.values()].map(({ row }) => row)).toEqual([{ email: ann }, { email: bob }]);
  expect(refused).toEqual([]);
});

// The form would not send the last e-mail, but a list may have it.
test.for([
  ['info@müller.de', 'info@xn--mller-kva.de'],
  ['ann@x.xn--example-b46c', 'ann@x.xn--example-b46c'],
] as const)('%s is read as the list has it: %s', ([text, listed]) => {
  const { people } = read(`Email\n${text}`);
  expect([...people.keys()]).toEqual([listed]);
});

test.for<[what: string, file: string, row: object]>([
  [
    'any order, beside others',
    `note;created_at;source;email;referrer\n${boss};${time};a;'=${ann};'=1`,
    { email: `=${ann}`, referrer: '=1', created_at: time },
  ],
  [
    'no text and an empty text',
    `email,referrer,source,created_at\n${ann},"",,"${time}"`,
    { email: ann, referrer: '', created_at: time },
  ],
  [
    'no text and no referrer',
    `email,source,created_at,referrer\n${ann},,${time}`,
    { email: ann, referrer: null, created_at: time },
  ],
])('an export is read whole: %s', ([, file, row]) => {
  const { people } = read(file);
  expect([...people.values()].map(({ row }) => row)).toEqual([row]);
});

describe('a line from which nobody is read is named', () => {
  // prettier-ignore
  test.for<[what: string, file: string, ...refused: [line: number, value: string][]]>([
    ['no e-mail', `Email\n${ann}\nnobody\n${bob}`, [3, 'nobody']],
    ['a letter outside ASCII', `Email\n${ann}\nné@x.example\n${bob}`, [3, 'né@x.example']],
    ['a sign in a domain', `Email\n${ann}\nc@example.co、jp\n${bob}`, [3, 'c@example.co、jp']],
    ['no e-mail in its column', `Email,Phone\n${ann},\n,${boss}\n${bob}`, [3, boss]],
    ['several e-mails', `Email\n${ann}\n"c@x.example; d@x.example"\n${bob}`, [3, 'c@x.example; d']],
    ['more cells than the header', `Email\n${ann}\nc@x.example,d@x.example\n${bob}`, [3, 'c@x.example, d']],
    ['a control character', `Email\n${ann}\n\u001b[2Jc\u009b\n${bob}`, [3, '([2Jc)']],
    ['a note with an e-mail', `Email,Note\n${ann},"Hi\nTown"\nc@x.example,"Hi\n${boss}"\n${bob},`, [4, 'Hi boss']],
    ['a person between stray quotation marks', `Email,Name\n${ann},\nc@x.example,"C\nd@x.example,D"\n${bob},`, [3, 'C d@x']],
    ['a title above the header', `E-mail list\n${ann}\nEmail,Owner\n${bob}\nc@x.example,${boss}`, [3, 'Email, Owner'], [5, boss]],
  ])('%s', ([, file, ...expected]) => {
    const { people, refused } = read(file);
    expect([...people.keys()]).toEqual([ann, bob]);
    expect(refused).toEqual(expected.map(([line, value]) =>
      expect.stringMatching(new RegExp(`^Line ${line} .*${RegExp.escape(value)}`)),
    ));
  });
});

test('a column that is not read is named', () => {
  const file = `Email 2,Name,Email\n${ann},Ann,${bob}`;
  expect(read(file).columns).toMatch(/"Email".*"Email 2", "Name"/);
});

// prettier-ignore
test.for<[what: string, file: string | Buffer, said?: string]>([
  ['nothing', ''],
  ['only a byte order mark', '\ufeff\r\n'],
  ['a web page', `<!DOCTYPE html>\n<p>\n${ann}\n</p>`],
  ['a zip or a spreadsheet', Buffer.from(`PK\x03\x04\0\0Email\n${ann}`)],
  ['UTF-16 without a byte order mark', Buffer.from(`Email\n${ann}`, 'utf16le')],
  ['JSON', `[{"email":"${ann}"}]`],
  ['LDIF', `dn: cn=Ann,mail=ann@googlemail.com\nmail: ann@googlemail.com\n\ndn: cn=Bob,mail=${bob}\nmail: ${bob}`],
  ['no header', `${ann}\n${bob}`],
  ['no header, but a domain with that name', `bob@email.example\n${ann}`],
  ['no header, but a name with that name', `Email Team <team@x.example>\n${ann}`],
  ['lines above the header', `Exported by,jo@company.example\n\nName,Email\nAnn,${ann}`, '"Exported by"'],
  ['no column with that name', `Name,Mail\nAnn,${ann}`, '"Name", "Mail"'],
  ['only an example of an e-mail in its header', `Name,name@example.com\nAnn,${ann}`, '"Name"'],
  ['two columns with that name', `Email,e-mail\n${ann},${boss}`, '"Email", "e-mail"'],
  ['the columns of Stripe', `id,Customer Email,email (metadata)\n1,${ann},${boss}`, '"Customer Email", "email (metadata)"'],
  ['the columns of Google', `Name,E-mail 1 - Value,E-mail 2 - Value\nAnn,${ann},${boss}`, '"E-mail 1 - Value", "E-mail 2 - Value"'],
  ['the e-mails of colleagues', `Your email address,Colleague’s email\n${ann},${boss}`, '"Colleague’s email"'],
  ['a quotation mark without its second', `Email,Name\n${ann},"Ann\n${bob},Bob\n`, 'line 2'],
  ['a quotation mark inside of a cell', `Name,Email\nAnn,${ann}\n5" Bob,${bob}`, 'line 3'],
  ['a time that a spreadsheet has rewritten', `email,referrer,source,created_at\n${ann},,,${time}\n${bob},,,21.11.2026 14:00`, '21.11.2026 14:00'],
  ['a time without a time zone', `email,referrer,source,created_at\n${ann},,,2026-11-21 14:00:00`, 'line 2'],
  ['a missing time', `email,referrer,source,created_at\n${ann}`, 'line 2'],
])('a file is refused that has %s', ([, file, said = '']) => {
  expect(() => read(file)).toThrow(new RegExp(`^.*${RegExp.escape(said)}.*$`));
});

test('nobody of a file without a header is printed', () => {
  expect(() => read(`Ann,${ann}\nBob,${bob}`)).toThrow(/^[^@]+$/);
});
