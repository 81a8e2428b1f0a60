import { Button, Group, Text } from '@mantine/core'
import { IconHeartHandshake, IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Partnership, PartnershipGroup } from '../contract.ts'
import { datesOf, groupLabels, isInGroup, nextStepText } from '../rules.ts'
import classes from './PartnershipInbox.module.css'
import { partnerships, usePartnershipsHere } from './queries.ts'
import { usePartnershipActions } from './use-partnership-actions.tsx'
import { whyNot } from './why-not.ts'

const Drawer = lazy(() => import('./PartnershipDrawer.tsx').then((m) => ({ default: m.PartnershipDrawer })))
const InviteDialog = lazy(() => import('./InviteDialog.tsx').then((m) => ({ default: m.InviteDialog })))

/** What the inbox keeps in the address of its page. */
const inboxParams = {
  group: (value: unknown) => choiceParam<PartnershipGroup>(value, ['open', 'force', 'over']),
}

type PartnershipInboxProps = {
  /** The partnership whose details are open, if the page keeps it in its address; otherwise the inbox keeps it. */
  open?: string | undefined
  onOpen?: (id: string | undefined) => void
}

/** The partnerships of a facility (requests, in force, over), with its own query and loading states. */
export function PartnershipInbox({ open, onOpen }: PartnershipInboxProps): ReactNode {
  const query = usePartnershipsHere()
  const organizations = useQuery(partnerships.ownOrganizations.queryOptions())
  const [own, setOwn] = useState<string>()
  const [isInviting, setInviting] = useState(false)
  const shownId = onOpen ? open : own
  const show = onOpen ?? setOwn
  const mayInvite = (organizations.data?.length ?? 0) > 0
  const invite = mayInvite && (
    <Button
      variant="default"
      leftSection={<IconHeartHandshake size={18} aria-hidden />}
      onClick={() => setInviting(true)}
    >
      Invite a school
    </Button>
  )
  return (
    <PageSection
      title="Partnerships"
      description="Partnership requests and agreements with schools"
      actions={invite}
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="cards" count={2} />}
        failedTitle="The partnerships couldn’t be loaded"
        empty={{
          title: 'No requests from schools yet',
          description: mayInvite
            ? 'Schools find you by your name and your sites. You can also invite one.'
            : 'Your organization’s administrators invite schools and answer them.',
          icon: IconInbox,
          compact: true,
          titleOrder: 3,
        }}
      >
        {(all) => <Inbox all={all} onOpen={show} />}
      </Loaded>
      <Suspense>
        {shownId && <Drawer key={shownId} id={shownId} onClose={() => show(undefined)} />}
        {isInviting && organizations.data && (
          <InviteDialog organizations={organizations.data} onClose={() => setInviting(false)} />
        )}
      </Suspense>
    </PageSection>
  )
}

function Inbox({ all, onOpen }: { all: readonly Partnership[]; onOpen: (id: string) => void }): ReactNode {
  const { menu, dialog, run } = usePartnershipActions(({ school_name: name }) => name)
  const waiting = all.some((row) => isInGroup(row, 'open'))
  const [{ group = waiting ? 'open' : 'force' }, setSearch] = useSearchParams(inboxParams)
  const [openedAt] = useState(() => Date.now())
  const rows = all.filter((row) => isInGroup(row, group))
  const count = (name: PartnershipGroup) => all.filter((row) => isInGroup(row, name)).length
  return (
    <>
      <Group>
        <SegmentedFilter
          label="Which partnerships"
          value={group}
          options={[
            { value: 'open', label: groupLabels.open, count: count('open') },
            { value: 'force', label: groupLabels.force, count: count('force') },
            { value: 'over', label: groupLabels.over, count: count('over') },
          ]}
          onChange={(next) => setSearch({ group: next }, false)}
        />
      </Group>
      {rows.length === 0 ? (
        <Text c="dimmed" mt="md">
          {group === 'open' ? 'All partnerships are settled.' : 'No partnerships here.'}
        </Text>
      ) : (
        <ul className={classes.list} aria-label="Partnerships">
          {rows.map((row) => (
            <li key={row.id}>
              <div className={classes.words}>
                <Group gap="xs">
                  <strong>{row.school_name}</strong>
                  <StateBadge state={row.state} />
                </Group>
                <Text size="sm">{nextStepText(row)}</Text>
                <Text size="sm" c="dimmed">
                  {row.organization_name}: {row.all_sites ? 'all sites' : row.site_names.join(', ')}
                  {row.effective_to && ` · ${datesOf(row)}`}
                </Text>
              </div>
              <Group gap="xs">
                {whyNot('accept', row, openedAt).why === null && (
                  <PlainButton onClick={() => run('accept', row)} aria-label={`Accept ${row.school_name}`}>
                    Accept
                  </PlainButton>
                )}
                <PlainButton
                  variant="default"
                  onClick={() => onOpen(row.id)}
                  aria-label={`Details of ${row.school_name}`}
                >
                  Details
                </PlainButton>
                {menu(row)}
              </Group>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </>
  )
}
