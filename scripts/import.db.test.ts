import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testFolder } from '#database/test-folder.ts'
import { runCommand } from './testing-commands.ts'

let folder: string
beforeAll(() => {
  folder = testFolder('placewell-import-')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function bring(name: string, content: string | Buffer, ...args: string[]) {
  writeFileSync(join(folder, name), content)
  return runCommand('import.ts', [...args, '--commit'], { dataDir: join(folder, 'data'), cwd: folder })
}

const head = 'Facility ID,Facility Name,City,State\n'
it.each([
  [
    'quote.csv',
    `${head}010001,ONE,DOTHAN,AL\n010002,"TWO,DOTHAN,AL\n010003,THREE,DOTHAN,AL\n`,
    'quote.csv cannot be read: Row 3, column 2 (Facility Name): the quote that opens this cell is not closed in its row',
  ],
  [
    'ragged.csv',
    `${head}010001,ONE,DOTHAN,AL,USA\n`,
    'ragged.csv cannot be read: Row 2 has 5 cells, but the headings name 4 columns.',
  ],
  [
    'lines.csv',
    `${head}010001,"ONE\nTWO",DOTHAN,AL\n`,
    'lines.csv cannot be read: Row 2, “Facility Name”: this cell has several lines.',
  ],
  [
    'book.csv',
    Buffer.from([0x50, 0x4b, 3, 4]),
    'book.csv cannot be read: This is an Excel workbook or a ZIP file, not a CSV file.',
  ],
  ['empty.csv', '', 'empty.csv cannot be read: The file is empty.'],
  ['headings.csv', head, 'headings.csv cannot be read: The file has headings and no rows below them.'],
])('%s ends the command with an error before a database is opened', (name, content, said) => {
  const answer = bring(name, content, 'sites', join(folder, name))
  expect(answer.code).toBe(1)
  expect(answer.said).toContain(said)
  // No database was created.
  expect(readdirSync(folder)).not.toContain('data')
})

it('a roster is refused the same way', () => {
  const answer = bring(
    'roster.csv',
    'email,first_name,last_name\na@b.edu,"Amy,Tan\nb@b.edu,Bo,Ng\n',
    'roster',
    join(folder, 'roster.csv'),
    '--as',
    'ana@school.edu',
  )
  expect(answer).toMatchObject({ code: 1, said: expect.stringContaining('Row 2, column 2 (first_name)') })
})
