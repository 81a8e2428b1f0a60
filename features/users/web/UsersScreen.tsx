import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { AccessLog, FailedSignIns, TrailSeal } from '#features/audit/web/public.ts'
import { ApprovalsView } from '#features/approvals/web/public.ts'
import { InvitationsView, InviteDialog } from '#features/invitations/web/public.ts'
import { SchoolPicker } from '#features/role-views/web/public.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { PeopleView } from './PeopleView.tsx'
import classes from './UsersScreen.module.css'

const views = [
  { value: 'people', label: 'People' },
  { value: 'approvals', label: 'Approvals' },
  { value: 'invitations', label: 'Invitations' },
  { value: 'access', label: 'Access log' },
] as const

const viewNames = views.map(({ value }) => value)

/** Search parameters of the page and its views. */
const known = {
  view: (value: unknown) => choiceParam(value, viewNames),
  within: (value: unknown) => choiceParam(value, ['school', 'facility']),
}

/** The superadmin's administration of people: everyone, pending approvals, invitations (Spec §2). */
export function UsersScreen(): ReactNode {
  const [search] = useSearchParams(known)
  const { view = 'people', within = 'school' } = search
  const setSearch = useSetSearch()

  return (
    <Page
      title="Users"
      description="Everyone on the platform, with roles, links and statuses"
      width="wide"
      toolbar={
        <SegmentedFilter
          label="View"
          value={view}
          options={views}
          onChange={(next) => setSearch({ view: next === 'people' ? undefined : next }, false)}
        />
      }
    >
      {view === 'people' && <PeopleView />}
      {view === 'approvals' && <ApprovalsView within="all" />}
      {view === 'access' && (
        <>
          <PageSection
            title="Access log"
            description="Who viewed student records, who exported lists, and what was refused. Kept for six years."
          >
            <AccessLog />
          </PageSection>
          <PageSection title="Failed sign-ins" description="By account, network and hour.">
            <FailedSignIns />
          </PageSection>
          <TrailSeal />
        </>
      )}
      {view === 'invitations' && (
        <Invitations
          within={within}
          onWithin={(next) => setSearch({ view, within: next === 'school' ? undefined : next }, false)}
        />
      )}
    </Page>
  )
}

type InvitationsProps = {
  within: 'school' | 'facility'
  onWithin: (within: 'school' | 'facility') => void
}

/** Invitations belong to a school or facility: the superadmin chooses one before anything is shown or sent. */
function Invitations({ within, onWithin }: InvitationsProps): ReactNode {
  const me = useMe()
  const [isInviting, setInviting] = useState(false)
  const hasTenant = within === 'facility' || me.selected_school_id !== null
  const inviteButton = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
      Invite
    </Button>
  )
  return (
    <>
      <div className={classes.where}>
        <SegmentedFilter
          label="Invited to"
          value={within}
          options={[
            { value: 'school', label: 'A school' },
            { value: 'facility', label: 'A facility' },
          ]}
          onChange={onWithin}
        />
        {within === 'school' && (
          <Suspense>
            <SchoolPicker />
          </Suspense>
        )}
        {hasTenant && <div className={classes.end}>{inviteButton}</div>}
      </div>
      {hasTenant ? (
        <InvitationsView within={within === 'school' ? 'school' : 'facilities'} invite={inviteButton} />
      ) : (
        <EmptyState
          title="Which school?"
          description="Choose the school whose invitations you want to see."
        />
      )}
      <InviteDialog within={within} opened={isInviting} onClose={() => setInviting(false)} />
    </>
  )
}
