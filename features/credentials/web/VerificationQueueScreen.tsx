import { Button, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChecks, IconLock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { credentialTypes } from '#features/credential-types/web/public.ts'
import type { permissionsContract } from '#features/permissions/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { type Filters, oneOf, searchText } from '#platform/web/kit/filters.ts'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { hasPendingSend, undoLast, usePendingSend } from '#ui/send-with-undo.ts'
import { Kbd } from '#ui/Kbd.tsx'
import { lazyParts } from '#ui/lazy-parts.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { Pager, useGonePage } from '#ui/Pager.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import type { QueueRow } from '../contract.ts'
import { queuedFor } from '../rules.ts'
import { BulkApproval } from './BulkApproval.tsx'
import { credentials } from './queries.ts'
import classes from './Review.module.css'
import { useReviewKeys } from './use-review-keys.ts'

const permissions = featureApi<typeof permissionsContract>('permissions')

// The list renders before the review panel is loaded.
const reviewParts = lazyParts(() => import('./ReviewPanel.tsx'))
const ReviewPanel = reviewParts.part((file) => file.ReviewPanel)

const filters: Filters<{ q: string; type_id: string }> = {
  q: searchText('Search students'),
  type_id: oneOf('Credential', 'All credentials', { param: 'type' }),
}

/** What is waiting for review: the list, the document and the decision side by side, usable by keyboard alone (Spec §2, domain §2.8). */
export function VerificationQueueScreen(): ReactNode {
  const list = useList(filters, { sorts: ['next_shift'], hasOwnOrder: true })
  const [search, setSearch] = useSearchParams({ item: idParam })
  const isFacility = useMe().role === 'facility_admin'
  const query = useQuery({
    ...credentials.queue.queryOptions({ input: { ...list.filter, page: list.page } }),
    placeholderData: keepPreviousData,
    // Students send without any action here, and locks expire.
    refetchInterval: 30_000,
  })
  useGonePage(
    {
      page: list.page,
      pageSize: list.pageSize,
      rows: query.isPlaceholderData ? undefined : query.data?.rows.length,
      total: query.data?.total,
    },
    list.toPage,
  )
  const held = useQuery({ ...permissions.effective.queryOptions(), enabled: isFacility })
  const mayReview = held.data?.some((one) => one.permission_type === 'verifier') ?? true
  const types = useQuery(credentialTypes.list.queryOptions({ input: { status: 'any' } }))
  const isPhone = useIsPhone()
  const rows = query.data?.rows ?? []
  const at = rows.findIndex(({ id }) => id === search.item)
  const show = (row: QueueRow | undefined) => setSearch({ item: row?.id })
  const next = () =>
    show(
      rows.slice(at + 1).find((row) => !hasPendingSend(row.id) && (!row.locked_by_name || row.is_mine)) ??
        rows.find(({ id }) => id !== search.item && !hasPendingSend(id)),
    )
  useReviewKeys({
    j: () => show(rows[Math.min(at + 1, rows.length - 1)]),
    k: () => show(rows[Math.max(at - 1, 0)]),
    z: () => undoLast(),
  })
  // In a single column the focus moves to what replaces the list, and returns to the row that was open; a hidden button cannot be focused.
  const back = useRef<HTMLButtonElement>(null)
  const left = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (search.item) return back.current?.focus()
    left.current?.focus()
    left.current = null
  }, [search.item])
  // Undo may be pressed on another page, and must not navigate away from it.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return (
    <Page
      title={isFacility ? 'Credentials' : 'Verification queue'}
      width="wide"
      {...(isFacility
        ? {
            description: 'Students who are at your sites soonest come first.',
            actions: (
              <LinkButton variant="default" href="/facility/requirements">
                What you require
              </LinkButton>
            ),
          }
        : { breadcrumbs: [{ label: 'Compliance', href: '/school/compliance' }] })}
      query={query}
      failedTitle="The queue couldn’t be loaded"
      toolbar={
        <ListFilters
          list={list}
          options={{
            type_id: types.data
              ?.filter((type) => (type.owner_facility_id !== null) === isFacility)
              .map(({ id, name }) => ({ value: id, label: name })),
          }}
          end={
            <Text size="sm" c="dimmed" className={classes.keys}>
              <Kbd keys={['j', 'k']} /> move, <Kbd keys={['a']} /> approve, <Kbd keys={['r']} /> reject,{' '}
              <Kbd keys={['n']} /> next, <Kbd keys={['z']} /> undo
            </Text>
          }
        />
      }
    >
      {(data) =>
        data.total === 0 ? (
          mayReview ? (
            <EmptyState
              icon={IconChecks}
              title={list.isNarrowed ? 'No submissions match' : 'Nothing to review'}
              description={
                list.isNarrowed
                  ? 'Try another name or credential.'
                  : 'Student submissions appear here, earliest shift first.'
              }
            />
          ) : (
            <EmptyState
              icon={IconLock}
              title="You don’t review credentials"
              description="What students send you is shown to colleagues with the permission Verifier. You can ask for it."
              action={<LinkButton href="/admin/permission-requests">Permission requests</LinkButton>}
            />
          )
        ) : (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            {/* In a single column the selected one fills the page: below the list it would be out of sight. */}
            {search.item && (
              <div className={classes.back}>
                <Button
                  variant="default"
                  ref={back}
                  onClick={() => {
                    left.current = document.querySelector<HTMLElement>(`.${classes.row}[aria-current]`)
                    setSearch({ item: undefined })
                  }}
                >
                  Back to the list
                </Button>
              </div>
            )}
            <div className={classes.whole} data-left={search.item !== undefined || undefined}>
              <BulkApproval rows={data.rows} />
              <ul className={classes.list} aria-label="Waiting for review">
                {data.rows.map((row) => (
                  <li key={row.id}>
                    <Row row={row} isOpen={row.id === search.item} onOpen={() => show(row)} />
                  </li>
                ))}
              </ul>
              <Pager
                page={list.page}
                pageSize={list.pageSize}
                total={data.total}
                onPageChange={list.toPage}
              />
            </div>
            {search.item ? (
              <Suspense fallback={<Skeletons shape="form" />}>
                <ReviewPanel
                  key={search.item}
                  id={search.item}
                  onNext={next}
                  onUndo={() => isHere.current && setSearch({ item: search.item })}
                />
              </Suspense>
            ) : (
              // A phone has no keyboard, and the list already says what to choose.
              !isPhone && (
                <EmptyState compact title="Choose a submission" description="Press j for the first." />
              )
            )}
          </SimpleGrid>
        )
      }
    </Page>
  )
}

function Row({ row, isOpen, onOpen }: { row: QueueRow; isOpen: boolean; onOpen: () => void }): ReactNode {
  const held = usePendingSend(row.id)
  const isFacility = useMe().role === 'facility_admin'
  return (
    <UnstyledButton className={classes.row} aria-current={isOpen || undefined} onClick={onOpen}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Stack gap={0} style={{ minWidth: 0 }}>
          <Text size="sm" fw={600} truncate>
            {row.student_name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {row.type_name}
            {row.cohort_name && ` · ${row.cohort_name}`}
          </Text>
        </Stack>
        <Stack gap={0} align="flex-end" style={{ flexShrink: 0 }}>
          <Text size="xs">{queuedFor(row.next_shift, isFacility)}</Text>
          <Text size="xs" c="dimmed">
            {held ? (
              'Approving…'
            ) : row.locked_by_name && !row.is_mine ? (
              `${row.locked_by_name} is reviewing`
            ) : (
              <RelativeTime value={row.submitted_at} />
            )}
          </Text>
        </Stack>
      </Group>
    </UnstyledButton>
  )
}
