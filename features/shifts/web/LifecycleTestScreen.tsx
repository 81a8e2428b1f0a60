import { Button, NativeSelect, Progress, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import type { ShiftEventName, ShiftStatus, Trial, TrialSide } from '../contract.ts'
import { eventWords, statusWords } from '../rules.ts'
import { shifts } from './queries.ts'
import classes from './Lifecycle.module.css'
import { sides, sideWords, statuses } from './lifecycle-sides.ts'

const events = Object.keys(eventWords) as ShiftEventName[]
const PAGE = 50

type Run = { trials: Trial[]; ms: number; done: number }

/** Runs a state after the other; what was found so far is shown meanwhile. */
function useRun() {
  const [run, setRun] = useState<Run>()
  const one = useMutation({ ...shifts.tryMachine.mutationOptions(), meta: { quiet: true } })
  const all = useMutation({
    mutationFn: async () => {
      let found: Run = { trials: [], ms: 0, done: 0 }
      setRun(found)
      for (const status of statuses) {
        const { trials, ms } = await one.mutateAsync({ status })
        found = { trials: [...found.trials, ...trials], ms: found.ms + ms, done: found.done + 1 }
        setRun(found)
      }
    },
    meta: { failed: 'The test could not be run to its end' },
  })
  return { run, start: () => all.mutate(), isRunning: all.isPending, error: all.error }
}

const isWrong = ({ to, expected }: Trial) => to !== expected

/** Every event from every state by every side, run against the database and undone, beside what the rules say (Spec §2). */
export function LifecycleTestScreen(): ReactNode {
  const { run, start, isRunning, error } = useRun()
  return (
    <Page
      title="Shift lifecycle test"
      description="Tries every event from every state as every side, with the commands that the pages call, and compares what the database does with what the rules say. All of it is undone."
      width="wide"
      actions={
        <>
          <LinkButton variant="default" href="/admin/shift-lifecycle-demo">
            See the states
          </LinkButton>
          <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} loading={isRunning} onClick={start}>
            {run ? 'Run again' : 'Run the test'}
          </Button>
        </>
      }
    >
      {error && (
        <Banner kind="danger" title="The test stopped" live>
          {error.message}
        </Banner>
      )}
      {run ? (
        <Outcome run={run} isRunning={isRunning} />
      ) : (
        <EmptyState
          icon={IconPlayerPlay}
          title="Not run yet"
          description={`${(statuses.length * events.length * sides.length).toLocaleString('en-US')} trials: ${statuses.length} states, ${events.length} events, ${sides.length} sides. It takes some seconds and leaves nothing behind.`}
          action={<Button onClick={start}>Run the test</Button>}
        />
      )}
    </Page>
  )
}

function Outcome({ run, isRunning }: { run: Run; isRunning: boolean }): ReactNode {
  const wrong = run.trials.filter(isWrong)
  const count = (value: number) => value.toLocaleString('en-US')
  return (
    <>
      {isRunning && (
        <Progress.Root>
          <Progress.Section
            value={(run.done / statuses.length) * 100}
            aria-label={`${run.done} of ${statuses.length} states`}
          />
        </Progress.Root>
      )}
      <StatGrid>
        <StatCard
          label="Trials"
          value={count(run.trials.length)}
          hint={`${run.done} of ${statuses.length} states`}
        />
        <StatCard label="Led on" value={count(run.trials.filter(({ to }) => to).length)} />
        <StatCard label="Refused" value={count(run.trials.filter(({ to }) => !to).length)} />
        <StatCard
          label="Otherwise than the rules say"
          value={count(wrong.length)}
          hue={wrong.length > 0 ? 'red' : 'green'}
        />
        <StatCard label="Time in the database" value={`${count(run.ms)} ms`} />
      </StatGrid>
      <output>
        {wrong.length > 0 ? (
          <Banner kind="danger" title={`${count(wrong.length)} trials end otherwise than the rules say.`}>
            They stand in red below.
          </Banner>
        ) : (
          !isRunning && (
            <Banner kind="success" title="The database does exactly what the rules say.">
              {count(run.trials.length)} trials, {count(run.ms)} ms, nothing left behind.
            </Banner>
          )
        )}
      </output>
      {wrong.length > 0 && (
        <PageSection look="flush" title="Differences">
          <DataTable label="Differences" rows={wrong} columns={columns} rowKey={keyOf} />
        </PageSection>
      )}
      <Trials trials={run.trials} />
    </>
  )
}

const keyOf = ({ status, event, side }: Trial) => `${status} ${event} ${side}`
const word = (status: ShiftStatus | null) => (status ? statusWords[status] : '—')
const columns: Column<Trial>[] = [
  { key: 'event', title: 'Event', render: ({ event }) => eventWords[event] },
  { key: 'status', title: 'From', render: ({ status }) => statusWords[status] },
  { key: 'side', title: 'By', render: ({ side }) => sideWords[side] },
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
  {
    key: 'message',
    title: 'Its words',
    phone: 'show',
    render: ({ message }) => (
      <Text span size="sm" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        {message ?? ''}
      </Text>
    ),
  },
]

function Trials({ trials }: { trials: readonly Trial[] }): ReactNode {
  const search = useSearch({ strict: false }) as { side?: string; state?: string; page?: number }
  const setSearch = useSetSearch()
  const side = choiceParam(search.side, sides) ?? 'school'
  const state = choiceParam(search.state, statuses)
  const page = search.page ?? 1
  const ofSide = trials.filter((trial) => trial.side === side)
  const listed = ofSide.filter(({ status }) => !state || status === state)
  return (
    <>
      <PageSection
        title={`By ${sideWords[side].toLowerCase()}`}
        description="● led on, · refused as it should be, ✕ otherwise than the rules say."
      >
        <FilterBar>
          <NativeSelect
            aria-label="By whom"
            value={side}
            data={sides.map((value) => ({ value, label: sideWords[value] }))}
            onChange={({ currentTarget }) =>
              setSearch({ ...search, page: undefined, side: currentTarget.value })
            }
          />
          <NativeSelect
            aria-label="From which state"
            value={state ?? ''}
            data={[
              { value: '', label: 'All states' },
              ...statuses.map((value) => ({ value, label: statusWords[value] })),
            ]}
            onChange={({ currentTarget }) =>
              setSearch({ ...search, page: undefined, state: currentTarget.value || undefined })
            }
          />
        </FilterBar>
        <Matrix trials={ofSide} side={side} />
      </PageSection>
      <PageSection look="flush" title="Each trial">
        <DataTable
          label="Trials"
          rows={listed.slice((page - 1) * PAGE, page * PAGE)}
          columns={columns}
          rowKey={keyOf}
          page={page}
          pageSize={PAGE}
          total={listed.length}
          onPageChange={(next) => setSearch({ ...search, page: next > 1 ? next : undefined }, false)}
        />
      </PageSection>
    </>
  )
}

function Matrix({ trials, side }: { trials: readonly Trial[]; side: TrialSide }): ReactNode {
  const byKey = new Map(trials.map((trial) => [`${trial.status} ${trial.event}`, trial]))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={`Events by states, by ${sideWords[side]}`}>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            {statuses.map((status) => (
              <th scope="col" key={status}>
                <span>{statusWords[status]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event}>
              <th scope="row">{eventWords[event]}</th>
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
