import { createInflate } from 'node:zlib'
import { fileTypeFromBuffer } from 'file-type'
import { refusal, type RefusalIn } from '#core/refusal.ts'
import { findActiveContent, plainNames } from '#platform/server/pdf-contents.ts'
import type { FileType } from '../contract.ts'
import type { fileRefusals } from '../messages.ts'
import { MAX_PAGES, MAX_PIXELS, typeOfKind } from '../rules.ts'
import { countPages, sizeOfPicture } from './render-page.ts'

/** The type of a file by its content, or why it is refused. */
export type Inspection =
  | { type: FileType; pages: number; refused?: undefined }
  | { refused: RefusalIn<typeof fileRefusals> }

/** The most that the streams of a PDF may unpack to: some forty scanned pages in color. */
const MAX_UNPACKED = 512 * 1024 * 1024
/** Compressions that Node cannot unpack; in the worst case, these lengths unpack to as much. */
const MAX_UNPACKED_OTHER = { LZWDecode: 2 * 1024 * 1024, RunLengthDecode: 6 * 1024 * 1024 } as const
/** No scan in a PDF is larger than this. */
const MAX_PIXELS_IN_PDF = 2 * MAX_PIXELS

/**
 * Inspects a file: its type by its first bytes, whether that matches its name, and whether it can be shown as pages without doing anything
 * else. Never trusts a name, a length or a dimension that it can count itself. Runs in a thread of its own (documents.ts), which ends it if
 * it takes too long.
 */
export async function inspectDocument(bytes: Uint8Array, claimed: FileType): Promise<Inspection> {
  const found = await fileTypeFromBuffer(bytes)
  const type = typeOfKind(found?.mime)
  if (!type) return { refused: refusal('file.wrong_type', { found: found?.ext ?? null }) }
  if (type !== claimed) return { refused: refusal('file.not_what_it_says', { claimed, found: type }) }
  return type === 'application/pdf' ? inspectPdf(bytes) : inspectPicture(bytes, type)
}

async function inspectPdf(bytes: Uint8Array): Promise<Inspection> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (/\/Encrypt(?![\w.-])/.test(outsideStreams(text))) return { refused: refusal('file.encrypted') }
  if (await unpacksTooFar(bytes, text)) return { refused: refusal('file.too_heavy') }
  const what = await findActiveContent(bytes)
  if (what) return { refused: refusal('file.carries', { what }) }
  const pages = await countPages(bytes)
  if (pages === 'encrypted') return { refused: refusal('file.encrypted') }
  if (!pages) return { refused: refusal('file.damaged') }
  if (pages > MAX_PAGES) return { refused: refusal('file.too_many_pages', { pages }) }
  return { type: 'application/pdf', pages }
}

async function inspectPicture(bytes: Uint8Array, type: FileType): Promise<Inspection> {
  // A picture that is also a web page, if it is opened under another name.
  if (/<script|<html|<\?php|<svg/i.test(Buffer.from(bytes).toString('latin1')))
    return { refused: refusal('file.carries', { what: 'a script' }) }
  const size = await sizeOfPicture(bytes, type)
  if (!size) return { refused: refusal('file.damaged') }
  if (size === 'too large') return { refused: refusal('file.too_heavy') }
  return { type, pages: 1 }
}

type Stream = { dictionary: string; begin: number; end: number }

/** The streams of a PDF, with the dictionary that says how each is compressed. */
function* streamsIn(text: string): Generator<Stream> {
  let at = 0
  for (const found of text.matchAll(/\bstream\r?\n/g)) {
    if (found.index < at) continue
    const head = text.slice(at, found.index)
    const begin = found.index + found[0].length
    const close = text.indexOf('endstream', begin)
    const end = close < 0 ? text.length : close
    yield { dictionary: plainNames(head.slice(head.lastIndexOf('obj'))), begin, end }
    at = end
  }
}

function outsideStreams(text: string): string {
  let outside = ''
  let at = 0
  for (const { begin, end } of streamsIn(text)) {
    outside += `${text.slice(at, begin)}\n`
    at = end
  }
  return plainNames(outside + text.slice(at))
}

async function unpacksTooFar(bytes: Uint8Array, text: string): Promise<boolean> {
  let left = MAX_UNPACKED
  for (const { dictionary, begin, end } of streamsIn(text)) {
    const packed = dictionary.match(
      /\/(FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL|BrotliDecode)(?![\w.-])/g,
    )
    // If compressed twice, a few bytes can become any size.
    if ((packed?.length ?? 0) > 1) return true
    const [width, height] = ['Width', 'Height'].map((name) =>
      Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0),
    )
    if (width! * height! > MAX_PIXELS_IN_PDF) return true
    const length = end - begin
    if (packed?.[0] === '/FlateDecode' || packed?.[0] === '/Fl') {
      left -= await unpackedLength(bytes.subarray(begin, end), left)
      if (left < 0) return true
    } else if (packed?.[0]?.startsWith('/LZW') && length > MAX_UNPACKED_OTHER.LZWDecode) return true
    else if (packed?.[0]?.startsWith('/R') && length > MAX_UNPACKED_OTHER.RunLengthDecode) return true
  }
  return false
}

/** The unpacked length of a compressed stream, counted without keeping it; stops once it is more than `most`. */
function unpackedLength(bytes: Uint8Array, most: number): Promise<number> {
  return new Promise((resolve) => {
    let length = 0
    const inflate = createInflate()
    const finish = (): void => resolve(length)
    inflate.on('data', (part: Buffer) => {
      length += part.length
      if (length > most) inflate.destroy()
    })
    inflate.on('close', finish)
    // The PDF reader reports broken streams.
    inflate.on('error', finish)
    inflate.end(bytes)
  })
}
