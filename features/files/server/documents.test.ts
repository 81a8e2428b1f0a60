import { crc32, deflateSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, describe, expect, it } from 'vitest'
import { createLog } from '#platform/server/log.ts'
import type { Viewer } from '#platform/server/session.ts'
import { timeLeft, withTimeLimit } from '#platform/server/time-left.ts'
import { Documents } from './documents.ts'
import { simplePdf } from '#database/seeds/simple-pdf.ts'
import { picture, pdf } from '../fake.ts'

const log = createLog({ level: 'silent' })
const documents = new Documents({ log })
afterAll(() => documents.close())

const caller = (realUserId: string) => ({ me: () => ({ realUserId }) as Viewer })
const [ana, ben] = [caller('ana'), caller('ben')]

const jpeg = picture('image/jpeg')
const png = picture('image/png')
/** A JPEG's bytes with a marker segment after its start. */
const withSegment = (segment: Buffer) => Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
const bomb = deflateSync(Buffer.alloc(600 * 1024 * 1024))
const large = (width: number, height: number): Buffer => {
  const header = Buffer.from(png)
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}
/** A PNG with its original header, followed by another chunk. */
const packed = (kind: string, data: Buffer): Buffer => {
  const chunk = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(chunk))
  return Buffer.concat([png.subarray(0, 33), size, chunk, sum, png.subarray(33)])
}
const turned = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex')

describe('a document', () => {
  it.each([
    ['a PDF', pdf(), 'application/pdf', 1],
    ['a PDF of three pages', pdf({ pages: 3 }), 'application/pdf', 3],
    ['a JPEG', jpeg, 'image/jpeg', 1],
    ['a PNG', png, 'image/png', 1],
  ] as const)('is accepted: %s', async (_, bytes, type, pages) => {
    expect(await documents.inspect(bytes, type, ana)).toEqual({ type, pages })
  })

  it.each([
    [
      'a web page',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      'application/pdf',
      'file.wrong_type',
    ],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'file.wrong_type'],
    ['an archive', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'), 'application/pdf', 'file.wrong_type'],
    ['a picture called a PDF', jpeg, 'application/pdf', 'file.not_what_it_says'],
    ['a PDF called a picture', pdf(), 'image/jpeg', 'file.not_what_it_says'],
    [
      'a PDF with a password',
      pdf({ trailer: '/Encrypt << /Filter /Standard /V 2 >>' }),
      'application/pdf',
      'file.encrypted',
    ],
    [
      'the same in other letters',
      pdf({ trailer: '/#45ncrypt << /Filter /Standard >>' }),
      'application/pdf',
      'file.encrypted',
    ],
    [
      'a PDF with a script',
      pdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
      'application/pdf',
      'file.carries',
    ],
    [
      'a PDF that starts a program',
      pdf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
      'application/pdf',
      'file.carries',
    ],
    [
      'a picture that is a web page as well',
      withSegment(Buffer.from('\xff\xfe\0\x1b<script>alert(1)</script>', 'latin1')),
      'image/jpeg',
      'file.carries',
    ],
    [
      'a PDF that unpacks to 600 MB',
      pdf({ stream: bomb, filter: '/FlateDecode' }),
      'application/pdf',
      'file.too_heavy',
    ],
    [
      'a PDF packed twice',
      pdf({ stream: deflateSync(deflateSync(Buffer.alloc(1000))), filter: '[/FlateDecode /FlateDecode]' }),
      'application/pdf',
      'file.too_heavy',
    ],
    [
      'a PDF with a picture of 40,000 by 40,000',
      pdf({ stream: Buffer.alloc(9), filter: '/CCITTFaxDecode /Subtype /Image /Width 40000 /Height 40000' }),
      'application/pdf',
      'file.too_heavy',
    ],
    ['a picture of 30,000 by 30,000', large(30_000, 30_000), 'image/png', 'file.too_heavy'],
    ['half a picture', jpeg.subarray(0, 150), 'image/jpeg', 'file.damaged'],
    [
      'a HEIC with nothing in it',
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'),
      'image/heic',
      'file.damaged',
    ],
    ['a PDF without pages', Buffer.from('%PDF-1.7\nnothing'), 'application/pdf', 'file.damaged'],
    ['a PDF of 101 pages', pdf({ pages: 101 }), 'application/pdf', 'file.too_many_pages'],
  ] as const)('is refused with the reason: %s', async (_, bytes, type, code) => {
    expect(await documents.inspect(bytes, type, ana)).toMatchObject({ refused: { code } })
  })

  it.each([
    ['rows', packed('IDAT', bomb)],
    ['text', packed('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb]))],
  ] as const)(
    'is read only as far as its header says: a small picture whose %s unpack to 600 MB',
    async (_, bytes) => {
      const before = process.memoryUsage.rss()
      expect(await documents.inspect(bytes, 'image/png', ana)).toEqual({ type: 'image/png', pages: 1 })
      // A page, or none: never what it would unpack to.
      await documents.render(bytes, 'image/png', 1, ana).catch(() => null)
      expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
    },
  )

  it('is rendered as an image of its page, in the orientation of the photograph', async () => {
    const page = await loadImage(
      Buffer.from((await documents.render(pdf({ pages: 2 }), 'application/pdf', 2, ana))!),
    )
    expect([page.width, page.height]).toEqual([1600, 2070])
    const card = await loadImage(
      Buffer.from((await documents.render(withSegment(turned), 'image/jpeg', 1, ana))!),
    )
    expect([card.width, card.height]).toEqual([120, 160])
    expect(await documents.render(pdf(), 'application/pdf', 2, ana)).toBeNull()
    expect(await documents.render(jpeg, 'image/jpeg', 2, ana)).toBeNull()
  })

  it('has its text on the page', async () => {
    const blank = await documents.render(pdf({ text: '' }), 'application/pdf', 1, ana)
    const card = await documents.render(pdf({ text: 'Hepatitis B' }), 'application/pdf', 1, ana)
    expect(inkOn(await loadImage(Buffer.from(blank!)))).toBe(0)
    expect(inkOn(await loadImage(Buffer.from(card!)))).toBeGreaterThan(500)
  })
})

describe('the thread', () => {
  it.each([
    ['time', { mostMs: 0 }],
    ['memory', { mostMemory: -1e12 }],
  ])(
    'is ended by a document that takes too much %s, and the next one gets a new thread',
    async (_, limit) => {
      const narrow = new Documents({ log, ...limit })
      const heavy = pdf({ stream: deflateSync(Buffer.alloc(300 * 1024 * 1024)), filter: '/FlateDecode' })
      expect(await narrow.inspect(heavy, 'application/pdf', ana)).toEqual({
        refused: { code: 'file.too_heavy', values: {} },
      })
      expect(await narrow.render(heavy, 'application/pdf', 1, ana)).toBeNull()
      await narrow.close()
    },
  )

  it('asks to come back when many wait, and handles the others in order', async () => {
    const busy = new Documents({ log, mostWaiting: 2 })
    const [one, two] = [busy.inspect(png, 'image/png', ana), busy.inspect(jpeg, 'image/jpeg', ana)]
    await expect(busy.inspect(png, 'image/png', ana)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect([await one, await two]).toMatchObject([{ type: 'image/png' }, { type: 'image/jpeg' }])
    await busy.close()
  })

  it('does not use up the time of the request that waits for it', () =>
    withTimeLimit(2_600, async () => {
      const waiting = documents.inspect(png, 'image/png', ana)
      expect(timeLeft()).toBe(2_700)
      await waiting
      expect(timeLeft()).toBeLessThan(2_700)
    }))

  it('lets people take turns, each with few files at once, and without their slots', async () => {
    const shared = new Documents({ log, mostOfOne: 2 })
    const done: string[] = []
    let slots = 4
    const ask = (one: typeof ana, name: string) =>
      shared.inspect(png, 'image/png', { ...one, endAdmission: () => slots-- }).then(() => done.push(name))
    const asked = [ask(ana, 'ana 1'), ask(ana, 'ana 2'), ask(ana, 'ana 3')]
    await expect(ask(ana, 'ana 4')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    asked.push(ask(ben, 'ben 1'))
    expect(slots).toBe(0)
    await Promise.all(asked)
    expect(done).toEqual(['ana 1', 'ana 2', 'ben 1', 'ana 3'])
    await shared.close()
  })
})

function inkOn(image: Awaited<ReturnType<typeof loadImage>>): number {
  const canvas = createCanvas(image.width, image.height)
  const pen = canvas.getContext('2d')
  pen.drawImage(image, 0, 0)
  const { data } = pen.getImageData(0, 0, image.width, image.height)
  let dark = 0
  for (let at = 0; at < data.length; at += 4) if (data[at]! < 128) dark++
  return dark
}

describe('the text of a document', () => {
  const lines = ['BLS Provider', 'Name: Jenna Park', 'Issued: 03/10/2026']
  it('is that of a PDF', async () => {
    const found = await documents.read(
      simplePdf([...lines, 'American Heart Association']),
      'application/pdf',
      ana,
    )
    expect(found).toEqual({ text: expect.stringContaining('Jenna Park'), confidence: 100 })
  })
  it('is read from the letters of a picture, without anything from outside', async () => {
    const canvas = createCanvas(900, 400)
    const pen = canvas.getContext('2d')
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, 900, 400)
    pen.fillStyle = 'black'
    pen.font = '48px sans-serif'
    lines.forEach((line, at) => pen.fillText(line, 40, 90 + at * 100))
    const found = await documents.read(await canvas.encode('jpeg'), 'image/jpeg', ana)
    expect(found?.text).toContain('Jenna Park')
    expect(found?.text).toContain('03/10/2026')
    expect(found?.confidence).toBeGreaterThan(70)
  }, 30_000)
  it('is empty if there is none, or nothing can be read', async () => {
    expect(await documents.read(Buffer.from('no document'), 'application/pdf', ana)).toBeNull()
    const found = await documents.read(jpeg, 'image/jpeg', ana)
    expect(found?.text.trim().length ?? 0).toBeLessThan(5)
  }, 30_000)
})
