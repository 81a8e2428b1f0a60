import { heldStates, type ShiftStatus } from '#core/shift-statuses.ts'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { isRefusal } from '#platform/web/api.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { toastFailure } from '#platform/web/app-errors.ts'
import { FailedState } from '#ui/FailedState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { toast } from '#ui/toast.ts'
import type { Report } from '../contract.ts'
import { isOpenReport } from '../rules.ts'
import { reports, useDecideReport, notReminded, useRemindInstructors } from './queries.ts'
import { ReportSummary } from './ReportSummary.tsx'
import { ReportBadge, unsubmittedWords } from './ReportBadge.tsx'

/**
 * The report on the page of a shift: the school reads and decides it, its instructor continues to write it; nothing until it is opened.
 */
export function ShiftReport({ shift }: { shift: { id: string; status: ShiftStatus } }): ReactNode {
  const { role } = useMe()
  const query = useQuery({
    ...reports.get.queryOptions({ input: { shift_id: shift.id } }),
    enabled: heldStates.includes(shift.status),
    staleTime: 0,
  })
  if (query.isError && !query.data && !isRefusal(query.error))
    return (
      <FailedState
        title="The shift report couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  if (!query.data) return null
  const report = query.data
  const isOpen = isOpenReport(report.status)
  return (
    <PageSection title="Shift report" actions={<ReportBadge report={report} />}>
      {role === 'proctor' && isOpen ? (
        <LinkButton href={`/proctor/shift-reports?shift=${shift.id}`}>Write the report</LinkButton>
      ) : (
        <>
          {!isOpen && <ReportSummary report={report} />}
          {isOpen && <p>{unsubmittedWords(report)}</p>}
          {report.is_overdue && role !== 'proctor' && <Remind shiftId={shift.id} />}
          {role !== 'proctor' && report.status === 'submitted' && <Decide report={report} />}
        </>
      )}
    </PageSection>
  )
}

function Remind({ shiftId }: { shiftId: string }): ReactNode {
  const remind = useRemindInstructors()
  return (
    <Button
      variant="default"
      loading={remind.isPending}
      onClick={() =>
        remind.mutate(
          { shift_ids: [shiftId] },
          {
            onSuccess: ({ reminded }) =>
              reminded.length > 0
                ? toast.success('Instructor reminded')
                : toast.warning('No reminder was sent', notReminded),
            onError: (error) => toastFailure('No reminder was sent', error),
          },
        )
      }
    >
      Remind instructor
    </Button>
  )
}

function Decide({ report }: { report: Report }): ReactNode {
  const decide = useDecideReport()
  const key = { shift_id: report.shift_id, version: report.version }
  const [giveBack, dialog] = useAction({
    label: 'Return report',
    ask: () => ({
      title: 'Return this report?',
      body: 'The instructor is notified, corrects it, and submits it again.',
      reason: { label: 'What is missing?', isRequired: true },
    }),
    run: (_, { reason, tick }) => decide.mutateAsync({ ...key, ...tick, decision: 'return', reason }),
    tellsFailure: true,
  })
  return (
    <Group gap="sm" mt="sm">
      <Button
        loading={decide.isPending}
        onClick={() => decide.mutate({ ...key, decision: 'accept', reason: null })}
      >
        Accept and post hours
      </Button>
      <Button variant="default" onClick={() => giveBack({})}>
        Return…
      </Button>
      {dialog}
    </Group>
  )
}
