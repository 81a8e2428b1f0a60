import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toCsv } from '#core/csv.ts'
import { formatNumber } from '#core/number-text.ts'
import { hasEnded, JobProgress, useJob } from '#features/jobs/web/public.ts'
import { ImportScreen } from '#platform/web/kit/ImportScreen.tsx'
import { saveFile } from '#platform/web/save-file.ts'
import type { HoursRow } from '../contract.ts'
import { type HoursField, hoursColumns } from '../rules.ts'
import { hoursOutcomes, hoursTouches } from './queries.ts'
import { UndoImport } from './UndoImport.tsx'

type ImportReportProps = {
  jobId: string
  fileName: string
  /** The rows of the file, while it is open; an earlier import is reported from its job's rows. */
  rows?: readonly HoursRow[] | undefined
  /** True if the user chose to undo it in the list. */
  asksUndo?: boolean | undefined
  onAgain: () => void
}

/** The progress of an import, then the result of every row; while any of it counts, all of it can be undone. */
export function ImportReport({ jobId, fileName, rows, asksUndo, onAgain }: ImportReportProps): ReactNode {
  const { data: job } = useJob(jobId, hoursTouches)
  const isOver = job !== undefined && hasEnded(job)
  const added = job ? job.done - job.refused : 0
  const total = rows?.length ?? job?.total ?? 0
  const save = useMutation({
    mutationFn: () => hoursOutcomes(jobId),
    meta: { failed: 'The report could not be downloaded' },
    onSuccess: (items) => {
      const resultOf = ({ status, message }: (typeof items)[number]) =>
        status === 'done' ? 'Imported' : (message ?? status)
      if (!rows)
        return saveFile(
          'placewell-hours-report.csv',
          toCsv(
            ['Row', 'Result'],
            items.map((item) => [item.label, resultOf(item)]),
          ),
        )
      const results = new Map(items.map((item) => [Number(item.key), resultOf(item)]))
      const fields = Object.keys(hoursColumns) as HoursField[]
      const lines = rows.map((row) => [row.line, ...fields.map((field) => row[field]), results.get(row.line)])
      saveFile('placewell-hours-report.csv', toCsv(['Row', ...Object.values(hoursColumns), 'Result'], lines))
    },
  })
  return (
    <ImportScreen
      step={{
        at: 'report',
        title: isOver
          ? `${formatNumber(added)} of ${formatNumber(total)} rows imported`
          : `Importing ${fileName}…`,
        hint: 'You can close this: the import continues. Recent jobs in your menu shows its progress.',
        isOver,
        save: { isPending: save.isPending, mutate: () => save.mutate() },
        onAgain,
        undo: (
          <UndoImport jobId={jobId} fileName={fileName} justImported={rows && added} asksAtOnce={asksUndo} />
        ),
        children: <JobProgress job={job} />,
      }}
    />
  )
}
