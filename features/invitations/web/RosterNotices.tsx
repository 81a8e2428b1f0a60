import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { howMany } from '#core/number-text.ts'
import { visibleText } from '#core/visible-text.ts'
import { Banner } from '#ui/Banner.tsx'
import type { ImportRow } from '../contract.ts'
import { fillCohort, namesNoCohort } from '../rules.ts'
import type { RosterLine } from './roster-lines.ts'
import { UnknownCohorts, WithoutCohort } from './UnknownCohorts.tsx'
import type { Roster, useRoster } from './use-roster.ts'

interface RosterNoticesProps {
  schoolId: string
  rows: ImportRow[]
  lines: readonly RosterLine[]
  roster: Roster
  known: ReturnType<typeof useRoster>['known']
  /** Chooses the columns again, if that is possible. */
  onColumns: (() => void) | undefined
  onRows: (rows: ImportRow[]) => void
}

/** What the user can settle for many rows at once, and what was not read or not checked. */
export function RosterNotices({
  schoolId,
  rows,
  lines,
  roster: { ignored, notes = [] },
  known,
  onColumns,
  onRows,
}: RosterNoticesProps): ReactNode {
  const { cohorts } = known
  const unknown = new Map<string, number>()
  for (const { row, verdict } of lines) {
    const name = visibleText(row.cohort)
    if (verdict?.verdict === 'no_cohort') unknown.set(name, (unknown.get(name) ?? 0) + 1)
  }
  return (
    <>
      {ignored.length > 0 && (
        <Banner
          kind="info"
          title={`${howMany(ignored.length, 'column')} not used`}
          action={
            onColumns && (
              <Button size="xs" variant="default" onClick={onColumns}>
                Choose columns
              </Button>
            )
          }
        >
          {ignored.join(', ')}
        </Banner>
      )}
      {unknown.size > 0 && cohorts && (
        <UnknownCohorts
          schoolId={schoolId}
          unknown={[...unknown].map(([name, count]) => ({ name, rows: count }))}
          cohorts={cohorts}
          onChoose={(name, cohort) =>
            onRows(rows.map((row) => (visibleText(row.cohort) === name ? { ...row, cohort } : row)))
          }
          onCreated={() => void known.learn([])}
        />
      )}
      {cohorts && (
        <WithoutCohort
          rows={lines.filter(({ row, verdict }) => verdict?.verdict === 'ok' && namesNoCohort(row)).length}
          cohorts={cohorts}
          onChoose={(cohort) => onRows(fillCohort(rows, cohort))}
        />
      )}
      {notes.length > 0 && (
        <Banner kind="info" title="What doesn’t match in these files">
          {notes.map((note) => (
            <div key={note}>{note}</div>
          ))}
        </Banner>
      )}
      {known.check.error && (
        <Banner
          kind="warning"
          live
          title="The addresses could not be compared with your school’s records"
          action={
            <Button size="xs" variant="default" onClick={() => void known.learn(rows)}>
              Try again
            </Button>
          }
        >
          {known.check.error.message} We check every row again when you send.
        </Banner>
      )}
    </>
  )
}
