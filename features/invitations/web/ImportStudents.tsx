import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { ImportScreen } from '#platform/web/kit/ImportScreen.tsx'
import { confirmDiscard } from '#platform/web/kit/leave.ts'
import { Banner } from '#ui/Banner.tsx'
import { columnLabels, columnsProblem, headingsOf, importColumns, importLimits } from '../rules.ts'
import { ReviewRoster } from './ReviewRoster.tsx'
import { SendingReport } from './SendingReport.tsx'
import { type ReadFiles, useRoster } from './use-roster.ts'

export type ImportStudentsProps = { read?: ReadFiles }

/** Invites many students from a file: read, review and correct the rows, then send the ready ones at once. */
export function ImportStudents({ read: readOthers }: ImportStudentsProps): ReactNode {
  const schoolId = useSchoolId()
  const file = useRoster(schoolId, readOthers)
  const { rows, roster, choosing, known } = file
  const [sent, setSent] = useState<{ jobId: string; results: ReadonlyMap<number, string> }>()
  const wouldLose = file.isCorrected && !sent
  useBlocker({
    shouldBlockFn: async () => wouldLose && !(await confirmDiscard()),
    enableBeforeUnload: () => wouldLose,
  })
  const unlessLost = async (go: () => void): Promise<void> => {
    if (!wouldLose || (await confirmDiscard())) go()
  }
  const startOver = () =>
    void unlessLost(() => {
      setSent(undefined)
      file.startOver()
    })

  if (!schoolId) return <Banner kind="warning">Choose the school you work in first.</Banner>
  if (sent && rows) return <SendingReport {...sent} rows={rows} onAgain={startOver} />
  const headings = choosing && headingsOf(choosing.roster.table!)
  if (choosing && headings)
    return (
      <ImportScreen
        step={{
          at: 'columns',
          ...headings,
          labels: columnLabels,
          problemOf: columnsProblem,
          columns: choosing.columns,
          onChosen: (columns) => void file.choose(choosing.roster, columns),
          onStartOver: startOver,
          children:
            'We couldn’t recognize every column. An email column and the students’ names are required; everything else is optional. We’ll remember your choices for your school’s next file.',
        }}
      />
    )
  if (!rows || !roster)
    return (
      <ChooseFile
        onTake={(files) => void file.open(files)}
        problem={file.problem}
        fromCanvas={Boolean(readOthers)}
      />
    )
  return (
    <ReviewRoster
      schoolId={schoolId}
      rows={rows}
      roster={roster}
      known={known}
      onColumns={roster.table && (() => void unlessLost(() => file.chooseAgain(roster)))}
      onRows={file.setRows}
      onStartOver={startOver}
      onSent={(jobId, results) => setSent({ jobId, results })}
    />
  )
}

type ChooseFileProps = {
  onTake: (files: File[]) => void
  problem: string | undefined
  fromCanvas: boolean
}

function ChooseFile({ onTake, problem, fromCanvas }: ChooseFileProps) {
  const example = ['jordan.lee@school.edu', 'Jordan', 'Lee', '0042', 'Fall 2026', 'BSN', '414 555 0100']
  return (
    <ImportScreen
      step={{
        at: 'file',
        title: 'Choose a file',
        label: fromCanvas ? 'CSV or Excel files' : undefined,
        isMultiple: fromCanvas,
        description: `At most ${formatNumber(importLimits.rows)} rows and 1 MB.`,
        maxBytes: importLimits.bytes,
        onTake,
        problem,
        template: {
          filename: 'placewell-students-template.csv',
          headings: importColumns.map(({ field }) => field),
          example,
        },
        children: (
          <>
            <Text size="sm" maw={680}>
              A CSV or Excel file with one student per row. The first row names the columns: an email address
              and the student’s name (in one column or two), and optionally student ID, cohort, program and
              phone. If we don’t recognize a column, you can match it. Nothing is sent until you review every
              row.
            </Text>
            {fromCanvas && (
              <Text size="sm" maw={680}>
                From Canvas: the files of its SIS export, <b>users.csv</b> and <b>enrollments.csv</b>{' '}
                together. Teachers, deleted users and people who are not enrolled are left out, each with the
                reason.
              </Text>
            )}
          </>
        ),
      }}
    />
  )
}
