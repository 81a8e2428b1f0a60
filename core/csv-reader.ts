import { formatNumber } from './number-text.ts'
import { EncodingProbe, FileProblem, TextReader } from './text-file.ts'

/** One record of a CSV file: `row` counts records from 1, including headings and blank lines, like a spreadsheet. */
export type CsvRecord = { row: number; cells: string[] }

/** The longest cell; otherwise an unclosed quote would collect the whole file. */
const MAX_CELL = 20_000
const MAX_RECORD = 1_000_000

/**
 * Reads CSV (RFC 4180; comma, semicolon or tab) in pieces, so that a file of any length costs no memory. It throws FileProblem where a
 * lenient parser would guess: a quote that is not closed or is followed by text, cells beyond the headings, a cell that contains other
 * rows, lost characters. Blank rows are counted and left out; a row may end early, because spreadsheets leave out trailing empty cells.
 * Expects normalized line ends (\n).
 */
class CsvReader {
  #delimiter: string | undefined
  #text = ''
  #row = 0
  #headings: string[] | undefined

  /** Takes the next piece of the text; returns the records that it completes. */
  push(text: string): CsvRecord[] {
    this.#text += text
    return this.#read(false)
  }

  /** Returns the remaining records at the end of the file. */
  end(): CsvRecord[] {
    return this.#read(true)
  }

  #read(isEnd: boolean): CsvRecord[] {
    if (this.#delimiter === undefined && !this.#findDelimiter(isEnd)) return []
    const records: CsvRecord[] = []
    let at = 0
    while (at < this.#text.length) {
      const found = this.#recordAt(at, isEnd)
      if (!found) break
      at = found.next
      this.#row++
      if (found.cells.every((cell) => cell.trim() === '')) continue
      this.#check(found.cells)
      records.push({ row: this.#row, cells: found.cells })
    }
    this.#text = this.#text.slice(at)
    if (this.#text.length > MAX_RECORD)
      throw new FileProblem(
        `Row ${this.#row + 1} is longer than ${formatNumber(MAX_RECORD)} characters: this is not a CSV file.`,
      )
    return records
  }

  /** Finds the column separator: the one that Excel's "sep=;" names, otherwise the most frequent one in the first line. */
  #findDelimiter(isEnd: boolean): boolean {
    const line = /^\s*\S[^\n]*(?=\n)/.exec(this.#text)?.[0]
    if (line === undefined && !isEnd && this.#text.length <= MAX_RECORD) return false
    const first = (line ?? this.#text).trimStart()
    const said = /^"?sep=([,;\t|])"?\s*$/i.exec(first)?.[1]
    if (said) {
      const gone = this.#text.indexOf('\n') + 1
      this.#text = gone === 0 ? '' : this.#text.slice(gone)
      this.#row++
    }
    const unquoted = first.replaceAll(/"[^"]*"/g, '')
    const counted = [',', ';', '\t'].map((sign) => ({ sign, count: unquoted.split(sign).length }))
    this.#delimiter = said ?? counted.toSorted((a, b) => b.count - a.count)[0]!.sign
    return true
  }

  /** The record that begins at this position; undefined if its end has not arrived yet. */
  #recordAt(from: number, isEnd: boolean): { cells: string[]; next: number } | undefined {
    const text = this.#text
    const cells: string[] = []
    for (let at = from; ; at++) {
      let start = at
      while (text[start] === ' ') start++
      const isQuoted = text[start] === '"'
      const found = isQuoted ? this.#quotedAt(start, cells.length, isEnd) : this.#plainAt(at, cells.length)
      if (!found) return undefined
      at = found.end
      if (at >= text.length && !isEnd) return undefined
      cells.push(found.cell)
      if (text[at] !== this.#delimiter) return { cells, next: at + 1 }
    }
  }

  #plainAt(from: number, column: number): { cell: string; end: number } {
    const delimiter = this.#delimiter!.charCodeAt(0)
    let end = from
    for (; end < this.#text.length; end++) {
      const code = this.#text.charCodeAt(end)
      if (code === delimiter || code === 10) break
    }
    if (end - from > MAX_CELL) throw this.#tooLong(column)
    return { cell: this.#text.slice(from, end), end }
  }

  #quotedAt(from: number, column: number, isEnd: boolean): { cell: string; end: number } | undefined {
    const text = this.#text
    let end = text.indexOf('"', from + 1)
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
    if (end < 0 ? text.length - from > MAX_CELL : end - from > MAX_CELL)
      throw /\n/.test(text.slice(from, from + MAX_CELL)) ? this.#unclosed(column) : this.#tooLong(column)
    if (end < 0 || end + 1 === text.length) {
      if (!isEnd) return undefined
      if (end < 0) throw this.#unclosed(column)
    }
    const cell = text.slice(from + 1, end).replaceAll('""', '"')
    let next = end + 1
    while (text[next] === ' ') next++
    if (next < text.length && text[next] !== this.#delimiter && text[next] !== '\n')
      throw cell.includes('\n') ? this.#unclosed(column) : this.#badQuote(column)
    if (this.#hasGathered(cell)) throw this.#unclosed(column)
    return { cell, end: next }
  }

  /** True if a line within a cell has as many columns as a row, because then a quote of another row closed the cell. */
  #hasGathered(cell: string): boolean {
    const width = this.#headings?.length ?? 0
    if (width < 3 || !cell.includes('\n')) return false
    return cell
      .split('\n')
      .slice(1, -1)
      .some((line) => line.split(this.#delimiter!).length === width)
  }

  #check(cells: readonly string[]): void {
    const lost = cells.findIndex((cell) => /[\0\uFFFD]/.test(cell))
    if (lost >= 0)
      throw this.#problem(
        lost,
        `a character was lost when this file was made (“${cells[lost]!.trim().slice(0, 60)}”). Export it again as “CSV UTF-8”, then choose the new file.`,
      )
    if (!this.#headings) this.#headings = [...cells]
    const width = this.#headings.length
    const extra = cells.findIndex((cell, at) => at >= width && cell.trim() !== '')
    if (extra >= 0)
      throw new FileProblem(
        `Row ${this.#row} has ${cells.length} cells, but the headings name ${width} columns. A cell with ${signName(this.#delimiter!)} in it needs quotes around it ("a${this.#delimiter} b"). Correct the row, then choose the file again.`,
      )
  }

  #problem(column: number, sentence: string): FileProblem {
    const heading = this.#headings?.[column]?.trim().slice(0, 60)
    const row = this.#headings && heading !== undefined ? ` (${heading})` : ''
    return new FileProblem(`Row ${this.#row}, column ${column + 1}${row}: ${sentence}`)
  }

  #unclosed(column: number): FileProblem {
    this.#row++
    return this.#problem(
      column,
      'the quote that opens this cell is not closed in its row, so the rows after it can’t be told apart. Close it with " or remove it, then choose the file again.',
    )
  }

  #badQuote(column: number): FileProblem {
    this.#row++
    return this.#problem(
      column,
      'there is text after the closing quote. Write a quote within a cell twice ("Robert ""Bob"" Lee"), then choose the file again.',
    )
  }

  #tooLong(column: number): FileProblem {
    this.#row++
    return this.#problem(
      column,
      `this cell has more than ${formatNumber(MAX_CELL)} characters. Shorten it, then choose the file again.`,
    )
  }
}

const signName = (sign: string): string =>
  ({ ',': 'a comma', ';': 'a semicolon', '\t': 'a tab' })[sign] ?? `“${sign}”`

/**
 * The records of a CSV file, in batches. `open` is called twice, because the encoding is known only after all bytes are read. Throws
 * FileProblem if the file cannot be read completely.
 */
export async function* csvRecords(open: () => AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  const probe = new EncodingProbe()
  for await (const bytes of open()) probe.look(bytes)
  const text = new TextReader(probe.encoding())
  const reader = new CsvReader()
  for await (const bytes of open()) {
    const records = reader.push(text.push(bytes))
    if (records.length > 0) yield records
  }
  const rest = [...reader.push(text.end()), ...reader.end()]
  if (rest.length > 0) yield rest
}

/**
 * A short CSV file as a table: the cells of row n are at n - 1, blank rows are empty. Throws FileProblem if the file cannot be read
 * completely.
 */
export function csvTable(bytes: Uint8Array): string[][] {
  const probe = new EncodingProbe()
  probe.look(bytes)
  const text = new TextReader(probe.encoding())
  const reader = new CsvReader()
  const table: string[][] = []
  for (const { row, cells } of [...reader.push(text.push(bytes) + text.end()), ...reader.end()]) {
    while (table.length < row - 1) table.push([])
    table.push(cells)
  }
  return table
}
