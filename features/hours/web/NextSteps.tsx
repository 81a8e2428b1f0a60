import { specialtyName } from '#core/specialties.ts'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { Concern, Progress, Risk } from '../contract.ts'
import { concernWords, credentialRiskWords, riskWords } from '../rules.ts'
import classes from './Progress.module.css'
import { useConcerns } from './queries.ts'

/** Renders open shifts that can be picked at once; the feature that has them provides it. */
export type GapShifts = ComponentType<{ specialty: string | null }>

/** The pages where the reader resolves each risk; undefined for those they cannot resolve. */
export type StepHrefs = {
  /** The page with shifts that would close a gap. */
  shifts?: ((risk: Pick<Risk, 'specialty'>) => string) | undefined
  /** The page for arranging make-up hours; without it, the page with shifts. */
  makeUps?: string | undefined
  credentials?: string | undefined
  concern?: ((concern: Concern) => string | undefined) | undefined
}

/** Risks that another shift would remove. */
const closable: readonly Risk['code'][] = ['hours_short', 'specialty_short']

const stepLabels: Record<Concern['code'], string> = {
  absence_limit: 'Attendance',
  evaluation_missing: 'Evaluation',
  eval_ni: 'Evaluation',
}

/** Lists why a student is at risk, each with a link to resolve it; renders nothing if they are not. */
export function NextSteps({
  progress: { student_id: student, risks },
  isOwn,
  hrefs,
  GapShifts,
}: {
  progress: Progress
  isOwn: boolean
  hrefs: StepHrefs
  GapShifts?: GapShifts | undefined
}): ReactNode {
  const { credentials = null, concerns = [] } = useConcerns(isOwn ? undefined : [student]).get(student) ?? {}
  const open = risks.filter(({ code }) => closable.includes(code))
  const toClose = open.find(({ specialty }) => specialty !== null) ?? open[0]
  if (risks.length + concerns.length === 0 && !credentials) return null
  return (
    <PageSection title="What to do next">
      <ul className={classes.risks}>
        {credentials && (
          <Step
            words={credentialRiskWords(credentials)}
            href={hrefs.credentials}
            label={isOwn ? 'Add credentials' : 'Credentials'}
          />
        )}
        {concerns.map((concern) => (
          <Step
            key={concern.code}
            words={concernWords(concern)}
            href={hrefs.concern?.(concern)}
            label={stepLabels[concern.code]}
          />
        ))}
        {risks.map((risk) => (
          <Step
            key={`${risk.code} ${risk.specialty ?? ''}`}
            words={riskWords(risk)}
            {...stepOf(risk, hrefs)}
          />
        ))}
      </ul>
      {/* A shift of the specialty that lacks most closes both gaps. */}
      {GapShifts && toClose && (
        <Suspense fallback={null}>
          <GapShifts specialty={toClose.specialty} />
        </Suspense>
      )}
    </PageSection>
  )
}

/** The link for resolving a risk, and its label. */
function stepOf(
  { code, specialty }: Risk,
  { shifts, makeUps }: StepHrefs,
): { href: string | undefined; label: string } {
  if (code === 'make_up' && makeUps) return { href: makeUps, label: 'Make-ups' }
  return {
    href: code === 'sim_over' ? undefined : shifts?.({ specialty }),
    label: specialty ? `Open shifts in ${specialtyName(specialty)}` : 'Open shifts',
  }
}

function Step({ words, href, label }: { words: string; href: string | undefined; label: string }): ReactNode {
  return (
    <li>
      <span>{words}</span>
      {href && (
        <LinkButton href={href} size="sm" variant="default">
          {label}
        </LinkButton>
      )}
    </li>
  )
}
