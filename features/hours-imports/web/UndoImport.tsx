import { Button, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { hoursWords } from '#features/hours/rules.ts'
import { hasEnded, JobProgress, useJob } from '#features/jobs/web/public.ts'
import type { Question } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { toast } from '#ui/toast.ts'
import { hoursImports, hoursTouches } from './queries.ts'

type UndoProps = {
  jobId: string
  fileName: string
  /** How many rows were just imported, for the toast that offers to undo them; 0 for an earlier import. */
  justImported?: number | undefined
  /** Opens the confirmation at once, because the user pressed undo in the list. */
  asksAtOnce?: boolean | undefined
}

/** Says how much of the import still counts, with the button that takes it back, then shows the progress. */
export function UndoImport({ jobId, fileName, justImported = 0, asksAtOnce = false }: UndoProps): ReactNode {
  const query = useQuery({ ...hoursImports.get.queryOptions({ input: { job_id: jobId } }), staleTime: 0 })
  const [undoId, setUndoId] = useState<string>()
  const undo = useMutation({
    ...hoursImports.undo.mutationOptions(),
    meta: { quiet: true, done: 'The import is being undone' },
    onSuccess: ({ job_id }) => setUndoId(job_id),
  })
  const { lines = 0, minutes = 0, students = 0 } = query.data ?? {}
  const what = `${hoursWords(minutes / 60)} of ${students === 1 ? '1 student' : `${formatNumber(students)} students`}`
  const { begin, dialog } = useActions<{ id: string }>(
    [
      {
        id: 'undo',
        label: 'Undo this import…',
        danger: true,
        ask: (): Question => ({
          title: 'Undo this import?',
          body: `${what} from ${fileName} are taken back. The lines stay in the ledger, each with one that reverses it, and each student is notified once with your reason.`,
          confirmLabel: 'Undo the import',
          reason: { label: 'Reason', isRequired: true, placeholder: 'It was the file of another class.' },
        }),
        run: ({ id }, { reason, tick }) =>
          undo.mutateAsync({ job_id: id, undo_id: crypto.randomUUID(), reason, ...tick }),
      },
    ],
    { nameOf: () => fileName },
  )
  const ask = () => begin('undo', [{ id: jobId }])
  useOnce(lines > 0 && justImported > 0, () =>
    toast.undo(
      justImported === 1 ? '1 row imported' : `${formatNumber(justImported)} rows imported`,
      ask,
      'Undo…',
    ),
  )
  useOnce(lines > 0 && asksAtOnce, ask)
  if (undoId) return <Undoing jobId={undoId} />
  if (!query.data) return null
  if (lines === 0) return <Text size="sm">Nothing of this import counts anymore.</Text>
  return (
    <>
      <Text size="sm">{`${what} of this import count.`}</Text>
      <div>
        <Button
          color="red"
          variant="light"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          loading={undo.isPending}
          onClick={ask}
        >
          Undo this import…
        </Button>
      </div>
      {dialog}
    </>
  )
}

/** Runs an action the first time that the condition is true. */
function useOnce(isSo: boolean, act: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isSo || isDone.current) return
    isDone.current = true
    act()
  })
}

function Undoing({ jobId }: { jobId: string }): ReactNode {
  const { data: job } = useJob(jobId, hoursTouches)
  const isOver = job !== undefined && hasEnded(job)
  return (
    <>
      <Text size="sm" fw={600}>
        {isOver ? 'The import was undone' : 'Undoing the import…'}
      </Text>
      <JobProgress job={job} />
    </>
  )
}
