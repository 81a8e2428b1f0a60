import { Button, Group, Stack } from '@mantine/core'
import { IconFileSpreadsheet, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { invitableRoles } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { ApprovalsView, WaitingBanner } from '#features/approvals/web/public.ts'
import { readRosterFiles } from '#features/imports/web/public.ts'
import { InvitationsView, InviteDialog, LazyImportStudents } from '#features/invitations/web/public.ts'
import type { InvitationRole } from '#features/invitations/contract.ts'
import { StudentsView } from '#features/students/web/public.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam, textParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { PeopleTable } from './PeopleTable.tsx'

const views = ['students', 'proctors', 'administrators', 'invitations', 'approvals', 'import'] as const
const tabs = [
  { value: 'students', label: 'Students' },
  { value: 'proctors', label: 'Proctors' },
  { value: 'administrators', label: 'Administrators' },
  { value: 'invitations', label: 'Invitations' },
  { value: 'approvals', label: 'Approvals' },
] as const

/** Whom someone most likely invites while they look at these. */
const invitedFrom: Partial<Record<(typeof views)[number], InvitationRole>> = {
  proctors: 'proctor',
  administrators: 'school_admin',
}

/** The people of a school: students, proctors, administrators, who is invited and who waits for approval. */
export function SchoolPeopleScreen(): ReactNode {
  const me = useMe()
  const [search] = useSearchParams({ view: textParam })
  const view = choiceParam(search.view, views) ?? 'students'
  const setSearch = useSetSearch()
  // Each view has its own filters.
  const onView = (next: (typeof views)[number]) =>
    setSearch({ view: next === 'students' ? undefined : next }, false)
  const [isInviting, setInviting] = useState(false)
  const school = me.role === 'superadmin' ? me.selected_school_name : me.school_name

  const inviteButton = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
      Invite
    </Button>
  )
  const importButton = (
    <LinkButton
      href="/school/students?view=import"
      variant="default"
      leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
    >
      Import students
    </LinkButton>
  )
  const dialog = (
    <InviteDialog
      within="school"
      role={
        // A superadmin invites the first administrators of a school.
        view === 'administrators' && me.role === 'superadmin' ? 'school_super_admin' : invitedFrom[view]
      }
      opened={isInviting}
      onClose={() => setInviting(false)}
    />
  )

  if (view === 'import')
    return (
      <Page
        title="Import students"
        description={school ? `Every student in the file is invited to ${school}.` : undefined}
        breadcrumbs={[{ label: 'People', href: '/school/students' }]}
        width="wide"
      >
        <LazyImportStudents read={readRosterFiles} />
      </Page>
    )
  return (
    <Page
      title="People"
      description={school}
      width="wide"
      actions={
        <>
          {importButton}
          {inviteButton}
        </>
      }
      toolbar={
        <Group>
          <SegmentedFilter label="View" value={view} options={tabs} onChange={onView} />
        </Group>
      }
    >
      <Stack>
        {view !== 'approvals' && <WaitingBanner within="school" onLook={() => onView('approvals')} />}
        {view === 'students' && (
          <StudentsView
            empty={{
              title: 'No students yet',
              description:
                'Import your roster: every row is checked before anything is sent. Or invite students one by one.',
              action: importButton,
            }}
          />
        )}
        {view === 'proctors' && (
          <PeopleTable
            view="proctors"
            empty={{
              title: 'No proctors yet',
              description: 'Invite your clinical instructors. Until they accept, they are under Invitations.',
              action: inviteButton,
            }}
          />
        )}
        {view === 'administrators' && !invitableRoles(me.role).includes('school_admin') && (
          <Banner kind="info" action={<Link href="/contact">Contact us</Link>}>
            School super admins invite and approve administrators. If your school has none, ask us to name
            one.
          </Banner>
        )}
        {view === 'administrators' && (
          <PeopleTable
            view="administrators"
            empty={{
              title: 'No administrators yet',
              description: 'Invite the people who run placements.',
              action: inviteButton,
            }}
          />
        )}
        {view === 'invitations' && <InvitationsView within="school" invite={inviteButton} />}
        {view === 'approvals' && <ApprovalsView within="school" />}
      </Stack>
      {dialog}
    </Page>
  )
}
