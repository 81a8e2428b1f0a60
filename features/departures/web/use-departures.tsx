import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Role } from '#core/roles.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { type Departing, departureBlocker } from '../rules.ts'
import { useGivenBack } from './use-given-back.tsx'
import { LazyDepartureDialog } from './LazyDepartureDialog.tsx'
import { departures, useReactivate } from './queries.ts'

/** The signed-in person. */
export type Asker = { id: string; role: Role }
type Person = Departing & { full_name: string }

/** The actions to deactivate and reactivate people, the same on every list and page, and their dialogs. */
export function useDepartures(me: Asker): { actions: Action<Person>[]; dialogs: ReactNode } {
  const reactivate = useReactivate()
  const givenBack = useGivenBack()
  const [leaving, setLeaving] = useState<Person | null>(null)
  const actions: Action<Person>[] = [
    {
      id: 'reactivate',
      label: 'Reactivate',
      icon: IconUserCheck,
      isOffered: ({ status }) => status === 'deactivated',
      blocker: (person) => departureBlocker(person, me),
      ask: ([person]) => ({
        title: `Reactivate ${person!.full_name}?`,
        body: 'They can sign in again with their password, in the role they had. Everything that was freed is restored unless someone else has taken it; everything handed over stays with its new owner.',
        reason: { label: 'Reason', isRequired: true, minLength: 1 },
      }),
      run: async ({ id }, { reason, tick }) => {
        const { person } = await departures.plan.call({ user_id: id })
        const done = await reactivate.mutateAsync({ user_id: id, version: person.version, reason, ...tick })
        givenBack.show(done)
      },
    },
    {
      id: 'deactivate',
      label: 'Deactivate',
      icon: IconUserOff,
      danger: true,
      isOffered: ({ status }) => status !== 'deactivated',
      blocker: (person) => departureBlocker(person, me),
      open: ([person]) => setLeaving(person!),
    },
  ]
  const dialogs: ReactNode = (
    <>
      <LazyDepartureDialog person={leaving} isOwn={leaving?.id === me.id} onClose={() => setLeaving(null)} />
      {givenBack.dialog}
    </>
  )
  return { actions, dialogs }
}
