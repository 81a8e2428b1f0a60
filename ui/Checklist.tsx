import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { Link } from './Link.tsx'
import classes from './Checklist.module.css'

export interface ChecklistStep {
  id: string
  label: string
  done: boolean
  description?: ReactNode
  /** Where to do the step. */
  href?: string
  /** Why it cannot be done yet. */
  blocked?: string | undefined
}

/** Steps done and to do, with the first open one highlighted. */
export function Checklist({
  steps,
  label = 'Next steps',
}: {
  steps: readonly ChecklistStep[]
  label?: string
}) {
  const next = steps.find((step) => !step.done && !step.blocked)
  const done = steps.filter((step) => step.done).length
  return (
    <div>
      <p className={classes.count}>
        {done} of {steps.length} done
      </p>
      <div className={classes.bar} aria-hidden>
        <span style={{ width: `${steps.length === 0 ? 0 : (done / steps.length) * 100}%` }} />
      </div>
      <ol className={classes.list} aria-label={label}>
        {steps.map((step) => (
          <li
            key={step.id}
            className={classes.step}
            data-done={step.done || undefined}
            data-next={step === next || undefined}
          >
            <span className={classes.mark}>
              {step.done && <IconCheck size={14} stroke={3} aria-hidden />}
            </span>
            <div className={classes.words}>
              <div className={classes.label}>
                {step.href && !step.blocked ? (
                  <Link href={step.href} className={classes.link}>
                    {step.label}
                  </Link>
                ) : (
                  step.label
                )}
                <span className={classes.hidden}>{step.done ? ', done' : ', to do'}</span>
              </div>
              {(step.blocked ?? step.description) && (
                <div className={classes.description}>{step.blocked ?? step.description}</div>
              )}
            </div>
            {step.href && !step.blocked && (
              <IconChevronRight size={16} className={classes.arrow} aria-hidden />
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
