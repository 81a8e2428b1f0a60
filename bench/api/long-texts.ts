import { isEmail } from '#core/email.ts'
import { patientDataSigns } from '#core/patient-data.ts'
import { plainParagraphs } from '#features/mails/rules.ts'
import { report, type Row } from '../lib/report.ts'

/**
 * Patterns read texts that people send: four times the text may take twelve times as long, whereas a backtracking pattern takes sixteen
 * times. Both sizes are read alternately in one run, and the fastest of each are compared.
 *
 *   node bench/api/long-texts.ts
 */
const SIZE = 12_500
const TURNS = 15
/** Times below this are fast enough, whatever the ratio. */
const QUICK_MS = 1

const kinds: [string, (length: number) => unknown][] = [
  ...['<a', '<!--', '<script>', '<a href="', '&', '"<'].map((part): [string, (length: number) => unknown] => [
    `plain text of a mail of ${part}`,
    (length) => plainParagraphs(part.repeat(length / part.length)),
  ]),
  ...['patient ', '555-', 'room '].map((part): [string, (length: number) => unknown] => [
    `signs of patient data in ${part.trim()}…`,
    (length) => patientDataSigns(part.repeat(length / part.length)),
  ]),
  ['an address of a-a-a-…', (length) => isEmail(`a@${'a-'.repeat(length / 2)}!`)],
]

function timeOf(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

const rows = kinds.map(([what, read], index): Row => {
  const short: number[] = []
  const long: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    short.push(timeOf(() => read(SIZE)))
    long.push(timeOf(() => read(SIZE * 4)))
  }
  const [quarter, whole] = [Math.min(...short), Math.min(...long)]
  return {
    id: `T${index + 1}`,
    what,
    times: { p50: long.toSorted((a, b) => a - b)[Math.floor(TURNS / 2)]!, p99: Math.max(...long) },
    against: { 'a quarter of the text': whole / quarter },
    probe: whole < QUICK_MS || whole / quarter < 12,
  }
})

report({ title: 'Long texts', size: { characters: SIZE * 4 }, rows })
