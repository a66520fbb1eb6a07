import { expect, test } from 'vitest';
import { readPeople } from './people.ts';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
/** Each character is one octet. */
const octets = (text: string) => Buffer.from(text, 'latin1');

const read = (file: string | Buffer) => {
  const { people, refused } = readPeople(Buffer.from(file));
  return { rows: [...people.values()].map(({ row }) => row), refused };
};

const ann = 'ann@x.example';
const bob = 'bob@x.example';
const boss = 'boss@x.example';
const time = '2026-11-21T14:00:00+00:00';

// prettier-ignore
test.for<[what: string, file: string | Buffer]>([
  ['one column', `Email\n${ann}\n${bob}`],
  ['commas and a byte order mark', `\ufeffName,E-Mail\r\n"Example, Ann",${ann}\r\nBob,${bob}\r\n`],
  ['semicolons in Windows-1252', octets(`"Name, job";E-Mail;Paid\n\xc4nn, Dr.;${ann};1,5\nBob;${bob};2,5\n`)],
  ['tabs in UTF-16', utf16(`\tEmail Address\r\nČech, Ann; Dr.\t${ann}\r\nBob\t${bob}`)],
  ['CR', `Email\r${ann}\r${bob}`],
  ['empty lines, rows and columns', `Email,Note,\n"${ann}\n","Hi\n\nTown",\n \n,,\n${bob},,\n\n`],
  ['other e-mails', `X (with the @),Email 2,Email,Email Domain\n@ann,${boss},${ann},x\n,${boss},${bob},x`],
  ['columns of another tool', `email,referrer,created_at\n${ann},${boss},2024-05-01 12:33:44 UTC\n${bob},,`],
  ['names, links, signs and spaces', `Name, Email\nAnn, "Ann <${ann}>,"\nBob,\u00a0mailto:bob＠x.example \u200b`],
  ['people twice, in capitals', `Email\n${ann}\n${bob}\nANN@x.example\nBob@X.example`],
])('only both people of a file with %s are read', ([, file]) => {
  expect(read(file)).toEqual({ rows: [{ email: ann }, { email: bob }], refused: [] });
});

// The form would not send the last e-mail, but a list may have it.
test.for([
  ['info@müller.de', 'info@xn--mller-kva.de'],
  ['ann@x.xn--example-b46c', 'ann@x.xn--example-b46c'],
] as const)('%s is read as the list has it: %s', ([text, email]) => {
  expect(read(`Email\n${text}`).rows).toEqual([{ email }]);
});

test('an export is read whole, in any order, beside others', () => {
  const file = `note;created_at;source;email;referrer\n${boss};${time};a;'=${ann};'=1\n;"${time}";;${bob};""`;
  expect(read(file).rows).toEqual([
    { email: `=${ann}`, referrer: '=1', created_at: time },
    { email: bob, referrer: '', created_at: time },
  ]);
});

test.for([
  ['none', 'nobody,"x\ny"'],
  ['none, but one in another column', `,${boss}`],
  ['a letter outside ASCII', 'né@x.example,'],
  ['a sign in its domain', 'c@example.co、jp,'],
  ['several', '"c@x.example; d@x.example",'],
  ['control characters', '\u001b[2Jc\u009b,'],
] as const)('a line is named whose e-mail is %s', ([, line]) => {
  const { rows, refused } = read(`Email,Name\n${ann},"A\nB"\n${line}\n${bob},`);
  expect(rows).toEqual([{ email: ann }, { email: bob }]);
  expect(refused).toEqual([expect.stringMatching(/^Line 4 \P{Cc}*$/u)]);
});

// prettier-ignore
test.for<[what: string, file: string | Buffer]>([
  ['nothing', ''],
  ['a zip or a spreadsheet', Buffer.from(`PK\x03\x04\0\0Email\n${ann}`)],
  ['UTF-16 without a byte order mark', Buffer.from(`Email\n${ann}`, 'utf16le')],
  ['no header', `email@x.example,"${bob}\n${ann}`],
  ['lines above the header', `Exported by,jo@company.example\n\nName,Email\nAnn,${ann}`],
  ['no column of that name', `Name,Email 2\nAnn,${ann}`],
  ['two columns of that name', `Email,E-mail Address\n${ann},${boss}`],
])('a file is refused that has %s, and nobody is printed', ([, file]) => {
  expect(() => read(file)).toThrow(/^its first line [^@\n]*$/);
});

// prettier-ignore
test.for([
  ['fewer cells', `Email,Name\n\n${bob}`],
  ['more cells than one', `Email\n${ann}\n,${boss}`],
  ['more cells', `Email,Name\n${ann},\n${bob},Example, Bob`],
  ['a quotation mark without its second', `Email,Name\n${ann},\n${bob},"Bob\nc@x.example,C\n`],
  ['a quotation mark inside of a cell', `Name,Email\n,${ann}\n5" Bob,${bob}`],
  ['two stray quotation marks around a person', `Email,Name\n${ann},\nc@x.example,"C\n${bob},B"`],
  ['a time that a spreadsheet has rewritten', `email,referrer,source,created_at\n${ann},,,${time}\n${bob},,,21.11.2026 14:00`],
  ['a time without a time zone', `email,referrer,source,created_at\n${ann},,,${time}\n${bob},,,2026-11-21 14:00:00`],
  ['no time', `email,referrer,source,created_at\n${ann},,,${time}\n${bob},,,`],
] as const)('a file is refused whole that has %s on line 3', ([, file]) => {
  expect(() => read(file)).toThrow(/^line 3\b.*$/);
});
