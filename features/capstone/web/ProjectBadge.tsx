import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ProjectStatus } from '../contract.ts'
import { projectLabels } from '../rules.ts'
import { statusLooks } from './capstone-words.ts'

/** The status of a project. */
export function ProjectBadge({ status }: { status: ProjectStatus }): ReactNode {
  return <StateBadge state={statusLooks[status]} label={projectLabels[status]} />
}
