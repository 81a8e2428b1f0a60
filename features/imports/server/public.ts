import Papa from 'papaparse'
import { decodeText } from '#core/csv.ts'

/**
 * The records of a CSV file (comma, semicolon or tab; UTF-8, UTF-16 or what Windows spreadsheets write), cells as text, so
 * that leading zeros stay. Bars are no separators: lists of names are full of them; line ends of two kinds in one file are one kind.
 */
export function readCsv(bytes: Uint8Array): string[][] {
  return Papa.parse<string[]>(decodeText(bytes).replace(/\r\n?/g, '\n'), {
    delimitersToGuess: [',', ';', '\t'],
  }).data
}
