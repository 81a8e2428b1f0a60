import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { RegulatoryProfile } from '../contract.ts'
import { profileName } from '../rules.ts'
import { schools } from './queries.ts'

const ProfileDrawer = lazyDialog(() => import('./ProfileDrawer.tsx').then((m) => m.ProfileDrawer), {
  opened: false,
})

const columns: readonly Column<RegulatoryProfile>[] = [
  { key: 'name', title: 'Board and level', render: profileName },
  {
    key: 'from',
    title: 'In force',
    render: ({ effective_from: from, effective_to: to }) =>
      `${formatDate(from)} – ${to ? formatDate(to) : 'open'}`,
  },
  {
    key: 'ratio',
    title: 'Per instructor / preceptor',
    render: ({ max_students_per_instructor: instructor, max_students_per_preceptor: preceptor }) =>
      `${instructor ?? '—'} / ${preceptor ?? '—'}`,
  },
  {
    key: 'sim',
    title: 'Simulation',
    render: ({ sim_cap_pct: cap, sim_cap_scope: scope }) =>
      cap === null ? 'No limit' : `${cap}% of a ${scope}`,
  },
  { key: 'hours', title: 'Hours', align: 'right', render: ({ min_total_hours: hours }) => hours ?? '—' },
  { key: 'schools', title: 'Schools', align: 'right', render: ({ school_count }) => school_count },
  {
    key: 'source',
    title: 'Source',
    render: ({ source_url: source, verified_on: day }) => (
      <>
        {source ? (
          <a href={source} target="_blank" rel="noreferrer">
            {new URL(source).hostname.replace(/^www\./, '')}
          </a>
        ) : (
          'None given'
        )}
        {day ? `, checked ${formatDate(day)}` : ', not checked yet'}
      </>
    ),
  },
]

/** Rules of boards of nursing; only the superadmin writes them. */
export function ProfilesView(): ReactNode {
  const query = useQuery(schools.listProfiles.queryOptions({ input: undefined }))
  const [edited, setEdited] = useState<RegulatoryProfile | 'new'>()
  const actions = useActions<RegulatoryProfile>(
    [{ id: 'edit', label: 'Edit', icon: IconPencil, open: ([profile]) => setEdited(profile) }],
    { nameOf: profileName },
  )
  return (
    <PageSection
      title="Regulatory profiles"
      description="What each board of nursing requires per level. A school chooses one and may be stricter, never looser; changes apply to its schools right away."
      look="flush"
      actions={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          New profile
        </Button>
      }
    >
      <Loaded query={query} isEmpty={() => false} failedTitle="The profiles couldn’t be loaded">
        {(rows) => (
          <DataTable
            label="Regulatory profiles"
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            rowLabel={profileName}
            rowActions={actions.menuOf}
            empty={{
              title: 'No profile yet',
              description: 'Add the rules of the first board; schools can then choose them.',
            }}
          />
        )}
      </Loaded>
      <ProfileDrawer
        opened={edited !== undefined}
        profile={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </PageSection>
  )
}
