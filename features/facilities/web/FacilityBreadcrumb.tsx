import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import type { FacilityKind } from '../contract.ts'
import { detailHref } from './paths.ts'

type FacilityBreadcrumbProps = {
  /** From the top down to the place itself. */
  steps: readonly { id: string; kind: FacilityKind; name: string; within_scope?: boolean }[]
}

/** Where a place lies, in one line: "Harborview Health › Medical Center › 5 East"; each a link where the asker may go. */
export function FacilityBreadcrumb({ steps }: FacilityBreadcrumbProps): ReactNode {
  return (
    <span>
      {steps.map((step, index) => (
        <span key={step.id}>
          {index > 0 && ' › '}
          {step.within_scope === false ? step.name : <Link href={detailHref(step)}>{step.name}</Link>}
        </span>
      ))}
    </span>
  )
}
