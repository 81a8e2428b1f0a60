import { Progress, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toCsv } from '#core/csv.ts'
import { formatNumber } from '#core/number-text.ts'
import { hasEnded, JobProgress, useJob } from '#features/jobs/web/public.ts'
import { ImportScreen } from '#platform/web/kit/ImportScreen.tsx'
import { saveFile } from '#platform/web/save-file.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import type { ImportRow } from '../contract.ts'
import { importColumns, outcomeLabel } from '../rules.ts'
import { invitationLists, invitations, outcomesOf } from './queries.ts'
import { unsentWords } from './sending-words.ts'

type SendingReportProps = {
  jobId: string
  /** What was known of every row before sending, by line, including rows not to be sent. */
  results: ReadonlyMap<number, string>
  rows: readonly ImportRow[]
  onAgain: () => void
}

/** The progress of a file's invitations, then the result of every row and the progress of their emails. */
export function SendingReport({ jobId, results, rows, onAgain }: SendingReportProps): ReactNode {
  const { data: job } = useJob(jobId, invitationLists)
  const isOver = job !== undefined && hasEnded(job)
  const sent = job ? job.done - job.refused : 0
  const save = useMutation({
    mutationFn: () => outcomesOf(jobId),
    meta: { failed: 'The report could not be downloaded' },
    onSuccess: (items) => {
      const all = new Map([
        ...results,
        ...items.map((item) => [Number(item.key), outcomeLabel(item)] as const),
      ])
      const lines = rows.map((row) => [
        row.line,
        ...importColumns.map(({ field }) => row[field]),
        all.get(row.line),
      ])
      const header = ['Row', ...importColumns.map(({ label }) => label), 'Result']
      saveFile('placewell-import-report.csv', toCsv(header, lines))
    },
  })
  return (
    <ImportScreen
      step={{
        at: 'report',
        title: isOver ? `${plural(sent)} sent` : `Sending ${plural(job?.total ?? 0)}…`,
        hint: 'You can leave this page: sending continues. Recent jobs in your menu shows its progress.',
        isOver,
        save: { isPending: save.isPending, mutate: () => save.mutate() },
        buttons: <LinkButton href="/school/students?view=invitations">See the invitations</LinkButton>,
        onAgain,
        children: (
          <>
            <JobProgress job={job} />
            {isOver && sent < rows.length && <Text size="sm">{unsentWords(rows.length - sent)}</Text>}
            {isOver && sent > 0 && <Mails batchId={jobId} sent={sent} />}
          </>
        ),
      }}
    />
  )
}

/** The progress of the emails. */
function Mails({ batchId, sent }: { batchId: string; sent: number }): ReactNode {
  const progress = useQuery({
    ...invitations.batch.queryOptions({ input: { id: batchId } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && state.data.mailed + state.data.failed >= state.data.total ? false : 2_000,
  })
  const { total = sent, mailed = 0, failed = 0 } = progress.data ?? {}
  const percent = (count: number): number => (total === 0 ? 0 : (count / total) * 100)
  return (
    <div>
      <Text size="sm" component="output">
        {mailed} of {total} emails sent{failed > 0 ? `, ${failed} could not be delivered` : ''}.
      </Text>
      <Progress.Root aria-label="Emails">
        <Progress.Section value={percent(mailed)} color="green" aria-label="Emails sent" />
        <Progress.Section value={percent(failed)} color="red" aria-label="Emails not delivered" />
      </Progress.Root>
    </div>
  )
}

const plural = (count: number): string => `${formatNumber(count)} invitation${count === 1 ? '' : 's'}`
