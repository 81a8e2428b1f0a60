import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ConnectionStatus, PersonStatus, RunStatus } from '../contract.ts'
import { personLabels, personLooks, runLabels, runLooks, statusLabels, statusLooks } from '../messages.ts'

export const PAGE = '/admin/canvas-integration'
export const hrefOf = (id: string, view?: string): string =>
  `${PAGE}?connection=${id}${view ? `&view=${view}` : ''}`

export const ConnectionBadge = ({ status }: { status: ConnectionStatus }): ReactNode => (
  <StateBadge state={statusLooks[status]} label={statusLabels[status]} />
)
export const PersonBadge = ({ status }: { status: PersonStatus }): ReactNode => (
  <StateBadge state={personLooks[status]} label={personLabels[status]} />
)
export const RunBadge = ({ status }: { status: RunStatus }): ReactNode => (
  <StateBadge state={runLooks[status]} label={runLabels[status]} />
)
