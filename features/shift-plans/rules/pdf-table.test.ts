import { expect, it } from 'vitest'
import { type PdfText, tableOfPdf } from './pdf-table.ts'

/** Texts of 10 points, 5 points a letter, from their left edge. */
const line = (y: number, ...texts: [x: number, text: string][]): PdfText[] =>
  texts.map(([x, text]) => ({ text, x, y, width: text.length * 5, height: 10 }))

const headings = (y: number) => line(y, [40, 'Date'], [120, 'Hours'], [220, 'Unit'], [380, 'Students'])

it('reads the cells below the headings, wherever in the column they stand', () => {
  const page = [
    ...line(760, [40, 'Lakeshore College'], [200, 'Spring 2027']),
    ...headings(720),
    ...line(700, [40, '2/2/2027'], [120, '7a-3p'], [220, '5 East'], [395, '8']),
    ...line(684, [40, '2/4/2027'], [120, '7a-3p'], [205, '6 West Telemetry'], [395, '6']),
  ]
  expect(tableOfPdf([page])).toEqual([
    ['Date', 'Hours', 'Unit', 'Students'],
    ['2/2/2027', '7a-3p', '5 East', '8'],
    ['2/4/2027', '7a-3p', '6 West Telemetry', '6'],
  ])
})

it('joins words that a PDF stores one by one, and wrapped cells', () => {
  const page = [
    ...headings(720),
    ...line(700, [40, '2/2/2027'], [120, '7a-3p'], [220, '6'], [228, 'West'], [395, '8']),
    ...line(688, [220, 'Telemetry']),
    ...line(660, [40, '2/4/2027'], [120, '7a-3p'], [220, '5 East'], [395, '6']),
  ]
  expect(tableOfPdf([page])!.slice(1)).toEqual([
    ['2/2/2027', '7a-3p', '6 West Telemetry', '8'],
    ['2/4/2027', '7a-3p', '5 East', '6'],
  ])
})

it('reads on across pages, and leaves out headings that are repeated but nothing else', () => {
  const first = [
    ...headings(720),
    ...line(700, [40, '2/2/2027'], [220, '5 East']),
    ...line(30, [40, 'Page 1']),
  ]
  const second = [...headings(720), ...line(700, [40, '2/9/2027'], [220, '5 East'])]
  expect(tableOfPdf([first, second])!.slice(1)).toEqual([
    ['2/2/2027', '', '5 East', ''],
    ['Page 1', '', '', ''],
    ['2/9/2027', '', '5 East', ''],
  ])
})

it('finds no table without headings that name a date or weekday', () => {
  expect(tableOfPdf([line(700, [40, 'Unit'], [120, 'Students'])])).toBeNull()
  expect(tableOfPdf([[]])).toBeNull()
})
