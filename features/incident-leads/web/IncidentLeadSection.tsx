import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { formatDate, formatInFull } from '#core/plain-date.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { IncidentLead } from '../contract.ts'
import { incidentLabels, leadBlocker, leadWords, MAX_LISTED, severityLabels } from '../rules.ts'
import { incidentLeads, useNameIncidentLead } from './queries.ts'

type Props = { facilityId: string; name: string }

/** Shows who reads the incidents of an organization or site, for those who manage it; for that person also the incidents. */
export function IncidentLeadSection({ facilityId, name }: Props): ReactNode {
  const query = useQuery(incidentLeads.get.queryOptions({ input: { facility_id: facilityId } }))
  return (
    <PageSection
      title="Incidents"
      description="One person on your team is notified when an incident is reported on a shift here, and can read it. No one else at the facility can."
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" />}
        failedTitle="The incident lead couldn’t be loaded"
        isEmpty={() => false}
      >
        {(found) => <Lead found={found} facilityId={facilityId} name={name} />}
      </Loaded>
    </PageSection>
  )
}

function Lead({ found, facilityId, name }: Props & { found: IncidentLead }): ReactNode {
  const { id: me } = useMe()
  const save = useNameIncidentLead()
  const { lead, choices, incidents } = found
  const isHere = lead?.facility_id === facilityId
  const actions: Action<IncidentLead>[] = [
    {
      id: 'name incident lead',
      label: isHere ? 'Change incident lead…' : 'Name incident lead…',
      blocker: leadBlocker,
      ask: () => ({
        title: `Who reads incidents at ${name}?`,
        body: 'They can also read incidents on earlier shifts. Anyone named before no longer can.',
        confirmLabel: 'Name incident lead',
        fields: [
          {
            name: 'user_id',
            label: 'Incident lead',
            kind: 'choice',
            isRequired: true,
            options: choices.map((one) => ({
              value: one.user_id,
              label: `${one.name}, ${one.facility_name}`,
            })),
          },
        ],
      }),
      run: (_, { values }) => save.mutateAsync({ facility_id: facilityId, user_id: values['user_id']! }),
      done: () => 'Incident lead named',
    },
    {
      id: 'remove incident lead',
      label: 'Remove',
      danger: true,
      isOffered: () => isHere,
      ask: () => ({
        title: `Remove ${lead!.name} as incident lead?`,
        body: `They can no longer read incidents at ${name} from then on. The organization’s incident lead still can, if there is one.`,
        confirmLabel: 'Remove incident lead',
      }),
      run: () => save.mutateAsync({ facility_id: facilityId, user_id: null }),
      done: () => 'Incident lead removed',
    },
  ]
  const kit = useActions(actions, { nameOf: () => name, idOf: () => facilityId })
  return (
    <Stack gap="md">
      <Text size="sm">{leadWords(lead, facilityId, me)}</Text>
      {lead?.user_id === me && incidents.length === 0 && (
        <Text size="sm">No incidents have been reported.</Text>
      )}
      {incidents.length > 0 && (
        <ul aria-label="Incidents">
          {incidents.map((one) => (
            <li key={one.id}>
              <Link
                href={`/shift/${one.shift_id}`}
              >{`${severityLabels[one.severity]}: ${incidentLabels[one.kind]}`}</Link>{' '}
              <Text span size="sm" c="dimmed">
                {[
                  formatDate(one.date, 'weekday'),
                  one.where,
                  one.closed_at ? `closed ${formatInFull(new Date(one.closed_at))}` : 'open',
                ].join(' · ')}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {incidents.length === MAX_LISTED && (
        <Text size="sm">{`The newest ${MAX_LISTED} are listed. Older ones are on the pages of their shifts.`}</Text>
      )}
      <Group gap="sm">{kit.buttonsOf(found)}</Group>
      {kit.dialog}
    </Stack>
  )
}
