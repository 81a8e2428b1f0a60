import Papa from 'papaparse'
import { decodeText } from '#core/csv.ts'
import type { ImportKind } from '../contract.ts'
import { importLimits, readImport, readRoster, type ReadFile, type Roster } from '../rules.ts'

/** Reads a CSV file of sites or schools; cells stay text, so leading zeros stay. */
export async function readFile(kind: ImportKind, file: File): Promise<ReadFile> {
  if (file.size > importLimits.bytes)
    return { rows: [], ignored: [], problem: 'The file is larger than 8 MB. Split it into several files.' }
  return readImport(kind, await tableOf(file))
}

/** Students out of one CSV file, or out of the files of a Canvas export. */
export async function readRosterFrom(files: readonly File[]): Promise<Roster> {
  return readRoster(
    await Promise.all(files.map(async (file) => ({ name: file.name, table: await tableOf(file) }))),
  )
}

async function tableOf(file: File): Promise<string[][]> {
  // Line ends of two kinds in one file are one kind: the parser would take the rarer for text.
  const text = decodeText(new Uint8Array(await file.arrayBuffer())).replace(/\r\n?/g, '\n')
  // Bars are no separators: lists of names are full of them.
  return Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] }).data
}
