import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
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
import { useAnnounce, useDecideHardship, useRemind, useTakeBack } from './school-queries.ts'
import { WishlistBadge } from './WishlistBadge.tsx'
import { conditionsOf, datesOf, hardshipLabels, patternOf } from './wishlist-words.ts'

const ExtendDialog = lazyDialog(() => import('./ExtendDialog.tsx').then((m) => m.ExtendDialog), {
  opened: false,
})
const ChooseForDialog = lazyDialog(() => import('./ChooseForDialog.tsx').then((m) => m.ChooseForDialog), {
  opened: false,
})

type MatchPart = 'runs' | 'weights' | 'concerns'
/** What is drawn for matching: the feature that knows it hands it in. */
export type MatchSlot = ComponentType<{
  campaignId: string
  phase: WishlistDetail['phase']
  policy: WishlistDetail['policy']
  timeZone: string
  view: MatchPart
}>

/** One wishlist for the school: its rotations, its students with what they chose, and what can be done. */
export function OneWishlist({ id, MatchView }: { id: string; MatchView: MatchSlot }): ReactNode {
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
      {(found) => <Views wishlist={found} MatchView={MatchView} />}
    </Page>
  )
}

function Views({ wishlist, MatchView }: { wishlist: WishlistDetail; MatchView: MatchSlot }): ReactNode {
  const { view } = useSearch({ strict: false }) as { view?: MatchPart }
  const setSearch = useSetSearch()
  const { id, phase, policy, time_zone: timeZone } = wishlist
  const isPublished = phase === 'published' || phase === 'archived'
  return (
    <>
      {phase !== 'draft' && (
        <SegmentedFilter<'students' | MatchPart>
          label="View"
          value={view ?? 'students'}
          options={[
            { value: 'students', label: 'Choices' },
            { value: 'runs', label: 'Match runs' },
            { value: 'weights', label: 'Weights' },
            ...(isPublished ? [{ value: 'concerns' as const, label: 'Concerns' }] : []),
          ]}
          onChange={(value) => setSearch({ id, view: value === 'students' ? undefined : value }, false)}
        />
      )}
      {view ? (
        <MatchView campaignId={id} phase={phase} policy={policy} timeZone={timeZone} view={view} />
      ) : (
        <>
          <Options wishlist={wishlist} />
          <Students wishlist={wishlist} />
        </>
      )}
    </>
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
                  <small>{[patternOf(option), ...conditionsOf(option)].join(' · ')}</small>
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

function Hardship({
  wishlist,
  participant,
}: {
  wishlist: WishlistDetail
  participant: Participant
}): ReactNode {
  const decide = useDecideHardship()
  const { student_id, full_name: name } = participant
  const { kind, detail, status } = participant.hardship!
  const answer = (is_verified: boolean) => decide.mutate({ id: wishlist.id, student_id, is_verified })
  return (
    <details>
      <summary>
        Hardship: {hardshipLabels[kind]},{' '}
        {status === 'verified' ? 'verified' : status === 'not_verified' ? 'not verified' : 'not decided yet'}
      </summary>
      {detail && <p>{detail}</p>}
      {wishlist.status === 'announced' && (
        <span style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          <Button
            size="xs"
            variant="default"
            aria-label={`Verify the hardship of ${name}`}
            onClick={() => answer(true)}
          >
            Verify
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Do not verify the hardship of ${name}`}
            onClick={() => answer(false)}
          >
            Do not verify
          </Button>
        </span>
      )}
    </details>
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
                  {row.hardship && <Hardship wishlist={wishlist} participant={row} />}
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
