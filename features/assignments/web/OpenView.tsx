import { Text } from '@mantine/core'
import { IconCalendarSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { constants } from '#core/constants.ts'
import { todayHere } from '#core/plain-date.ts'
import { labelOf, waitWords } from '#features/shifts/web/public.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { MySeat, OpenShift, StudentShift } from '../contract.ts'
import {
  blockerOf,
  clashLink,
  type SeatAction,
  joinableWaitlists,
  splitByBlock,
  availableActions,
} from '../rules.ts'
import { NotClearedBadge, useNotCleared } from './SeatNotes.tsx'
import { assignments, availableQuery, shifts } from './queries.ts'
import { SeatActions } from './SeatActions.tsx'
import { ShiftCard, ShiftCards } from './ShiftCard.tsx'
import { filterOf, isNarrowed, type SearchChange, type StudentSearch } from './student-search.ts'

const { availableShiftsLimit: usual } = constants.prefetch
/** The limit once the reader asks for more (MAX_AVAILABLE; the contract is not loaded in the browser). */
const MAX_SHOWN = 200

type OpenViewProps = {
  seats: readonly MySeat[]
  now: string
  search: StudentSearch
  onSearch: (change: SearchChange) => void
  onAction: (action: SeatAction, shift: StudentShift) => void
}

const OpenFilters = lazy(() => import('./OpenFilters.tsx').then((file) => ({ default: file.OpenFilters })))

/** Shifts that a student could take, request or wait for, each with what blocks it. */
export function OpenView({ seats, now, search, onSearch, onAction }: OpenViewProps): ReactNode {
  const limit = search.more ? MAX_SHOWN : usual
  const query = useQuery({
    ...availableQuery,
    ...assignments.available.queryOptions({ input: { ...filterOf(search), limit } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Suspense fallback={<div style={{ minHeight: 36 }} />}>
        <OpenFilters />
      </Suspense>
      <Loaded
        query={query}
        skeleton={<Skeletons shape="cards" />}
        failedTitle="Open shifts couldn’t be loaded"
        isEmpty={(open) => open.length === 0 && !search.full}
        empty={{
          icon: IconCalendarSearch,
          title: isNarrowed(search) ? 'No open shifts match' : 'No open shifts now',
          description: isNarrowed(search)
            ? 'Try fewer filters. Full shifts have a waitlist: show them too.'
            : 'We’ll notify you when shifts are posted. Full shifts have a waitlist: show them too.',
          action: (
            <PlainButton variant="default" onClick={() => onSearch({ full: 'yes' })}>
              Show full shifts too
            </PlainButton>
          ),
        }}
      >
        {(open) => (
          <>
            <OpenLists shifts={open} seats={seats} now={now} onAction={onAction} />
            {open.length === limit && limit < MAX_SHOWN && (
              <PlainButton variant="default" onClick={() => onSearch({ more: 'yes' })}>
                Show more
              </PlainButton>
            )}
            {open.length === MAX_SHOWN && (
              <Text size="sm" c="dimmed">
                {`These are the next ${MAX_SHOWN}. Choose days, a specialty or a site to see others.`}
              </Text>
            )}
          </>
        )}
      </Loaded>
      {search.full && <FullShifts seats={seats} now={now} search={search} onAction={onAction} />}
    </>
  )
}

/** First the shifts the student can take, as many as the tab counts; then open shifts that are blocked, each with the reason. */
function OpenLists({
  shifts: rows,
  ...card
}: Pick<OpenViewProps, 'seats' | 'now' | 'onAction'> & { shifts: readonly OpenShift[] }): ReactNode {
  const { available, blocked } = splitByBlock(rows)
  return (
    <>
      {available.length > 0 && <OpenCards label="Open shifts" shifts={available} {...card} />}
      {blocked.length > 0 && (
        <PageSection title="Not available to you now" look="plain">
          <OpenCards label="Not available to you now" shifts={blocked} {...card} />
        </PageSection>
      )}
    </>
  )
}

type OpenCardsProps = Pick<OpenViewProps, 'seats' | 'now' | 'onAction'> & {
  label: string
  shifts: readonly (StudentShift & Partial<OpenShift>)[]
}

/** Shifts to take, request or wait for, each with whether the student is cleared for it. */
function OpenCards({ label, shifts: rows, ...card }: OpenCardsProps): ReactNode {
  const notCleared = useNotCleared(rows)
  return (
    <ShiftCards label={label}>
      {rows.map((shift) => (
        <li key={shift.id}>
          <OpenCard shift={shift} isOut={notCleared(shift.id)} {...card} />
        </li>
      ))}
    </ShiftCards>
  )
}

type OpenCardProps = Pick<OpenViewProps, 'seats' | 'now' | 'onAction'> & {
  shift: StudentShift & Partial<OpenShift>
  isOut: boolean
}

function OpenCard({ shift, seats, now, isOut, onAction }: OpenCardProps): ReactNode {
  const { actions, why } = availableActions(shift, undefined, now)
  const { rule, message } = blockerOf(shift.block ?? null)
  const blocker = message ?? why
  const clash = clashLink(rule, shift, seats)
  return (
    <ShiftCard
      shift={shift}
      badge={
        <>
          <StateBadge state={actions[0] === 'wait' ? 'full' : 'open'} label={freeWords(shift)} />
          {isOut && !blocker && actions.length > 0 && <NotClearedBadge />}
        </>
      }
      facts={shift.credited_hours !== undefined && `${shift.credited_hours}\u00A0h`}
    >
      {blocker ? (
        <Text size="sm" c="dimmed">
          {blocker} {clash && <Link href={clash.href}>{clash.label}</Link>}
        </Text>
      ) : (
        <SeatActions
          actions={actions}
          shift={shift}
          seat={undefined}
          name={labelOf(shift)}
          onAction={(action) => onAction(action, shift)}
        />
      )}
    </ShiftCard>
  )
}

/** "2 of 8 free", or how full it is. */
function freeWords(shift: StudentShift): string {
  const { seats_taken: taken, seats: all = null, waiting } = shift
  const seats = all ?? taken
  if (seats > taken) return `${seats - taken} of ${seats} free`
  return `Full, ${waiting > 0 ? waitWords(waiting) : `${taken} of ${seats}`}`
}

/** Upcoming full shifts, for their waitlists. */
function FullShifts({ seats, now, search, onAction }: Omit<OpenViewProps, 'onSearch'>): ReactNode {
  const query = useQuery(
    shifts.list.queryOptions({
      input: {
        status: ['full'],
        from: search.from ?? todayHere(),
        ...(search.to && { to: search.to }),
        ...(search.specialty && { specialty: search.specialty }),
        ...(search.site && { facility_id: search.site }),
        page_size: usual,
      },
    }),
  )
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="cards" />}
      failedTitle="Full shifts couldn’t be loaded"
      isEmpty={() => false}
    >
      {({ rows }) => {
        const full = joinableWaitlists(rows, seats)
        return full.length === 0 ? (
          <EmptyState
            compact
            title="No full shifts"
            description={
              rows.length > 0
                ? 'You have a seat or wait on every full shift shown here.'
                : 'Every published shift here has an open seat.'
            }
          />
        ) : (
          <OpenCards label="Full shifts" shifts={full} seats={seats} now={now} onAction={onAction} />
        )
      }}
    </Loaded>
  )
}
