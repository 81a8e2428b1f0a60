import { Button, Group, Stack } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { ApprovalsView } from '#features/approvals/web/public.ts'
import { useSelectedFacility } from '#features/role-views/web/public.ts'
import { InvitationsView, InviteDialog } from '#features/invitations/web/public.ts'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { usePeopleSearch } from './people-search.ts'
import { WaitingBanner } from './WaitingBanner.tsx'

const views = ['users', 'invitations', 'approvals'] as const
const tabs = [
  { value: 'users', label: 'Users' },
  { value: 'invitations', label: 'Invitations' },
  { value: 'approvals', label: 'Approvals' },
] as const

/** Who administers a facility and what lies below it, who is invited and who waits for approval. */
export function FacilityUsersScreen(): ReactNode {
  const me = useMe()
  const facility = useSelectedFacility()
  const { view, filter, onView, onFilter } = usePeopleSearch(views)
  const [isInviting, setInviting] = useState(false)
  const inviteButton = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
      Invite
    </Button>
  )
  return (
    <Page
      title="Users"
      description={facility?.name ?? me.facility_name}
      width="wide"
      actions={inviteButton}
      toolbar={
        <Group>
          <SegmentedFilter label="View" value={view} options={tabs} onChange={onView} />
        </Group>
      }
    >
      <Stack>
        {view !== 'approvals' && <WaitingBanner within="facility" onLook={() => onView('approvals')} />}
        {view === 'users' && (
          <PeopleTable
            view="users"
            filter={filter}
            onFilter={onFilter}
            empty={{
              title: 'No users yet',
              description:
                'Invite the colleagues who plan placements, for the whole facility or for one unit.',
              action: inviteButton,
            }}
          />
        )}
        {view === 'invitations' && (
          <InvitationsView within="facility" filter={filter} onFilter={onFilter} invite={inviteButton} />
        )}
        {view === 'approvals' && <ApprovalsView within="facility" filter={filter} onFilter={onFilter} />}
      </Stack>
      <InviteDialog within="facility" opened={isInviting} onClose={() => setInviting(false)} />
    </Page>
  )
}
