import { Button, Table } from '@mantine/core'
import { formatNumber, howMany } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { refusalMessage } from '#core/refusal.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { ExportRows } from '#platform/web/kit/ExportRows.tsx'
import { Blockable, useAction } from '#platform/web/kit/use-actions.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Participant, Progress, WishlistDetail } from '../contract.ts'
import { wishlistRefusals } from '../messages.ts'
import { progressLabels, takeBackBlocker } from '../rules.ts'
import { wishlists } from './queries.ts'
import { useAnnounce, useArchive, useClose, useExtend, useRemind, useTakeBack } from './school-queries.ts'
import { WishlistBadge } from './WishlistBadge.tsx'
import { Declared, nameIn, Ranked } from './Declared.tsx'
import { conditionsOf, datesOf, patternOf, rankedWords } from './wishlist-words.ts'

const ExtendDialog = lazyDialog(() => import('./ExtendDialog.tsx').then((m) => m.ExtendDialog), {
  opened: false,
})
const WishlistDrawer = lazyDialog(() => import('./WishlistDrawer.tsx').then((m) => m.WishlistDrawer), {
  opened: false,
})
const ChooseForDialog = lazyDialog(() => import('./ChooseForDialog.tsx').then((m) => m.ChooseForDialog), {
  opened: false,
})

type MatchPart = 'runs' | 'weights' | 'concerns'
const known = {
  view: (value: unknown) => choiceParam(value, ['runs', 'weights', 'concerns']),
  show: (value: unknown) => choiceParam(value, ['not_started', 'in_progress', 'complete']),
}
/** A component passed in by the matching feature. */
export type MatchSlot = ComponentType<{
  campaignId: string
  phase: WishlistDetail['phase']
  policy: WishlistDetail['policy']
  /** True when facilities and preceptors rank students too. */
  isTwoSided: boolean
  timeZone: string
  /** The specialties of its options. */
  specialties: readonly string[]
  view: MatchPart
}>

/** One wishlist for the school: its rotations, its students with their choices, and its actions. */
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
      failedTitle="This wishlist couldn’t be loaded"
      skeleton={<Skeletons shape="table" />}
    >
      {(found) => <Views wishlist={found} MatchView={MatchView} />}
    </Page>
  )
}

function Views({ wishlist, MatchView }: { wishlist: WishlistDetail; MatchView: MatchSlot }): ReactNode {
  const [{ view }] = useSearchParams(known)
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
        <MatchView
          campaignId={id}
          phase={phase}
          policy={policy}
          isTwoSided={wishlist.partners_rank}
          timeZone={timeZone}
          specialties={[...new Set(wishlist.options.map(({ specialty }) => specialty))]}
          view={view}
        />
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
  const [editing, setEditing] = useState(false)
  const archive = useArchive()
  const [putAway, puttingAway] = useAction({
    label: 'Archive wishlist',
    ask: () => ({
      title: `Archive ${name}?`,
      body: 'Its choices, runs and results can still be read. Nothing in it can be changed.',
    }),
    run: () => archive.mutateAsync({ id }),
    tellsFailure: true,
  })
  const close = useClose()
  const extend = useExtend()
  const [endNow, ending] = useAction({
    label: 'Close now',
    ask: () => ({
      title: `Close ${name} now?`,
      body: `Its last day is ${formatDate(wishlist.closes_on, 'long')}. Students are notified and can no longer change their choices; ${formatNumber(wishlist.complete_count)} of ${formatNumber(wishlist.student_count)} have chosen enough. If it opened today, it closes at the end of today.`,
    }),
    run: () => close.mutateAsync({ id }),
    done: () => `${name} closes now`,
    undo: () => extend.mutateAsync({ id, closes_on: wishlist.closes_on }),
    tellsFailure: true,
  })
  const [ask, announcing] = useAction({
    label: 'Announce wishlist',
    ask: () => ({
      title: `Announce ${name}?`,
      body: `${howMany(wishlist.student_count, 'student is', 'students are')} notified. Its options stay as they are from then on.`,
    }),
    run: () => announce.mutateAsync({ id }),
    tellsFailure: true,
  })
  if (status === 'draft')
    return (
      <>
        <Button variant="default" onClick={() => setEditing(true)}>
          Edit
        </Button>
        <Button loading={announce.isPending} onClick={() => ask({})}>
          Announce
        </Button>
        {announcing}
        <WishlistDrawer opened={editing} wishlist={wishlist} onClose={() => setEditing(false)} />
      </>
    )
  const archiving = (phase === 'closed' || phase === 'published') && (
    <>
      <Button variant="default" loading={archive.isPending} onClick={() => putAway({})}>
        Archive
      </Button>
      {puttingAway}
    </>
  )
  if (status !== 'announced') return archiving
  const kept = takeBackBlocker({
    has_choices: wishlist.started_count > 0,
    has_facts: wishlist.participants.some(({ declared_version: version }) => version !== null),
  })
  return (
    <>
      <Blockable
        variant="default"
        label="Back to draft"
        loading={takeBack.isPending}
        why={kept ? refusalMessage(wishlistRefusals, kept) : undefined}
        onPress={() => takeBack.mutate({ id })}
      />
      <Button variant="default" onClick={() => setExtending(true)}>
        Extend
      </Button>
      {phase === 'open' && (
        <Button variant="default" loading={close.isPending} onClick={() => endNow({})}>
          Close now
        </Button>
      )}
      {phase === 'open' && missing > 0 && (
        <Button loading={remind.isPending} onClick={() => remind.mutate({ id })}>
          Remind {missing} {missing === 1 ? 'student' : 'students'}
        </Button>
      )}
      {archiving}
      {ending}
      <ExtendDialog opened={extending} wishlist={wishlist} onClose={() => setExtending(false)} />
    </>
  )
}

function Options({ wishlist }: { wishlist: WishlistDetail }): ReactNode {
  const { partners_rank: asksThem, phase } = wishlist
  const ranks = asksThem && phase !== 'draft' && phase !== 'scheduled' && phase !== 'open'
  return (
    <PageSection
      title={rankedWords[wishlist.kind].title}
      look="flush"
      description={
        phase === 'closed' && asksThem
          ? 'Facilities and preceptors rank the students who chose them now. A two-sided match uses their lists; where no one ranked, it draws lots.'
          : undefined
      }
    >
      <Table.ScrollContainer minWidth={520}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Option</Table.Th>
              <Table.Th>Seats</Table.Th>
              <Table.Th>First choice of</Table.Th>
              <Table.Th>Chosen by</Table.Th>
              {ranks && <Table.Th>Ranked there</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {wishlist.options.map((option) => (
              <Table.Tr key={option.id}>
                <Table.Td>
                  {option.name}
                  <br />
                  {option.location && wishlist.kind === 'capstone' && (
                    <small>
                      {option.location}
                      <br />
                    </small>
                  )}
                  <small>{[patternOf(option), ...conditionsOf(option)].join(' · ')}</small>
                </Table.Td>
                <Table.Td>{option.seats}</Table.Td>
                <Table.Td>{option.first_choices}</Table.Td>
                <Table.Td>{option.requests}</Table.Td>
                {ranks && <Table.Td>{option.ranked || 'No one'}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </PageSection>
  )
}

function Students({ wishlist }: { wishlist: WishlistDetail }): ReactNode {
  const [{ show }] = useSearchParams(known)
  const setSearch = useSetSearch()
  const [chosenFor, setChosenFor] = useState<Participant>()
  const { participants, id, status, phase } = wishlist
  const mayEnter = status === 'announced' && phase !== 'scheduled'
  const nameOf = nameIn(wishlist)
  const count = (progress: Progress) => participants.filter((p) => p.progress === progress).length
  const options = (['not_started', 'in_progress', 'complete'] as const).map((value) => ({
    value,
    label: progressLabels[value],
    count: count(value),
  }))
  const fitting = (all: readonly Participant[]) => all.filter(({ progress }) => !show || progress === show)
  const rows = fitting(participants)
  const columns: Column<Participant>[] = [
    { key: 'name', title: 'Student', render: (row) => row.full_name },
    { key: 'progress', title: 'Progress', render: (row) => progressLabels[row.progress] },
    { key: 'by', title: 'Entered by', render: (row) => row.by_school && 'School' },
    {
      key: 'choices',
      title: 'Choices, best first',
      render: ({ choices }) =>
        choices.map(({ option_id: option }, at) => `${at + 1}. ${nameOf(option)}`).join(' · '),
    },
  ]
  return (
    <PageSection
      title="Students"
      look="flush"
      actions={
        <ExportRows
          name="wishlist-choices"
          rows={async (asFile) => fitting((await wishlists.get.call({ id }, asFile)).participants)}
          columns={columns}
          rowKey={({ student_id: one }) => one}
          disabled={rows.length === 0}
        />
      }
    >
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
                  <Declared wishlist={wishlist} participant={row} />
                </Table.Td>
                <Table.Td>
                  <Ranked choices={row.choices} nameOf={nameOf} />
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
