import { specialtyName } from '#core/specialties.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { plainButtonProps } from '#ui/plain-button.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import type { Progress } from '../contract.ts'
import { areaGapWords, hoursWords, noneRequiredWords, uncreditedWords } from '../rules.ts'
import { BurnUp } from './BurnUp.tsx'
import { HoursTable } from './HoursTable.tsx'
import classes from './Progress.module.css'
import { type GapShifts, NextSteps, type StepHrefs } from './NextSteps.tsx'
import { ProgressRing } from './ProgressRing.tsx'
import { ProgressStatusBadge } from './ProgressStatusBadge.tsx'

// It is far down the page, so its code loads later.
const Ledger = lazy(() => import('./Ledger.tsx').then((file) => ({ default: file.Ledger })))

/** One student's progress: totals, risks with next steps, burn-up, specialties, courses and semesters. */
export function ProgressView({
  progress,
  hrefs,
  GapShifts,
  mayEnter = false,
}: {
  progress: Progress
  hrefs: StepHrefs
  GapShifts?: GapShifts | undefined
  /** True for the school, which enters hours and takes lines back. */
  mayEnter?: boolean
}): ReactNode {
  const { required, credited, scheduled, projected, gap, ends, board } = progress
  const { id: me } = useMe()
  const isOwn = me === progress.student_id
  const isInCohort = progress.cohort_id !== null
  const steps = <NextSteps {...{ progress, isOwn, hrefs, GapShifts }} />
  if (required === null && projected === 0)
    return (
      <>
        <EmptyState
          title={isInCohort ? 'No hours yet' : isOwn ? 'You are in no cohort' : 'In no cohort'}
          description={
            isInCohort
              ? 'Hours appear when a shift is scheduled or completed.'
              : noneRequiredWords({ isOwn, isInCohort })
          }
          action={
            hrefs.shifts && <LinkButton href={hrefs.shifts({ specialty: null })}>Find a shift</LinkButton>
          }
        />
        {steps}
        {mayEnter && (
          <Suspense fallback={<Skeletons shape="table" />}>
            <Ledger student={progress} mayEnter />
          </Suspense>
        )}
      </>
    )
  return (
    <>
      <PageSection
        title="Hours to graduate"
        actions={
          <>
            <ProgressStatusBadge standing={progress.standing} />
            <a
              download
              href={`/api/students/${progress.student_id}/progress/pdf`}
              {...plainButtonProps({ variant: 'default' })}
            >
              Save as PDF
            </a>
          </>
        }
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
        {required === null && <p className={classes.note}>{noneRequiredWords({ isOwn, isInCohort })}</p>}
      </PageSection>
      {steps}
      <PageSection title="Over time" folds>
        <BurnUp progress={progress} />
      </PageSection>
      {progress.by_specialty.length > 0 && (
        <PageSection title="By specialty">
          <div className={classes.rings}>
            {progress.by_specialty.map(({ specialty, ...part }) => (
              <ProgressRing key={specialty} label={specialtyName(specialty)} {...part} />
            ))}
          </div>
          {uncreditedWords(progress.by_specialty).map((words) => (
            <p className={classes.note} key={words}>
              {words}
            </p>
          ))}
          <details className={classes.details}>
            <summary>Show as a table</summary>
            <Rows
              label="Hours by specialty"
              heads={['Specialty', 'Required', 'Credited', 'Scheduled', 'Projected', 'Gap']}
              rows={progress.by_specialty.map((one) => [
                specialtyName(one.specialty),
                one.required,
                one.credited,
                one.scheduled,
                one.projected,
                one.gap,
              ])}
            />
          </details>
        </PageSection>
      )}
      <PageSection
        title="By course"
        folds
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
            'Projected',
            'Gap',
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
            one.projected,
            one.gap,
          ])}
        />
      </PageSection>
      <PageSection
        title="By semester"
        description="Each semester requires its share of the program, by its days."
        folds
      >
        <Rows
          label="Hours by semester"
          heads={['Semester', 'Required', 'Credited', 'Scheduled', 'Projected', 'Gap']}
          rows={progress.by_semester.map((one) => [
            one.name,
            one.required,
            one.credited,
            one.scheduled,
            one.projected,
            one.gap,
          ])}
        />
      </PageSection>
      <Suspense fallback={<Skeletons shape="table" />}>
        <Ledger student={progress} mayEnter={mayEnter} />
      </Suspense>
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
