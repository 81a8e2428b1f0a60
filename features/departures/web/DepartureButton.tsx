import { Button } from '@mantine/core'
import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { type Departing, departureBlocker } from '../rules.ts'
import { useDepartures } from './use-departures.tsx'

/** Deactivates or reactivates a person from their own page; nothing for who may not. */
export function DepartureButton({ person }: { person: Departing & { full_name: string } }): ReactNode {
  const me = useMe()
  const { actionFor, dialog } = useDepartures()
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
