import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSetSearch } from '#platform/web/set-search.ts'
import { confirm } from '#ui/confirm.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Participant, Progress, WishlistDetail } from '../contract.ts'
import { progressLabels } from '../rules.ts'
import { wishlists } from './queries.ts'
import { useAnnounce, useRemind, useTakeBack } from './school-queries.ts'
import { WishlistBadge } from './WishlistBadge.tsx'
import { datesOf, patternOf } from './wishlist-words.ts'

const ExtendDialog = lazyDialog(() => import('./ExtendDialog.tsx').then((m) => m.ExtendDialog), {
  opened: false,
})
const ChooseForDialog = lazyDialog(() => import('./ChooseForDialog.tsx').then((m) => m.ChooseForDialog), {
  opened: false,
})

/** One wishlist for the school: its rotations, its students with what they chose, and what can be done. */
export function OneWishlist({ id }: { id: string }): ReactNode {
  const query = useQuery(wishlists.get.queryOptions({ input: { id } }))
  const wishlist = query.data
  return (
    <Page
      title={wishlist?.name ?? 'Wishlist'}
      breadcrumbs={[{ label: 'Wishlists', href: '/school/wishlists' }]}
      description={wishlist && `${wishlist.semester_name} · ${datesOf(wishlist)}`}
      badge={wishlist && <WishlistBadge phase={wishlist.phase} />}
      actions={wishlist && <Actions wishlist={wishlist} />}
      width="wide"
      query={query}
      failedTitle="This wishlist could not be loaded"
      skeleton={<Skeletons shape="table" />}
    >
      {(found) => (
        <>
          <Options wishlist={found} />
          <Students wishlist={found} />
        </>
      )}
    </Page>
  )
}

function Actions({ wishlist }: { wishlist: WishlistDetail }): ReactNode {
  const { id, name, status, phase } = wishlist
  const announce = useAnnounce()
  const takeBack = useTakeBack()
  const remind = useRemind()
  const [extending, setExtending] = useState(false)
  const missing = wishlist.student_count - wishlist.complete_count
  const ask = async () => {
    const body = `${wishlist.student_count} students are notified. Its rotations stay as they are from then on.`
    if (await confirm({ title: `Announce ${name}?`, body, confirmLabel: 'Announce wishlist' }))
      announce.mutate({ id })
  }
  if (status === 'draft')
    return (
      <Button loading={announce.isPending} onClick={() => void ask()}>
        Announce
      </Button>
    )
  if (status !== 'announced') return null
  return (
    <>
      {wishlist.started_count === 0 && (
        <Button variant="default" loading={takeBack.isPending} onClick={() => takeBack.mutate({ id })}>
          Back to draft
        </Button>
      )}
      <Button variant="default" onClick={() => setExtending(true)}>
        Extend
      </Button>
      {phase === 'open' && missing > 0 && (
        <Button loading={remind.isPending} onClick={() => remind.mutate({ id })}>
          Remind {missing} {missing === 1 ? 'student' : 'students'}
        </Button>
      )}
      <ExtendDialog opened={extending} wishlist={wishlist} onClose={() => setExtending(false)} />
    </>
  )
}

function Options({ wishlist }: { wishlist: WishlistDetail }): ReactNode {
  return (
    <PageSection title="Rotations" look="flush">
      <Table.ScrollContainer minWidth={520}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Rotation</Table.Th>
              <Table.Th>Seats</Table.Th>
              <Table.Th>First choice of</Table.Th>
              <Table.Th>Chosen by</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {wishlist.options.map((option) => (
              <Table.Tr key={option.id}>
                <Table.Td>
                  {option.name}
                  <br />
                  <small>{patternOf(option)}</small>
                </Table.Td>
                <Table.Td>{option.seats}</Table.Td>
                <Table.Td>{option.first_choices}</Table.Td>
                <Table.Td>{option.requests}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </PageSection>
  )
}

function Students({ wishlist }: { wishlist: WishlistDetail }): ReactNode {
  const { show } = useSearch({ strict: false }) as { show?: Progress }
  const setSearch = useSetSearch()
  const [chosenFor, setChosenFor] = useState<Participant>()
  const { participants, id, status, phase } = wishlist
  const mayEnter = status === 'announced' && phase !== 'scheduled'
  const nameOf = (optionId: string) => wishlist.options.find((option) => option.id === optionId)?.name
  const count = (progress: Progress) => participants.filter((p) => p.progress === progress).length
  const options = (['not_started', 'in_progress', 'complete'] as const).map((value) => ({
    value,
    label: progressLabels[value],
    count: count(value),
  }))
  const rows = participants.filter(({ progress }) => !show || progress === show)
  return (
    <PageSection title="Students" look="flush">
      <SegmentedFilter<Progress | 'all'>
        label="Progress"
        value={show ?? 'all'}
        options={[{ value: 'all', label: 'All', count: participants.length }, ...options]}
        onChange={(value) => setSearch({ id, show: value === 'all' ? undefined : value })}
      />
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Student</Table.Th>
              <Table.Th>Progress</Table.Th>
              <Table.Th>Choices, best first</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.length === 0 && (
              <Table.Tr>
                <Table.Td colSpan={4}>No students here. Choose another filter.</Table.Td>
              </Table.Tr>
            )}
            {rows.map((row) => (
              <Table.Tr key={row.student_id}>
                <Table.Td>{row.full_name}</Table.Td>
                <Table.Td>
                  {progressLabels[row.progress]}
                  {row.by_school && ' (entered by the school)'}
                </Table.Td>
                <Table.Td>
                  {row.choices.map(({ option_id: option }, at) => `${at + 1}. ${nameOf(option)}`).join(' · ')}
                </Table.Td>
                <Table.Td>
                  {mayEnter && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Enter choices for ${row.full_name}`}
                      onClick={() => setChosenFor(row)}
                    >
                      Enter choices
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <ChooseForDialog
        opened={chosenFor !== undefined}
        wishlist={wishlist}
        participant={chosenFor}
        onClose={() => setChosenFor(undefined)}
      />
    </PageSection>
  )
}
