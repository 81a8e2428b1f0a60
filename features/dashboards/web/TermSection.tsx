import { formatRange, isWithin, todayHere } from '#core/plain-date.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { TermCalendar, type TermMark } from '#ui/TermCalendar.tsx'
import type { DashboardSemester } from '../contract.ts'
import classes from './TermSection.module.css'

type TermSectionProps = {
  semester: DashboardSemester | null
  nextSemester: DashboardSemester | null
  /** Who does what if there is no term. */
  emptyText: string
}

/** The term as a calendar: the current one, else the next, with its holidays and breaks. */
function TermSection({ semester, nextSemester, emptyText }: TermSectionProps) {
  const term = semester ?? nextSemester
  if (!term)
    return (
      <PageSection title="Semester">
        <EmptyState compact title="No active semester" description={emptyText} />
      </PageSection>
    )
  const isNow = term === semester
  return (
    <PageSection
      title={isNow ? `This semester: ${term.name}` : `Next semester: ${term.name}`}
      description={formatRange(term.start_date, term.end_date)}
    >
      <TermCalendar
        label={term.name}
        startDate={term.start_date}
        endDate={term.end_date}
        today={todayHere()}
        marks={marksOf(term)}
      />
    </PageSection>
  )
}

/** The same, collapsed below the work; without a term, the message shows at once. */
export function TermCalendarBelow(props: TermSectionProps) {
  if (!props.semester && !props.nextSemester) return <TermSection {...props} />
  return (
    <details className={classes.folded}>
      <summary>Semester calendar</summary>
      <TermSection {...props} />
    </details>
  )
}

function marksOf(term: DashboardSemester): TermMark[] {
  const breaks = Array.isArray(term.settings['breaks'])
    ? (term.settings['breaks'] as { from: string; to: string; name: string }[])
    : []
  return [
    ...term.holidays.map(({ date, name }): TermMark => ({ date, kind: 'holiday', label: name })),
    ...breaks
      .filter(({ from }) => isWithin(from, term.start_date, term.end_date))
      .map(({ from, to, name }): TermMark => ({ date: from, endDate: to, kind: 'break', label: name })),
  ]
}
