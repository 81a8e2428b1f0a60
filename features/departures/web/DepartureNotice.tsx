import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { ChangesSince } from '#ui/ChangesSince.tsx'
import { conflictOf, type VersionConflict } from '#ui/versions.ts'
import { useGivenBack } from './use-given-back.tsx'
import { LazyDepartureDialog } from './LazyDepartureDialog.tsx'
import { departures, useCancelDeparture } from './queries.ts'

type Person = { id: string; full_name: string }

/** On a person's page: the planned last day, with actions to change or cancel it; renders nothing if none is planned. */
export function DepartureNotice({ person, isOwn = false }: { person: Person; isOwn?: boolean }): ReactNode {
  const { data: planned } = useQuery(departures.planned.queryOptions({ input: { user_id: person.id } }))
  const [isChanging, setIsChanging] = useState(false)
  const canceling = useCancelDeparture()
  const [met, setMet] = useState<VersionConflict<unknown> & { typed: string }>()
  const { show, dialog } = useGivenBack()
  const [askCancel, question] = useAction<{ version: number }>({
    label: 'Cancel the departure',
    ask: () => ({
      title: isOwn ? 'Keep your account?' : `Does ${person.full_name} stay?`,
      body: 'The account stays open. Everything that was freed is restored unless someone else has taken it; everything handed over stays with its new owner.',
      reason: { label: 'Reason', isRequired: true, initial: met?.typed },
    }),
    run: async ({ version }, { reason, tick }) => {
      setMet(undefined)
      const sent = { user_id: person.id, departure_version: version, reason, ...tick }
      await canceling.mutateAsync(sent).then(show, (error: unknown) => {
        const conflict = conflictOf(error)
        // What changed is on the page, and the reason is there when it is canceled after all.
        if (!conflict) throw error
        setMet({ ...conflict, typed: reason })
      })
    },
  })
  const day = planned ? formatDate(planned.last_day, 'full') : ''

  return (
    <>
      {met && (
        <ChangesSince what="this departure" changes={met.changes}>
          You did not cancel it. Review what changed.
        </ChangesSince>
      )}
      {planned && (
        <Banner
          kind={planned.failure ? 'danger' : 'warning'}
          title={isOwn ? `Your account closes after ${day}` : `${person.full_name} leaves after ${day}`}
          action={
            <Group gap="xs">
              <Button variant="default" size="xs" onClick={() => setIsChanging(true)}>
                Change
              </Button>
              <Button
                variant="default"
                size="xs"
                loading={canceling.isPending}
                onClick={() => askCancel(planned)}
              >
                Cancel departure
              </Button>
            </Group>
          }
        >
          {planned.failure
            ? `It could not be carried out: ${planned.failure} Choose another last day or deactivate at once.`
            : `Reason: ${planned.reason.replace(/\.$/, '')}. Planned by ${planned.is_own ? (isOwn ? 'you' : 'themselves') : planned.decided_by_name}.`}
        </Banner>
      )}
      <LazyDepartureDialog
        person={planned && isChanging ? person : null}
        isOwn={isOwn}
        onClose={() => setIsChanging(false)}
      />
      {/* Also without a departure: it says that another person has canceled it. */}
      {question}
      {dialog}
    </>
  )
}
