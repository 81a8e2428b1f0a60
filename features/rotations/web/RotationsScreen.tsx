import { specialtyLabels } from '#core/specialties.ts'
import { Button } from '@mantine/core'
import { IconCalendarRepeat, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { type Filters, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { RotationRelease, RotationRow } from '../contract.ts'
import { releaseLabels } from '../rules.ts'
import { OneRotation } from './OneRotation.tsx'
import { rotations } from './queries.ts'
import { progressOf, ReleaseBadge, timesOf, whenOf } from './rotation-words.tsx'

const RotationDrawer = lazyDialog(() => import('./RotationDrawer.tsx').then((m) => m.RotationDrawer), {
  opened: false,
})
const AdoptDialog = lazyDialog(() => import('./AdoptDialog.tsx').then((m) => m.AdoptDialog), {
  opened: false,
})
const OffersDrawer = lazyDialog(() => import('./OffersDrawer.tsx').then((m) => m.OffersDrawer), {
  opened: false,
})

/** A school's rotations, or one of them if the address names it (Domain 2.5). */
export function RotationsScreen(): ReactNode {
  const { id } = useSearch({ from: '/_app/school/rotations' })
  return id ? <OneRotation id={id} /> : <AllRotations />
}

const filters: Filters<{ show: RotationRelease }> = { show: tabs('Status', 'All', releaseLabels) }

function AllRotations(): ReactNode {
  const list = useList(filters, { sorts: ['name'], hasOwnOrder: true })
  const scope = useSemesterScope()
  const input = scope.id ? { semester_id: scope.id } : {}
  const query = useQuery({ ...rotations.list.queryOptions({ input }), enabled: scope.isKnown })
  const { show } = list.filter
  const fitting = (rows: readonly RotationRow[]) => rows.filter(({ release }) => !show || release === show)
  const found = pageOfRows(fitting(query.data ?? []), list)
  return (
    <ListPage
      title="Rotations"
      description="A placement on a unit over a pattern of days. Its shifts follow it."
      buttons={<Actions />}
      list={list}
      hasViews={false}
      before={<SemesterScopeSelect scope={scope} />}
      options={{
        show: [
          { value: 'all', label: 'All', count: query.data?.length },
          ...(Object.keys(releaseLabels) as RotationRelease[]).map((value) => ({
            value,
            label: releaseLabels[value],
            count: query.data?.filter(({ release }) => release === value).length,
          })),
        ],
      }}
      label="Rotations"
      query={query}
      rows={query.data && found.rows}
      total={found.total}
      page={found.page}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      rowHref={({ id }) => `/school/rotations?id=${id}`}
      exported={{
        name: 'rotations',
        rows: async (asFile) => fitting(await rotations.list.call(input, asFile)),
      }}
      failedTitle="The rotations couldn’t be loaded"
      empty={(isNarrowed) =>
        isNarrowed
          ? { title: 'No rotations here', description: 'Choose another status.' }
          : {
              icon: IconCalendarRepeat,
              title: scope.id ? 'No rotations in this semester' : 'No rotations yet',
              description:
                'Plan one by hand, make one from a series of shifts, or take the days that a facility offers. Copying a semester copies its rotations too.',
              action: (
                <LinkButton href="/school/settings" variant="default">
                  See your semesters
                </LinkButton>
              ),
            }
      }
    />
  )
}

const columns: readonly Column<RotationRow>[] = [
  { key: 'name', title: 'Rotation', render: (row) => row.name },
  { key: 'location', title: 'Unit', render: (row) => row.unit_label ?? 'On campus' },
  {
    key: 'when',
    title: 'Days',
    text: whenOf,
    render: (row) => <TwoLines first={timesOf(row).days} second={timesOf(row).span} isWhole />,
  },
  { key: 'specialty', title: 'Specialty', render: (row) => specialtyLabels[row.specialty], phone: 'hide' },
  { key: 'seats', title: 'Seats', align: 'right', render: (row) => row.seats },
  { key: 'shifts', title: 'Shifts', render: progressOf },
  {
    key: 'release',
    title: 'Status',
    text: ({ release }) => releaseLabels[release],
    render: ({ release }) => <ReleaseBadge release={release} />,
  },
]

type Dialog = 'hand' | 'series' | 'offers'

/** The ways to create a rotation. */
function Actions(): ReactNode {
  const setSearch = useSetSearch()
  const [open, setOpen] = useState<Dialog>()
  const close = () => setOpen(undefined)
  const show = (id: string) => {
    close()
    setSearch({ id }, false)
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen('offers')}>
        From offered days
      </Button>
      <Button variant="default" onClick={() => setOpen('series')}>
        From a series
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('hand')}>
        New rotation
      </Button>
      <RotationDrawer opened={open === 'hand'} rotation={undefined} onClose={close} onDone={show} />
      <AdoptDialog opened={open === 'series'} onClose={close} onDone={show} />
      <OffersDrawer opened={open === 'offers'} onClose={close} onDone={show} />
    </>
  )
}
