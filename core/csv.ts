// What a spreadsheet would run as a formula, including full-width characters, and the characters that could precede it.
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/

/**
 * A cell as text that no spreadsheet runs: if it would start a formula (= + - @, also full-width, tab, CR, LF), a ' is put in front (OWASP,
 * CSV injection).
 */
export function formulaSafe(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

export type CsvCell = string | number | null | undefined

/**
 * The text of a CSV file (RFC 4180, CRLF) with a byte-order mark, so that spreadsheets read it as UTF-8. Every cell is formula-safe; null
 * and undefined are empty.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `${csvHead(header)}${rows.map(csvLine).join('')}`
}

/** The start of a CSV file: the byte-order mark and the line of headings. */
export function csvHead(header: readonly string[]): string {
  return `\uFEFF${csvLine(header)}`
}

/** One line of a CSV file with its line end, formula-safe. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(value: CsvCell): string {
  const text = typeof value === 'string' ? formulaSafe(value) : String(value ?? '')
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
