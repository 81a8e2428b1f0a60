import { csvTable } from '#core/csv-reader.ts'
import { FileProblem } from '#core/text-file.ts'
import { importLimits, readTable, type ReadTable } from '../rules.ts'

/** Reads a CSV file (comma, semicolon or tab; UTF-8 or the encodings of spreadsheets) into rows; cells stay text to keep leading zeros. */
export async function readFile(file: File): Promise<ReadTable & { table?: readonly (readonly string[])[] }> {
  const nothing = (problem: string): ReadTable => ({ rows: [], ignored: [], problem })
  if (file.size > importLimits.bytes)
    return nothing('The file is larger than 1 MB. Split it into several files.')
  try {
    const table = csvTable(new Uint8Array(await file.arrayBuffer()))
    return { ...readTable(table), table }
  } catch (error) {
    if (error instanceof FileProblem) return nothing(error.message)
    throw error
  }
}
