const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g

/** A CSV file of `toCsv` with only the columns of these headings, in their order; unchanged if it has none of them. */
export function csvColumns(csv: string, headings: readonly string[]): string {
  const lines: string[][] = [[]]
  for (const [, cell = '', end] of csv.slice(1).matchAll(CELL)) {
    lines.at(-1)!.push(cell)
    if (end !== ',') lines.push([])
  }
  const head = lines[0]!.map((cell) => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"'))
  const kept = headings.map((heading) => head.indexOf(heading)).filter((at) => at >= 0)
  if (kept.length === 0) return csv
  // Cells keep their quotes, and the prefix that stops spreadsheets from running them.
  return `\uFEFF${lines
    .slice(0, -1)
    .map((cells) => `${kept.map((at) => cells[at] ?? '').join(',')}\r\n`)
    .join('')}`
}
