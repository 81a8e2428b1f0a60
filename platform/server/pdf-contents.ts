import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const inflated = promisify(inflate)

/** What a PDF can carry besides pages, by the names that its dictionaries give it (ISO 32000). */
const CARRIED = [
  { what: 'a script', name: /\/(?:JavaScript|JS)(?![\w.-])/ },
  { what: 'a command that starts a program', name: /\/Launch(?![\w.-])/ },
  { what: 'other files', name: /\/(?:EmbeddedFiles?|RichMedia)(?![\w.-])/ },
] as const

/** Of one compressed list of objects, and of all of them: more is no agreement. */
const MOST_OF_ONE = 8 * 1024 * 1024
const MOST_LISTS = 2_000

/**
 * What a PDF carries that does more than show pages: "a script", "a command that starts a program" or "other files"; null for
 * none. Looks at the dictionaries, also at those in compressed lists of objects, and not into pictures and fonts, where any
 * bytes may be. What is encrypted cannot be looked into.
 */
export async function carriedBy(pdf: Uint8Array): Promise<string | null> {
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
    // The dictionary right before the stream says what it is.
    if (!/\/ObjStm(?![\w.-])/.test(plainNames(head.slice(head.lastIndexOf('obj'))))) continue
    if (++lists > MOST_LISTS) return 'more objects than can be looked at'
    outside += `${await list(pdf.subarray(begin, at))}\n`
  }
  outside += text.slice(at)
  const names = plainNames(outside)
  return CARRIED.find(({ name }) => name.test(names))?.what ?? null
}

/** A compressed list of objects as text; empty where it is compressed in another way, or encrypted. */
async function list(bytes: Uint8Array): Promise<string> {
  return inflated(bytes, { maxOutputLength: MOST_OF_ONE }).then(
    (objects) => objects.toString('latin1'),
    () => '',
  )
}

/** With names as they are read: /J#61vaScript is /JavaScript. */
const plainNames = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
