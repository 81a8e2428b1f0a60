import { Table } from '@mantine/core'
import { formatNumber } from '#core/number-text.ts'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailedState } from '#ui/FailedState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { RunDetail } from '../contract.ts'
import { rankOf } from '../rules.ts'
import { betterOf, figureLines } from './figures.ts'
import { matchRuns } from './queries.ts'
import { proofInWords, runModeLabels } from './run-words.ts'
import { Legend, SeatDiagram, StudentDiagram } from './RunDiagram.tsx'
import classes from './MatchRuns.module.css'

/** Two runs next to each other: their settings and metrics, the load of each option, and the students they place differently. */
export function CompareRuns({ campaignId, ids }: { campaignId: string; ids: [string, string] }): ReactNode {
  const [one, other] = useQueries({ queries: ids.map((id) => matchRuns.get.queryOptions({ input: { id } })) })
  if (one?.isError || other?.isError)
    return (
      <FailedState
        title="These runs couldn’t be loaded"
        error={one?.error ?? other?.error}
        onRetry={() => void Promise.all([one?.refetch(), other?.refetch()])}
      />
    )
  if (!one?.data || !other?.data) return <Skeletons shape="table" />
  const runs: [RunDetail, RunDetail] = [one.data, other.data]
  return (
    <>
      <PageSection
        title={`Run ${runs[0].number} and run ${runs[1].number}`}
        look="flush"
        actions={
          <LinkButton href={`/school/wishlists?id=${campaignId}&view=runs`} variant="default">
            All runs
          </LinkButton>
        }
      >
        <Comparison runs={runs} />
      </PageSection>
      <Loads runs={runs} />
      <Differences runs={runs} />
    </>
  )
}

function Comparison({ runs }: { runs: [RunDetail, RunDetail] }): ReactNode {
  const [a, b] = [runs[0].figures, runs[1].figures]
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Figure</Table.Th>
            {runs.map(({ id, number }) => (
              <Table.Th key={id}>Run {number}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Td>Method</Table.Td>
            {runs.map(({ id, settings, proof }) => (
              <Table.Td key={id}>
                {runModeLabels[settings.mode]}, seed {settings.seed}
                <br />
                <small>{proofInWords(proof)}</small>
              </Table.Td>
            ))}
          </Table.Tr>
          {a &&
            b &&
            figureLines.map((line) => {
              const better = betterOf(line, { ...runs[0], figures: a }, { ...runs[1], figures: b })
              return (
                <Table.Tr key={line.label}>
                  <Table.Td>{line.label}</Table.Td>
                  {[a, b].map((figures, at) => (
                    <Table.Td key={at} className={better === at ? classes.better : undefined}>
                      {line.value(figures)}
                      {better === at && ' ✓ better'}
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The placements of each run by option: how full it is, and the choice number of each seat. */
function Loads({ runs }: { runs: [RunDetail, RunDetail] }): ReactNode {
  const load = (run: RunDetail, id: string) =>
    run.placements.filter(({ option_ids }) => option_ids.includes(id)).length
  // Runs can differ in seats, if one was taken away in between.
  const optionIn = (run: RunDetail, id: string) => run.options.find((option) => option.id === id)
  return (
    <PageSection
      title="Load by option"
      description="Each square is a seat and says which choice it was."
      look="flush"
    >
      <Table.ScrollContainer minWidth={520}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Option</Table.Th>
              {runs.map(({ id, number }) => (
                <Table.Th key={id}>Run {number}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {runs[0].options.map((option) => (
              <Table.Tr key={option.id}>
                <Table.Td>{option.name}</Table.Td>
                {runs.map((run) => {
                  const own = optionIn(run, option.id) ?? option
                  return (
                    <Table.Td key={run.id}>
                      {load(run, option.id)} of {own.seats}
                      <SeatDiagram run={run} option={own} />
                    </Table.Td>
                  )
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <div className={classes.search}>
        <Legend />
      </div>
    </PageSection>
  )
}

function Differences({ runs: [one, other] }: { runs: [RunDetail, RunDetail] }): ReactNode {
  const names = new Map(one.options.map(({ id, name }) => [id, name]))
  const nameOf = (id: string) => names.get(id) ?? 'an option'
  const inWords = ({ choices, option_ids }: RunDetail['placements'][number]) =>
    option_ids
      .map((id) => `${nameOf(id)}${rankOf(choices, id) === null ? '' : ` (choice ${rankOf(choices, id)})`}`)
      .join(', ') || 'No seat'
  const rows = one.placements.flatMap((placement) => {
    const there = other.placements.find(({ student_id }) => student_id === placement.student_id)
    return there && there.option_ids.toSorted().join() !== placement.option_ids.toSorted().join()
      ? [{ placement, there }]
      : []
  })
  return (
    <PageSection
      title={
        rows.length === 1
          ? '1 student is placed differently'
          : `${formatNumber(rows.length)} students are placed differently`
      }
      look="flush"
    >
      {rows.length > 0 && (
        <Table.ScrollContainer minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Student</Table.Th>
                <Table.Th>Run {one.number}</Table.Th>
                <Table.Th>Run {other.number}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ placement, there }) => (
                <Table.Tr key={placement.student_id}>
                  <Table.Td>{placement.full_name}</Table.Td>
                  {[placement, there].map((where, at) => (
                    <Table.Td key={at}>
                      {inWords(where)}
                      <StudentDiagram placement={where} nameOf={nameOf} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </PageSection>
  )
}
