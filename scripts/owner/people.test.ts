import { describe, expect, test } from 'vitest';
import { readPeople } from './people.ts';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

const read = (file: string | Buffer) => readPeople(Buffer.from(file));

const ann = 'ann@x.example';
const bob = 'bob@x.example';

// prettier-ignore
test.for<[form: string, file: string | Buffer]>([
  ['one e-mail a line', `${ann}\n${bob}`],
  ['a header', `Email\n${ann}\n${bob}\n`],
  ['a byte order mark', `\ufeffEmail\r\n${ann}\r\n${bob}`],
  ['commas', `Name,E-Mail\r\n"Example, Ann",${ann}\r\nBob,${bob}\r\n`],
  ['semicolons and a , in a name', `Name;E-Mail\nExample, Ann;${ann}\nBob;${bob}\n`],
  ['vertical lines', `Ann|${ann}\nBob|${bob}\n`],
  ['tabs', `Email Address\tName\n${ann}\tExample, Ann; Dr.\n${bob}\tBob\n`],
  ['Excel’s mark for the delimiter', `sep=;\r\nName;Email\r\nAnn;${ann}\r\nBob;${bob}`],
  ['CR', `Email\r${ann}\r${bob}`],
  ['line ends of three kinds', `Email\r\n${ann}\r${bob}\n`],
  ['empty lines and columns', `\n\nEmail;;\n\n${ann};;\n ; ;\n;;\n${bob};;\n`],
  ['UTF-16, little-endian', utf16(`Email\tName\r\n${ann}\tÄnn\r\n${bob}\tBob`)],
  ['UTF-16, big-endian', utf16(`Email\r\n${ann}\r\n${bob}`).swap16()],
  ['Windows-1252', Buffer.from(`Name;Email\n\xc4nn;${ann}\nBob;${bob}`, 'latin1')],
  ['labels of e-mails', `E-mail 1 - Label,E-mail 1 - Value\nHome,${ann}\n* Work,${bob}`],
  ['a column of e-mails without such a name', `Adresse,Telefon\n${ann},1\n${bob},2`],
  ['other people’s e-mails before its own', `Owner,Adresse\nme@x.example,${ann}\nme@x.example,${bob}\n`],
  ['fewer e-mails of its own than others', `Asked,Email\nc@x.example,${ann}\nd@x.example,${bob}\ne@x.example,${ann}\n`],
  ['fewer e-mails of its own than second ones', `Email 2,Email\nc@x.example,${ann}\nd@x.example,${bob}\ne@x.example,${ann}\n`],
  ['a full-width sign in its first line', `ann＠x.example\n${bob}`],
  ['a @ in its header', `Email,Your Twitter @\n${ann},@ann\n${bob},\n`],
  ['handles', `${ann},@ann\n${bob},@bob\n`],
  ['a name that is the e-mail', `${ann} <${ann}>,${ann}\n${bob},${bob}`],
  ['names and links', `"Example, Ann" <${ann}>\n mailto:${bob} \u200b`],
  ['commas and semicolons behind', `${ann};\n${bob},\n`],
  ['stray quotation marks', `Name,Email\n5" Ann,${ann}\n"Bob" B.,${bob}\n`],
  ['a cell of several lines', `Address,Email\n"1 Road\r\nTown",${ann}\n"""2 Road""\n\nTown",${bob}`],
  ['people twice, in capitals', `${ann}\n${bob}\nANN@x.example\nBob@X.example`],
])('both people of a file with %s are read', ([, file]) => {
  const { people, refused } = read(file);
  expect([...people.values()].map(({ row }) => row)).toEqual([{ email: ann }, { email: bob }]);
  expect(refused).toEqual([]);
});

test('a domain outside ASCII is read in UTF-8, and beside it in Windows-1252', () => {
  const file = Buffer.concat([
    Buffer.from('ann@müller.de\n'),
    Buffer.from('bob@müller.de', 'latin1'),
  ]);
  expect([...read(file).people.keys()]).toEqual([
    'ann@xn--mller-kva.de',
    'bob@xn--mller-kva.de',
  ]);
});

describe('a line from which nobody is read is named', () => {
  // prettier-ignore
  test.for<[what: string, file: string, ...refused: [line: number, value: string][]]>([
    ['no e-mail', `Email\n${ann}\nnobody\n${bob}`, [3, 'nobody']],
    ['a wrong e-mail in the first line', `ann@\n${ann}\n${bob}`, [1, 'ann@']],
    ['a letter outside ASCII', `${ann}\nné@x.example\n${bob}`, [2, 'né@x.example']],
    ['an end mark of Postgres', `${ann}\n\\.\n${bob}`, [2, '\\.']],
    ['several e-mails in a cell', `Email\n${ann}\n"c@x.example; d@x.example"\n${bob}`, [3, 'c@x.example; d']],
    ['several e-mails and delimiters', `${ann}\n${bob}\nc@x.example, d@x.example; e@x.example`, [3, 'c@x.example,']],
    ['more e-mails than names in the header', `Email\n${ann}\nc@x.example,d@x.example\n${bob}`, [3, 'c@x.example, d']],
    ['a wrong name in the first line', `né@x.example\n${ann}\n${bob}`, [1, 'né@x.example']],
    ['a space in the first line', `ann @x.example\n${ann}\n${bob}`, [1, 'ann @x.example']],
    ['a title above the header', `E-mail list\n\nEmail,Owner\n${ann},c@x.example\n${bob},d@x.example\n,e@x.example`, [1, 'E-mail list'], [6, 'e@x.example']],
    ['several e-mails without a header', `${ann}\n${bob}\nc@x.example,d@x.example`, [3, 'c@x.example, d']],
    ['no e-mail in its column', `Email,Phone,Email 2\n${ann},,\n,7,c@x.example\n${bob}`, [3, '7, c@x.example']],
    ['a control character', `${ann}\n\u001b[2Jc\u009b\n${bob}`, [2, '([2Jc)']],
    ['a quotation mark without its second', `Email,Name\n${ann},"Ann\n"c@x.example\n${bob},Bob`, [3, '"c@x.example']],
    ['a person between stray quotation marks', `Email,Name\n${ann},"Ann\nc@x.example,C"\n${bob},`, [2, 'around 1 more']],
    ['a note with e-mails', `Email,Note\n${ann},"Hi\nCarl\nc@x.example\nd@x.example"\n${bob},`, [2, 'around 2 more']],
    ['a cell in quotes that takes in a line', `Name,Email\n"A,${ann}\nBob,${bob}\n"D\nE",\nF",c`, [4, 'D E'], [6, 'F", c']],
  ])('%s', ([, file, ...expected]) => {
    const { people, refused } = read(file);
    expect([...people.keys()]).toEqual([ann, bob]);
    expect(refused).toEqual(expected.map(([line, value]) =>
      expect.stringMatching(new RegExp(`^Line ${line} .*${RegExp.escape(value)}`)),
    ));
  });
});

test('a title above the header of an export changes nothing of its rows', () => {
  const time = '2026-11-21T14:00:00+00:00';
  const { people } = read(`Backup\nemail,created_at\n${ann},${time}`);
  expect(people.get(ann)?.row).toEqual({ email: ann, created_at: time });
});

test('a column with e-mails that are not read is named', () => {
  const file = `Email 2,Name,Email\n${ann},Ann,${bob}`;
  expect(read(file).columns).toMatch(/"Email" .*"Email 2", "Name"/);
});

// prettier-ignore
test.for<[what: string, file: string | Buffer]>([
  ['nothing', ''],
  ['only a byte order mark', '\ufeff\r\n'],
  ['a web page', `<!DOCTYPE html>\n<p>\n${ann}\n${bob}\n</p>`],
  ['a zip or a spreadsheet', Buffer.from(`PK\x03\x04\0\0${ann}\n${bob}`)],
  ['UTF-16 without a byte order mark', Buffer.from(`${ann}\n${bob}`, 'utf16le')],
  ['numbers', '1,2\n3,4\n'],
  ['JSON', `[{"email":"${ann}"},{"email":"${bob}"}]`],
  ['a time that a spreadsheet has rewritten', `email,created_at\n${ann},2026-11-21T14:00:00+00:00\n${bob},21.11.2026 14:00`],
  ['a time without a time zone', `email,created_at\n${ann},2026-11-21 14:00:00`],
  ['a missing time', `email,created_at\n${ann},`],
])('a file is refused that has %s', ([, file]) => {
  expect(() => read(file)).toThrow(/^.+$/);
});
