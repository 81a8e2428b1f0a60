import Papa from 'papaparse'
import { decodeText } from '#core/csv.ts'
import { importLimits, readTable, type ReadTable } from '../rules.ts'

/** Reads a CSV file (comma, semicolon or tab, UTF-8 or what spreadsheets write) into rows; cells stay text, so leading zeros stay. */
export async function readFile(file: File): Promise<ReadTable> {
  if (file.size > importLimits.bytes)
    return { rows: [], ignored: [], problem: 'The file is larger than 1 MB. Split it into several files.' }
  return readText(decodeText(new Uint8Array(await file.arrayBuffer())))
}

/** The same for a file's text. */
export function readText(text: string): ReadTable {
  const { data } = Papa.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t'],
    dynamicTyping: false,
    header: false,
  })
  return readTable(data)
}
