import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import type { Report } from '../contract.ts'
import { useCloseIncident } from './queries.ts'

type Incident = Report['incidents'][number]

/** The school closes an incident with its outcome. */
export function CloseIncident({ incident }: { incident: Incident }): ReactNode {
  const close = useCloseIncident()
  const action: Action<Incident> = {
    id: 'close incident',
    label: 'Close incident…',
    ask: () => ({
      title: 'Close this incident?',
      body: 'The person who reported it sees this outcome. The report itself doesn’t change.',
      confirmLabel: 'Close incident',
      reason: { label: 'Outcome', isRequired: true, minLength: 3 },
    }),
    run: ({ id }, { reason, tick }) => close.mutateAsync({ id, note: reason, ...tick }),
    done: () => 'Incident closed',
  }
  const actions = useActions([action], { nameOf: () => 'incident' })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => actions.start(action, [incident])}>
        Close incident…
      </Button>
      {actions.dialog}
    </>
  )
}
