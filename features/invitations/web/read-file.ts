import { FileProblem } from '#core/text-file.ts'
import { readTable } from '#platform/web/read-table.ts'
import { importLimits, readTable as readRows, type ReadTable } from '../rules.ts'

/** Reads a CSV file (comma, semicolon or tab; UTF-8 or the encodings of spreadsheets) or Excel workbook into rows; text keeps leading zeros. */
export async function readFile(file: File): Promise<ReadTable & { table?: readonly (readonly string[])[] }> {
  const nothing = (problem: string): ReadTable => ({ rows: [], ignored: [], problem })
  if (file.size > importLimits.bytes)
    return nothing('The file is larger than 1 MB. Split it into several files.')
  try {
    const table = await readTable(file)
    return { ...readRows(table), table }
  } catch (error) {
    if (error instanceof FileProblem) return nothing(error.message)
    throw error
  }
}
