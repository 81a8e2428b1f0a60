import type { CellValue, Sheet } from 'read-excel-file/universal'
import { csvTable } from '#core/csv-reader.ts'
import { FileProblem } from '#core/text-file.ts'

/**
 * The cells of a CSV file or Excel workbook as text: row n of the file is at n - 1, a date is YYYY-MM-DD, a time HH:MM. Throws FileProblem
 * if the file cannot be read completely.
 */
export async function readTable(file: Blob): Promise<string[][]> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // A workbook is a ZIP file.
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b
  return isWorkbook ? tableOf(await sheetsOf(bytes)) : csvTable(bytes)
}

async function sheetsOf(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  // Most files are CSV, so the code for workbooks is loaded when there is one. Not its variant for browsers, which starts a worker from a
  // blob: our content security policy refuses that.
  const { default: readWorkbook } = await import('read-excel-file/universal')
  try {
    return await readWorkbook(bytes.buffer)
  } catch (cause) {
    throw new FileProblem(
      'This workbook cannot be read. If it has a password, save it again without one, or as “CSV UTF-8”.',
      { cause },
    )
  }
}

function tableOf(sheets: readonly Sheet[]): string[][] {
  const filled = sheets.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)))
  if (filled.length > 1)
    throw new FileProblem(
      `This workbook has ${filled.length} sheets with content: ${filled.map(({ sheet }) => `“${sheet}”`).join(', ')}. Leave only one, or save the one you want as “CSV UTF-8”.`,
    )
  return (filled[0]?.data ?? []).map((row) => row.map(textOf))
}

function textOf(cell: CellValue | null): string {
  if (cell === null) return ''
  if (!(cell instanceof Date)) return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell)
  const [day, time] = cell.toISOString().split('T') as [string, string]
  const clock = time.slice(0, 5)
  // A time without a day is stored as a part of the day on which a workbook's calendar begins.
  if (day < '1901') return clock
  return clock === '00:00' ? day : `${day} ${clock}`
}
