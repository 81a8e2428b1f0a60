import type { ComponentType, ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { specialtyLabels } from '#features/facilities/rules.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import type { Progress, Risk } from '../contract.ts'
import { areaGapWords, hoursWords, riskWords } from '../rules.ts'
import { BurnUp } from './BurnUp.tsx'
import { HoursTable } from './HoursTable.tsx'
import { Ledger } from './Ledger.tsx'
import classes from './Progress.module.css'
import { ProgressRing } from './ProgressRing.tsx'
import { StandingBadge } from './StandingBadge.tsx'

/** Where the shifts are that would close a gap. */
export type ShiftsHref = (risk: Pick<Risk, 'specialty'>) => string

/** The open shifts themselves, each one press away; drawn by the feature that has them. */
export type GapShifts = ComponentType<{ specialty: string | null }>

/** A risk that a shift more would take away. */
const closable: readonly Risk['code'][] = ['hours_short', 'specialty_short']

const labelOf = (specialty: string) => specialtyLabels[specialty as Specialty] ?? specialty

/** How far one student is: totals, why they are at risk with the next step, the burn-up, specialties, courses and semesters. */
export function ProgressView({
  progress,
  shiftsHref,
  GapShifts,
  mayEnter = false,
}: {
  progress: Progress
  shiftsHref?: ShiftsHref | undefined
  GapShifts?: GapShifts | undefined
  /** The school enters hours and takes lines back. */
  mayEnter?: boolean
}): ReactNode {
  const { required, credited, scheduled, projected, gap, over, ends, board, risks } = progress
  const open = risks.filter(({ code }) => closable.includes(code))
  const toClose = open.find(({ specialty }) => specialty !== null) ?? open[0]
  if (required === null && projected === 0)
    return (
      <>
        <EmptyState
          title="No hours yet"
          description="Hours appear when a shift is scheduled or completed."
          action={shiftsHref && <LinkButton href={shiftsHref({ specialty: null })}>Find a shift</LinkButton>}
        />
        {mayEnter && <Ledger student={progress} mayEnter />}
      </>
    )
  return (
    <>
      <PageSection
        title="Hours to graduate"
        actions={<StandingBadge standing={progress.standing} />}
        description={ends ? `Expected graduation: ${formatDate(ends)}` : undefined}
      >
        <ProgressRing
          label={progress.program_name ?? 'All hours'}
          {...{ credited, scheduled, required }}
          isLarge
        />
        <StatGrid>
          <StatCard label="Required" value={required === null ? '—' : hoursWords(required)} />
          <StatCard label="Credited" value={hoursWords(credited)} />
          <StatCard label="Scheduled" value={hoursWords(scheduled)} />
          <StatCard label="Projected" value={hoursWords(projected)} hint="Credited and scheduled" />
          <StatCard
            label="Gap"
            value={gap === null ? '—' : hoursWords(gap)}
            hint={areaGapWords(progress.by_specialty) || 'Not scheduled yet'}
          />
        </StatGrid>
        {over > 0 && (
          <p className={classes.note}>
            {hoursWords(over)} of simulation are above the limit and not credited.
          </p>
        )}
      </PageSection>
      {risks.length > 0 && (
        <PageSection title="What to do next">
          <ul className={classes.risks}>
            {risks.map((risk) => (
              <li key={`${risk.code} ${risk.specialty ?? ''}`}>
                <span>{riskWords(risk)}</span>
                {shiftsHref && risk.code !== 'sim_over' && (
                  <LinkButton href={shiftsHref(risk)} size="sm" variant="default">
                    {risk.specialty ? `Open shifts in ${labelOf(risk.specialty)}` : 'Open shifts'}
                  </LinkButton>
                )}
              </li>
            ))}
          </ul>
          {/* A shift of the specialty that lacks most closes both gaps. */}
          {GapShifts && toClose && <GapShifts specialty={toClose.specialty} />}
        </PageSection>
      )}
      <PageSection title="Over time">
        <BurnUp progress={progress} />
      </PageSection>
      {progress.by_specialty.length > 0 && (
        <PageSection title="By specialty">
          <div className={classes.rings}>
            {progress.by_specialty.map(({ specialty, ...part }) => (
              <ProgressRing key={specialty} label={labelOf(specialty)} {...part} />
            ))}
          </div>
        </PageSection>
      )}
      <PageSection
        title="By course"
        description={
          board ? (
            <>
              Simulation counts by the rule of {board.jurisdiction} in force since{' '}
              {formatDate(board.effective_from)}
              {board.source_url && (
                <>
                  {' '}
                  (<Link href={board.source_url}>source</Link>)
                </>
              )}
              .
            </>
          ) : undefined
        }
      >
        <Rows
          label="Hours by course"
          heads={[
            'Course',
            'Required',
            'Direct care',
            'Simulation',
            'Other',
            'Not credited',
            'Credited',
            'Scheduled',
          ]}
          rows={progress.by_course.map((one) => [
            one.course ?? 'No course',
            one.required,
            one.direct,
            one.simulation,
            one.other,
            one.over,
            one.credited,
            one.scheduled,
          ])}
        />
      </PageSection>
      <PageSection title="By semester">
        <Rows
          label="Hours by semester"
          heads={['Semester', 'Posted', 'Scheduled']}
          rows={progress.by_semester.map((one) => [one.name, one.credited, one.scheduled])}
        />
      </PageSection>
      <Ledger student={progress} mayEnter={mayEnter} />
    </>
  )
}

function Rows({
  label,
  heads,
  rows,
}: {
  label: string
  heads: readonly string[]
  rows: readonly (readonly [string, ...(number | null)[]])[]
}): ReactNode {
  return (
    <HoursTable
      {...{ label, heads }}
      rows={rows.map(([name, ...figures]) => ({
        key: name,
        name,
        cells: figures.map((figure) => ({ text: figure === null ? '—' : hoursWords(figure) })),
      }))}
    />
  )
}
