import { Button } from '@mantine/core'
import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Departing, departureBlocker } from '../rules.ts'
import { type Asker, useDepartures } from './use-departures.tsx'

/** Deactivates or reactivates a person from their own page; nothing for who may not. */
export function DepartureButton({
  person,
  me,
}: {
  person: Departing & { full_name: string }
  me: Asker
}): ReactNode {
  const { actionFor, dialog } = useDepartures(me)
  if (departureBlocker(person, me) !== null) return null
  const action = actionFor(person)
  const Icon = person.status === 'deactivated' ? IconUserCheck : IconUserOff
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={18} aria-hidden />}
        onClick={() => action.onClick?.(person)}
      >
        {action.label}
      </Button>
      {dialog}
    </>
  )
}
