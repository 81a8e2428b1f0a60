import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { AuditTrail } from '#features/audit/web/public.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { Cohort, CohortChange, Membership } from '../contract.ts'
import { beginReasonLabels, endReasonLabels, spanWords } from '../rules.ts'
import { useUndoChange } from './mutations.ts'
import { cohorts } from './queries.ts'

/** The history of a cohort: bulk changes (each can be undone for 24 hours), every membership, and the audit trail. */
export function CohortHistory({ cohort }: { cohort: Cohort }): ReactNode {
  const changes = useQuery(cohorts.listChanges.queryOptions({ input: { id: cohort.id } }))
  const stays = useQuery(cohorts.roster.queryOptions({ input: { id: cohort.id } }))
  const undo = useUndoChange()
  return (
    <>
      <PageSection title="Students moved" description="Each can be undone for 24 hours.">
        <Loaded
          query={changes}
          failedTitle="The changes couldn’t be loaded"
          empty={{ title: 'No moves yet', titleOrder: 3, compact: true }}
        >
          {(rows) => (
            <Timeline
              label="Students moved"
              most={100}
              events={rows.map((change) => ({
                id: change.id,
                title: titleOf(change, cohort),
                ...(change.created_by_name && { by: change.created_by_name }),
                at: change.created_at,
                note: (
                  <>
                    {change.note && <div>“{change.note}”</div>}
                    {change.undone_at && (
                      <div>{`Undone for ${formatNumber(change.undone_count ?? 0)} of ${formatNumber(change.student_count)}.`}</div>
                    )}
                    {change.may_undo && (
                      <Button
                        size="xs"
                        variant="default"
                        loading={undo.isPending && undo.variables.id === change.id}
                        onClick={() => undo.mutate({ id: change.id })}
                      >
                        Undo
                      </Button>
                    )}
                  </>
                ),
              }))}
            />
          )}
        </Loaded>
      </PageSection>
      <PageSection title="All students, past and present" look="flush">
        <Loaded
          query={stays}
          failedTitle="The history couldn’t be loaded"
          empty={{ title: 'No former students', titleOrder: 3, compact: true }}
        >
          {(rows) => (
            <DataTable
              label="All students, past and present"
              rows={rows.filter(({ from_date, to_date }) => from_date !== to_date)}
              columns={columns}
              rowKey={({ membership_id }) => membership_id}
            />
          )}
        </Loaded>
      </PageSection>
      <PageSection title="Trail">
        <AuditTrail
          label={`What happened to ${cohort.name}`}
          entity="cohorts"
          entityId={cohort.id}
          empty={{ title: 'Nothing recorded yet' }}
        />
      </PageSection>
    </>
  )
}

function titleOf(
  { kind, student_count, on_date, end_reason, cohort_id }: CohortChange,
  cohort: Cohort,
): string {
  const who = student_count === 1 ? '1 student' : `${formatNumber(student_count)} students`
  const day = formatDate(on_date)
  if (kind === 'graduation') return `${who} graduated on ${day}`
  if (kind === 'end')
    return `${who} left on ${day}: ${end_reason ? endReasonLabels[end_reason].toLowerCase() : ''}`
  return cohort_id === cohort.id
    ? `${who} moved here from ${day} on`
    : `${who} moved to another cohort from ${day} on`
}

const columns: Column<Membership>[] = [
  {
    key: 'name',
    title: 'Student',
    render: ({ full_name, student_id, is_here }) =>
      is_here ? <Link href={`/school/students/${student_id}`}>{full_name}</Link> : full_name,
  },
  { key: 'stay', title: 'In this cohort', render: (stay) => spanWords(stay) },
  {
    key: 'why',
    title: 'Came and went',
    render: ({ reason, end_reason }) => (
      <Text span size="sm">
        {beginReasonLabels[reason]}
        {end_reason && ` → ${endReasonLabels[end_reason]}`}
      </Text>
    ),
  },
]
