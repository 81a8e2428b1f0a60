import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { findActiveContent } from './pdf-contents.ts'

const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.map((object, at) =>
      Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]),
    ),
    Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])
const stream = (dictionary: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
const objects = (text: string) =>
  stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflateSync(`1 0 ${text}`))
const page = '<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] >>'

it.each([
  ['a script', pdf(page, '<< /S /JavaScript /JS (app.alert\\(1\\)) >>')],
  ['a script', pdf(page, '<< /S /J#61v#61Script /J#53 (x) >>')],
  ['a script', pdf(page, objects('<< /S /JavaScript /JS (x) >>'))],
  ['a script', pdf('<< /Names << /JavaScript 2 0 R >> >>')],
  ['a command that starts a program', pdf(page, '<< /S /Launch /F (cmd.exe) >>')],
  ['other files', pdf('<< /Names << /EmbeddedFiles 2 0 R >> >>')],
  ['other files', pdf(page, stream('/Type /EmbeddedFile', Buffer.from('MZ')))],
])('finds %s', async (what, file) => expect(await findActiveContent(file)).toBe(what))

it.each([
  ['plain pages', pdf(page, '<< /Type /Pages /Kids [] >>')],
  ['words that only begin alike', pdf('<< /JSON 1 /LaunchDate 2 /JavaScripts 3 >>')],
  [
    'a picture with any bytes',
    pdf(page, stream('/Subtype /Image', Buffer.from(' /JS /Launch /EmbeddedFile '))),
  ],
  ['a list that cannot be read', pdf(page, stream('/Type /ObjStm', Buffer.from('no zlib')))],
  ['a list that would fill the memory', pdf(page, objects(' '.repeat(9 * 1024 * 1024)))],
  ['ten megabytes of nothing', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10_000_000, 32)])],
] as const)('allows %s', async (_, file) => expect(await findActiveContent(file)).toBeNull())
