import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { toCsv } from '#core/csv.ts'
import { hasEnded, JobProgress, useJob } from '#features/jobs/web/public.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { HoursRow } from '../contract.ts'
import { type HoursField, hoursColumns } from '../rules.ts'
import { hoursLists, hoursOutcomes } from './queries.ts'

type ImportReportProps = {
  jobId: string
  fileName: string
  rows: readonly HoursRow[]
  onAgain: () => void
}

/** How far the import of a file is, then what became of every row. */
export function ImportReport({ jobId, fileName, rows, onAgain }: ImportReportProps): ReactNode {
  const { data: job } = useJob(jobId)
  const client = useQueryClient()
  const isOver = job !== undefined && hasEnded(job)
  const added = job ? job.done - job.refused : 0
  useEffect(() => {
    if (isOver) for (const queryKey of hoursLists) void client.invalidateQueries({ queryKey, refetchType: 'all' }) // prettier-ignore
  }, [isOver, client])
  const save = useMutation({
    mutationFn: () => hoursOutcomes(jobId),
    meta: { failed: 'The report could not be downloaded' },
    onSuccess: (items) => {
      const results = new Map(items.map(({ key, status, message }) => [Number(key), status === 'done' ? 'Imported' : (message ?? status)])) // prettier-ignore
      const fields = Object.keys(hoursColumns) as HoursField[]
      const lines = rows.map((row) => [row.line, ...fields.map((field) => row[field]), results.get(row.line)])
      saveFile('placewell-hours-report.csv', toCsv(['Row', ...Object.values(hoursColumns), 'Result'], lines))
    },
  })
  return (
    <PageSection
      title={isOver ? `${added.toLocaleString('en-US')} of ${rows.length.toLocaleString('en-US')} rows imported` : `Importing ${fileName}…`} // prettier-ignore
    >
      <Stack maw={640}>
        <JobProgress job={job} />
        {!isOver && (
          <Text size="sm" c="dimmed">
            You can close this: the import goes on. Your jobs show how far it is.
          </Text>
        )}
        <Group>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={!isOver}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            Download the report
          </Button>
          <Button variant="default" disabled={!isOver} onClick={onAgain}>
            Import another file
          </Button>
        </Group>
      </Stack>
    </PageSection>
  )
}
