/** Why a file cannot be read: a sentence with the row or line, what is wrong there and what to do. */
export class FileProblem extends Error {
  override name = 'FileProblem'
}

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const SAVE_AGAIN =
  'Save it again as “CSV UTF-8” (in Excel: File, Save As, CSV UTF-8), then choose the new file.'

const otherKinds: readonly { starts: readonly number[]; name: string }[] = [
  { starts: [0x50, 0x4b, 0x03, 0x04], name: 'an Excel workbook or a ZIP file' },
  { starts: [0xd0, 0xcf, 0x11, 0xe0], name: 'an old Excel workbook' },
  { starts: [0x25, 0x50, 0x44, 0x46], name: 'a PDF' },
  { starts: [0x1f, 0x8b], name: 'a compressed file' },
]

/**
 * Finds a text file's encoding from all of its bytes, piece by piece: UTF-8 or UTF-16 by its byte-order mark, else UTF-8, else what Windows
 * spreadsheets write. Throws FileProblem if it is not text, or if two encodings are mixed.
 */
export class EncodingProbe {
  #marked: TextEncodingName | undefined
  #isFirst = true
  #line = 1
  /** Not fatal: shows whether a file that is not entirely UTF-8 is UTF-8 in other parts. */
  readonly #loose = new TextDecoder('utf-8')
  readonly #strict = new TextDecoder('utf-8', { fatal: true })
  #firstBadLine: number | undefined
  #firstUnknownLine: number | undefined
  #hasUtf8 = false

  look(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    if (this.#isFirst) this.#lookAtFirst(bytes)
    this.#isFirst = false
    if (this.#marked === 'utf-16le' || this.#marked === 'utf-16be') return
    const nul = bytes.indexOf(0)
    if (nul >= 0)
      throw new FileProblem(
        `Line ${this.#line + linesOf(bytes.subarray(0, nul))} has a character that no text has (NUL): this is not a CSV file, or its encoding is unknown. ${SAVE_AGAIN}`,
      )
    this.#lookForUtf8(bytes)
    if (this.#firstUnknownLine === undefined) {
      const at = bytes.findIndex((byte) => byte > 0x80 && UNKNOWN_TO_WINDOWS.has(byte))
      if (at >= 0) this.#firstUnknownLine = this.#line + linesOf(bytes.subarray(0, at))
    }
    this.#line += linesOf(bytes)
  }

  encoding(): TextEncodingName {
    if (this.#marked === 'utf-16le' || this.#marked === 'utf-16be') return this.#marked
    if (this.#firstBadLine === undefined) {
      try {
        this.#strict.decode()
        return 'utf-8'
      } catch {
        this.#firstBadLine = this.#line
      }
    }
    const isMixed = this.#hasUtf8 || this.#marked === 'utf-8'
    if (isMixed || this.#firstUnknownLine !== undefined)
      throw new FileProblem(
        `Line ${isMixed ? this.#firstBadLine : this.#firstUnknownLine} has characters that cannot be read: ${isMixed ? 'two encodings are mixed in this file' : 'its encoding is unknown'}. ${SAVE_AGAIN}`,
      )
    return 'windows-1252'
  }

  #lookAtFirst(bytes: Uint8Array): void {
    const kind = otherKinds.find(({ starts }) => starts.every((byte, at) => bytes[at] === byte))
    if (kind) throw new FileProblem(`This is ${kind.name}, not a CSV file. ${SAVE_AGAIN}`)
    const [first, second, third] = bytes
    if (first === 0xff && second === 0xfe) this.#marked = 'utf-16le'
    else if (first === 0xfe && second === 0xff) this.#marked = 'utf-16be'
    else if (first === 0xef && second === 0xbb && third === 0xbf) this.#marked = 'utf-8'
  }

  #lookForUtf8(bytes: Uint8Array): void {
    const text = this.#loose.decode(bytes, { stream: true })
    if (/[\u0080-\uFFFC\uFFFE\uFFFF]/.test(text)) this.#hasUtf8 = true
    if (this.#firstBadLine !== undefined) return
    try {
      this.#strict.decode(bytes, { stream: true })
    } catch {
      this.#firstBadLine =
        this.#line + text.slice(0, Math.max(0, text.indexOf('\uFFFD'))).split('\n').length - 1
    }
  }
}

/** Bytes without a character in Windows-1252. */
const UNKNOWN_TO_WINDOWS = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

function linesOf(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}

/** The text of a file's bytes, piece by piece, without a byte-order mark and with normalized line ends (\n). */
export class TextReader {
  readonly #decoder: InstanceType<typeof TextDecoder>
  #endsWithCr = false

  constructor(encoding: TextEncodingName) {
    this.#decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' })
  }

  push(bytes: Uint8Array): string {
    return this.#oneKindOfLine(this.#decode(bytes, true))
  }

  end(): string {
    return this.#oneKindOfLine(this.#decode(undefined, false))
  }

  #decode(bytes: Uint8Array | undefined, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream })
    } catch {
      throw new FileProblem(`The file has characters that cannot be read. ${SAVE_AGAIN}`)
    }
  }

  #oneKindOfLine(text: string): string {
    if (text === '') return text
    const whole = this.#endsWithCr && text.startsWith('\n') ? text.slice(1) : text
    this.#endsWithCr = text.endsWith('\r')
    return whole.replaceAll(/\r\n?/g, '\n')
  }
}
