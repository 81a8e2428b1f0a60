import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const inflated = promisify(inflate)

/** What a PDF can contain besides pages, by the names in its dictionaries (ISO 32000). */
const CARRIED = [
  { what: 'a script', name: /\/(?:JavaScript|JS)(?![\w.-])/ },
  { what: 'a command that starts a program', name: /\/Launch(?![\w.-])/ },
  { what: 'other files', name: /\/(?:EmbeddedFiles?|RichMedia)(?![\w.-])/ },
] as const

/** Limits for one compressed list of objects, and for all of them; a file beyond these is not an agreement. */
const MAX_OF_ONE = 8 * 1024 * 1024
const MAX_LISTS = 2_000

/**
 * What a PDF contains that does more than show pages: "a script", "a command that starts a program" or "other files"; null if nothing.
 * Checks the dictionaries, including those in compressed lists of objects, but not images and fonts, which may contain any bytes. Encrypted
 * content cannot be checked.
 */
export async function findActiveContent(pdf: Uint8Array): Promise<string | null> {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  let outside = ''
  let at = 0
  let lists = 0
  for (const stream of text.matchAll(/\bstream\r?\n/g)) {
    if (stream.index < at) continue
    const head = text.slice(at, stream.index)
    outside += `${head}\n`
    const begin = stream.index + stream[0].length
    const end = text.indexOf('endstream', begin)
    at = end < 0 ? text.length : end
    // The dictionary right before the stream says what the stream is.
    if (!/\/ObjStm(?![\w.-])/.test(plainNames(head.slice(head.lastIndexOf('obj'))))) continue
    if (++lists > MAX_LISTS) return 'more objects than can be looked at'
    outside += `${await list(pdf.subarray(begin, at))}\n`
  }
  outside += text.slice(at)
  const names = plainNames(outside)
  return CARRIED.find(({ name }) => name.test(names))?.what ?? null
}

/** A compressed list of objects as text; empty if it is compressed differently or encrypted. */
async function list(bytes: Uint8Array): Promise<string> {
  return inflated(bytes, { maxOutputLength: MAX_OF_ONE }).then(
    (objects) => objects.toString('latin1'),
    () => '',
  )
}

/** Decodes the escaped names of a PDF: /J#61vaScript is /JavaScript. */
export const plainNames = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
