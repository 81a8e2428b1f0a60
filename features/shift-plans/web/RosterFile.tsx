import { type ReactNode, useState } from 'react'
import { FileProblem } from '#core/text-file.ts'
import { readTable } from '#platform/web/read-table.ts'
import { TABLE_FILES } from '#platform/web/table-files.ts'
import { ImportScreen } from '#platform/web/kit/ImportScreen.tsx'
import { rosterText } from '../rules.ts'

const template = {
  filename: 'roster-example.csv',
  headings: ['Date', 'Start time', 'End time', 'Unit', 'Site', 'Students', 'Instructor', 'Course'],
  example: [
    '2027-02-02',
    '7:00 AM',
    '3:00 PM',
    '5 East Medical-Surgical',
    'Harborview Medical Center',
    '8',
    '',
    'NURS 210',
  ],
}

async function tableIn(file: File): Promise<string[][]> {
  const start = await file.slice(0, 5).text()
  if (start !== '%PDF-') return readTable(file)
  const { readPdfTable } = await import('./read-pdf.ts')
  return readPdfTable(file)
}

/** A roster whose rows become the text of a plan. */
export function RosterFile({ onText }: { onText: (text: string, name: string) => void }): ReactNode {
  const [problem, setProblem] = useState<string | null>(null)
  const [leftOut, setLeftOut] = useState<string[]>([])
  const read = async ([file]: readonly File[]) => {
    setProblem(null)
    setLeftOut([])
    if (!file) return
    try {
      const roster = rosterText(await tableIn(file))
      setProblem(roster.problem)
      setLeftOut(roster.leftOut)
      if (roster.problem === null) onText(roster.text, file.name.slice(-200))
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      setProblem(error.message)
    }
  }
  return (
    <ImportScreen
      step={{
        at: 'file',
        label: 'Roster (CSV, Excel or PDF)',
        accept: `${TABLE_FILES},.pdf`,
        description: 'At most 300 rows and 1 MB.',
        maxBytes: 1_000_000,
        onTake: (files) => void read(files),
        problem: problem ?? undefined,
        template,
        children: (
          <>
            <p>
              One row for each shift, or for each series by weekday. The rows become the text above, which you
              can change.
            </p>
            {leftOut.length > 0 && (
              <output>Left out, and not sent: {leftOut.map((one) => `“${one}”`).join(', ')}.</output>
            )}
          </>
        ),
      }}
    />
  )
}
