import { Button, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { choice, type Filters, oneAlways } from '#platform/web/kit/filters.ts'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import type { ShiftEventName, ShiftStatus, TrialParty } from '#features/shifts/contract.ts'
import { eventLabels, statusAfterEvent, statusLabels, type Transition } from '#features/shifts/rules.ts'
import { shiftLifecycle } from './queries.ts'
import classes from './Lifecycle.module.css'
import { parties, labels, statuses } from './lifecycle-parties.ts'

const events = Object.keys(eventLabels) as ShiftEventName[]
const PAGE = 50
const filters: Filters<{ party: TrialParty; state: ShiftStatus }> = {
  party: oneAlways<TrialParty>('By whom', 'school', labels),
  state: choice('From which status', 'All statuses', statusLabels),
}

/** One event in one status by one party: the resulting status by the rules, and by PostgreSQL; null if refused. */
type Trial = {
  status: ShiftStatus
  event: ShiftEventName
  party: TrialParty
  expected: ShiftStatus | null
  to: ShiftStatus | null
}

const trialsOf = (machine: readonly Transition[]): Trial[] =>
  statuses.flatMap((status) =>
    events.flatMap((event) =>
      parties.map((party) => ({
        status,
        event,
        party,
        expected: statusAfterEvent(status, event, party),
        to: statusAfterEvent(status, event, party, machine),
      })),
    ),
  )

const isWrong = ({ to, expected }: Trial) => to !== expected

/** Every event from every status by every party: what the rules say, compared with what the database allows (Spec §2). */
export function LifecycleTestScreen(): ReactNode {
  const query = useQuery(shiftLifecycle.steps.queryOptions())
  return (
    <Page
      title="Shift lifecycle test"
      description="Compares, for every event in every status by every party, the steps that the database lets a shift make with the rules that screens and server decide by."
      width="wide"
      actions={
        <>
          <LinkButton variant="default" href="/admin/shift-lifecycle-demo">
            See the statuses
          </LinkButton>
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Run again
          </Button>
        </>
      }
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={8} />}
        failedTitle="The steps could not be read"
      >
        {(machine) => <Outcome trials={trialsOf(machine)} />}
      </Loaded>
    </Page>
  )
}

function Outcome({ trials }: { trials: Trial[] }): ReactNode {
  const wrong = trials.filter(isWrong)
  return (
    <>
      <StatGrid>
        <StatCard label="Trials" value={formatNumber(trials.length)} />
        <StatCard label="Steps allowed" value={formatNumber(trials.filter(({ to }) => to).length)} />
        <StatCard label="Refused" value={formatNumber(trials.filter(({ to }) => !to).length)} />
        <StatCard
          label="Differs from the rules"
          value={formatNumber(wrong.length)}
          hue={wrong.length > 0 ? 'red' : 'green'}
        />
      </StatGrid>
      <output>
        {wrong.length > 0 ? (
          <Banner
            kind="danger"
            title={`${formatNumber(wrong.length)} trials end differently than the rules say.`}
          >
            They are in red below.
          </Banner>
        ) : (
          <Banner kind="success" title="The database does exactly what the rules say.">
            {formatNumber(trials.length)} trials.
          </Banner>
        )}
      </output>
      {wrong.length > 0 && (
        <PageSection look="flush" title="Differences">
          <DataTable label="Differences" rows={wrong} columns={columns} rowKey={keyOf} />
        </PageSection>
      )}
      <Trials trials={trials} />
    </>
  )
}

const keyOf = ({ status, event, party }: Trial) => `${status} ${event} ${party}`
const word = (status: ShiftStatus | null) => (status ? statusLabels[status] : '—')
const columns: Column<Trial>[] = [
  { key: 'event', title: 'Event', render: ({ event }) => eventLabels[event] },
  { key: 'status', title: 'From', render: ({ status }) => statusLabels[status] },
  { key: 'party', title: 'By', render: ({ party }) => labels[party] },
  { key: 'expected', title: 'The rules say', render: ({ expected }) => word(expected) },
  {
    key: 'to',
    title: 'The database',
    render: (trial) => (
      <Text span size="sm" {...(isWrong(trial) && { c: 'var(--pw-red-ink)', fw: 700 })}>
        {word(trial.to)}
      </Text>
    ),
  },
]

function Trials({ trials }: { trials: readonly Trial[] }): ReactNode {
  const list = useList(filters, { sorts: ['event'], hasOwnOrder: true, pageSize: PAGE })
  const { party = 'school', state } = list.filter
  const ofParty = trials.filter((trial) => trial.party === party)
  const shown = pageOfRows(
    ofParty.filter(({ status }) => !state || status === state),
    list,
  )
  return (
    <>
      <PageSection
        title={`By ${labels[party].toLowerCase()}`}
        description="● allowed, · refused as expected, ✕ differs from the rules"
      >
        <ListFilters list={list} hasViews={false} />
        <Matrix trials={ofParty} party={party} />
      </PageSection>
      <PageSection look="flush" title="Each trial">
        <DataTable
          label="Trials"
          rows={shown.rows}
          columns={columns}
          rowKey={keyOf}
          page={shown.page}
          pageSize={PAGE}
          total={shown.total}
          onPageChange={list.toPage}
        />
      </PageSection>
    </>
  )
}

function Matrix({ trials, party }: { trials: readonly Trial[]; party: TrialParty }): ReactNode {
  const byKey = new Map(trials.map((trial) => [`${trial.status} ${trial.event}`, trial]))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={`Events by status, by ${labels[party]}`}>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            {statuses.map((status) => (
              <th scope="col" key={status}>
                <span>{statusLabels[status]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event}>
              <th scope="row">{eventLabels[event]}</th>
              {statuses.map((status) => {
                const trial = byKey.get(`${status} ${event}`)
                const [mark, words] = !trial
                  ? [' ', 'not run yet']
                  : isWrong(trial)
                    ? ['✕', `${word(trial.to)} instead of ${word(trial.expected)}`]
                    : trial.to
                      ? ['●', word(trial.to)]
                      : ['·', 'refused']
                return (
                  <td
                    key={status}
                    data-led={(trial?.to && !isWrong(trial)) || undefined}
                    data-wrong={(trial && isWrong(trial)) || undefined}
                    title={words}
                  >
                    <span aria-hidden>{mark}</span>
                    <span className={classes.hidden}>{words}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
