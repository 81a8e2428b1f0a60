import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Role } from '#core/roles.ts'
import { confirm } from '#ui/confirm.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import { type Departing, departureBlocker } from '../rules.ts'
import { useGivenBack } from './use-given-back.tsx'
import { LazyDepartureDialog } from './LazyDepartureDialog.tsx'
import { departures, useReactivate } from './queries.ts'

/** Who is signed in. */
export type Asker = { id: string; role: Role }
type Person = Departing & { full_name: string }

/** Deactivating and reactivating people, the same from every list and page: the action for a person, and its dialog. */
export function useDepartures(me: Asker) {
  const reactivate = useReactivate()
  const givenBack = useGivenBack()
  const [leaving, setLeaving] = useState<Person | null>(null)

  async function askReactivate({ id, full_name: name }: Person): Promise<void> {
    const answer = await confirm({
      title: `Reactivate ${name}?`,
      body: 'They can sign in again with their password, in the role they had. Everything that was freed is restored unless someone else has taken it; everything handed over stays with its new owner.',
      confirmLabel: 'Reactivate',
      reason: { label: 'Reason', required: true },
    })
    if (!answer) return
    const { person } = await departures.plan.call({ user_id: id })
    reactivate.mutate(
      { user_id: id, version: person.version, reason: answer.reason ?? '', ...answer.tick },
      { onSuccess: givenBack.show },
    )
  }

  const actionFor = (person: Person): RowAction<unknown> => {
    const disabled = () => departureBlocker(person, me) ?? false
    return person.status === 'deactivated'
      ? { label: 'Reactivate', icon: IconUserCheck, onClick: () => void askReactivate(person), disabled }
      : {
          label: 'Deactivate',
          icon: IconUserOff,
          danger: true,
          onClick: () => setLeaving(person),
          disabled,
        }
  }
  const dialog: ReactNode = (
    <>
      <LazyDepartureDialog person={leaving} isOwn={leaving?.id === me.id} onClose={() => setLeaving(null)} />
      {givenBack.dialog}
    </>
  )
  return { actionFor, dialog }
}
