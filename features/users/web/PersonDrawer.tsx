import { Button, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { roleLabels } from '#core/roles.ts'
import { dayHere, formatDate } from '#core/plain-date.ts'
import { AuditTrail } from '#features/audit/web/public.ts'
import { DepartureNotice, useGivenBack } from '#features/departures/web/public.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { OpenDrawer } from '#ui/OpenDialog.tsx'
import type { Person } from '../contract.ts'
import { canUndo } from '../rules.ts'
import { users, useUndo } from './queries.ts'
import classes from './PersonDrawer.module.css'

/** One person next to the list: their details, and their audit log: what, who, when, as whom, why. */
export function PersonDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const query = useQuery(users.get.queryOptions({ input: { id } }))
  return (
    <OpenDrawer
      onClose={onClose}
      position="right"
      title={query.data?.full_name ?? 'Person'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={query} failedTitle="This person couldn’t be loaded">
        {(person) => <PersonDetails person={person} />}
      </Loaded>
    </OpenDrawer>
  )
}

function PersonDetails({ person }: { person: Person }): ReactNode {
  const [view, setView] = useState<'about' | 'by'>('about')
  const undo = useUndo()
  const givenBack = useGivenBack()
  const [openedAt] = useState(() => Date.now())

  const [takeBack, question] = useAction<{ id: number }>({
    label: 'Undo',
    ask: () => ({
      title: 'Undo this change?',
      body: `${person.full_name} gets back the account, role and school or facility they had before, and everything that was freed unless someone else has taken it.`,
      reason: { label: 'Reason', isRequired: true, minLength: 1 },
    }),
    run: async ({ id }, { reason, tick }) =>
      givenBack.show(await undo.mutateAsync({ event_id: id, reason, ...tick })),
    tellsFailure: true,
  })

  return (
    <Stack gap="lg" align="stretch">
      <DepartureNotice person={person} />
      {givenBack.dialog}
      {question}
      <KeyValue
        items={[
          { label: 'Email', value: person.email },
          { label: 'Role', value: roleLabels[person.role] },
          { label: 'Status', value: <StateBadge state={person.status} /> },
          { label: 'Belongs to', value: person.school_name ?? person.facility_name },
          { label: 'Email verified', value: person.email_verified ? 'Yes' : 'No' },
          {
            label: 'Member since',
            value: formatDate(dayHere(person.created_at), 'long'),
          },
        ]}
      />
      <Title order={2} size="h3">
        Audit trail
      </Title>
      <div className={classes.which}>
        <SegmentedFilter
          label="Which entries"
          value={view}
          onChange={setView}
          options={[
            { value: 'about', label: 'About this person' },
            { value: 'by', label: 'Done by this person' },
          ]}
        />
      </div>
      <AuditTrail
        key={view}
        label={view === 'about' ? `About ${person.full_name}` : `Done by ${person.full_name}`}
        {...(view === 'about' ? { aboutUserId: person.id } : { byUserId: person.id })}
        empty={{ title: 'Nothing recorded yet' }}
        renderAction={(event) =>
          canUndo(event, person, openedAt) && (
            <Button size="xs" variant="default" loading={undo.isPending} onClick={() => takeBack(event)}>
              Take back
            </Button>
          )
        }
      />
    </Stack>
  )
}
