import type { ReactNode } from 'react'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { type Departing, departureBlocker } from '../rules.ts'
import { type Asker, useDepartures } from './use-departures.tsx'

/** Deactivates or reactivates a person from their own page; renders nothing if the user may not. */
export function DepartureButton({
  person,
  me,
}: {
  person: Departing & { full_name: string }
  me: Asker
}): ReactNode {
  const { actions, dialogs } = useDepartures(me)
  const kit = useActions(actions, { nameOf: ({ full_name: name }) => name })
  if (departureBlocker(person, me) !== null) return null
  return (
    <>
      {kit.buttonsOf(person)}
      {kit.dialog}
      {dialogs}
    </>
  )
}
