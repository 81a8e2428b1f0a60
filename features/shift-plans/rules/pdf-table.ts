import { columnKind } from './roster.ts'

/** A piece of text on a page of a PDF, in points from the lower left corner. */
export type PdfText = { text: string; x: number; y: number; width: number; height: number }

/** Neighbors this close (in heights of their letters) are words of one cell. */
const WORD_GAP = 0.6
/** Lines this close (in heights of their letters) may be one row, whose cells are wrapped. */
const LINE_GAP = 1.6

/**
 * The table in the texts of a PDF's pages: its headings, then its rows. The headings are the first line that names a date or weekday and
 * another column; they say where each column is. A line without a date or weekday directly below a row continues its cells. Lines below
 * the headings that are no rows, such as page numbers, are rows too, so that nothing is lost silently. Null if there are no headings.
 */
export function tableOfPdf(pages: readonly (readonly PdfText[])[]): string[][] | null {
  let headings: PdfText[] | undefined
  const rows: string[][] = []
  for (const page of pages) {
    let above: number | undefined
    for (const line of linesOf(page)) {
      if (isHeadings(line)) {
        headings ??= line
        above = undefined
      } else if (headings) {
        const cells = cellsOf(line, headings)
        const { y, height } = line[0]!
        const isNear = above !== undefined && above - y < height * LINE_GAP
        if (isNear && !isRow(cells, headings)) join(rows.at(-1)!, cells)
        else rows.push(cells)
        above = y
      }
    }
  }
  return headings ? [headings.map(({ text }) => text), ...rows] : null
}

/** The lines of a page from top to bottom, each from left to right with its words joined. */
function linesOf(page: readonly PdfText[]): PdfText[][] {
  const lines: PdfText[][] = []
  const filled = page.filter(({ text }) => text.trim() !== '')
  for (const piece of filled.toSorted((a, b) => b.y - a.y)) {
    const line = lines.at(-1)
    if (line && line[0]!.y - piece.y < Math.min(line[0]!.height, piece.height) / 2) line.push(piece)
    else lines.push([piece])
  }
  return lines.map((line) => wordsJoined(line.toSorted((a, b) => a.x - b.x)))
}

function wordsJoined(line: readonly PdfText[]): PdfText[] {
  const joined: PdfText[] = []
  for (const piece of line) {
    const last = joined.at(-1)
    const gap = last && piece.x - (last.x + last.width)
    if (last && gap! < piece.height * WORD_GAP) {
      const space = gap! > piece.height / 10 && !last.text.endsWith(' ') ? ' ' : ''
      last.text = `${last.text}${space}${piece.text}`
      last.width = piece.x + piece.width - last.x
    } else joined.push({ ...piece })
  }
  return joined.map((piece) => ({ ...piece, text: piece.text.trim().replaceAll(/\s+/g, ' ') }))
}

const isDay = (kind: string | undefined): boolean => kind === 'date' || kind === 'weekday'

function isHeadings(line: readonly PdfText[]): boolean {
  const kinds = line.map(({ text }) => columnKind(text))
  return kinds.some(isDay) && kinds.filter(Boolean).length > 1
}

const isRow = (cells: readonly string[], headings: readonly PdfText[]): boolean =>
  cells.some((cell, at) => cell !== '' && isDay(columnKind(headings[at]!.text)))

/** The cell of each heading: texts belong to the heading that they are most below, or else to the nearest. */
function cellsOf(line: readonly PdfText[], headings: readonly PdfText[]): string[] {
  const cells = headings.map(() => '')
  for (const piece of line) {
    const distances = headings.map((heading) => distance(piece, heading))
    const at = distances.indexOf(Math.min(...distances))
    cells[at] = cells[at] ? `${cells[at]} ${piece.text}` : piece.text
  }
  return cells
}

/** The gap between two texts side by side; negative by how far they overlap. */
const distance = (a: PdfText, b: PdfText): number =>
  Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width)

function join(row: string[], more: readonly string[]): void {
  for (const [at, cell] of more.entries()) if (cell) row[at] = row[at] ? `${row[at]} ${cell}` : cell
}
