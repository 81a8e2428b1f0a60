import type { ReactNode } from 'react'
import { howMany } from '#core/number-text.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { Placement, RunDetail } from '../contract.ts'
import { rankOf } from '../rules.ts'
import classes from './MatchRuns.module.css'

const MAX_FREE = 40
const lookOf = (rank: number | null): string => (rank === null ? 'none' : rank > 3 ? 'more' : String(rank))

/** Shows the choice number of each seat, by option. */
export function RunDiagram({ run }: { run: RunDetail }): ReactNode {
  return (
    <PageSection
      title="Who went where, by option"
      description="Each square is a seat and says which choice it was."
    >
      <ul className={classes.picture}>
        {run.options.map((option) => {
          const taken = ranksOn(run.placements, option.id).length
          return (
            <li key={option.id} className={classes.line}>
              <span>
                {option.name}
                <br />
                <small>
                  {taken} of {howMany(option.seats, 'seat')}, {howMany(option.requests, 'request')}
                </small>
              </span>
              <SeatDiagram run={run} option={option} />
            </li>
          )
        })}
      </ul>
      <Legend />
    </PageSection>
  )
}

/** The seats of one option, each with its choice number. */
export function SeatDiagram({
  run,
  option,
}: {
  run: Pick<RunDetail, 'placements'>
  option: RunDetail['options'][number]
}): ReactNode {
  const ranks = ranksOn(run.placements, option.id)
  const free = Math.max(0, option.seats - ranks.length)
  const words = ranks.map((rank) => (rank === null ? 'not chosen' : `choice ${rank}`)).join(', ')
  return (
    <>
      <span
        className={classes.hidden}
      >{`${ranks.length} of ${option.seats} seats: ${words || 'no one'}`}</span>
      <span className={classes.squares} aria-hidden>
        {ranks.map((rank, at) => (
          <span key={at} className={classes.square} data-rank={lookOf(rank)}>
            {rank ?? '×'}
          </span>
        ))}
        {Array.from({ length: Math.min(free, MAX_FREE) }, (_, at) => (
          <span key={`free ${at}`} className={classes.square} data-rank="free" />
        ))}
      </span>
    </>
  )
}

const ranksOn = (placements: readonly Placement[], optionId: string) =>
  placements
    .filter(({ option_ids }) => option_ids.includes(optionId))
    .map(({ choices }) => rankOf(choices, optionId))
    .toSorted((a, b) => (a ?? 99) - (b ?? 99))

/** The choices of one student, with those that they got marked. */
export function StudentDiagram({
  placement,
  nameOf,
}: {
  placement: Placement
  nameOf: (id: string) => string
}): ReactNode {
  const { choices, option_ids: got } = placement
  const others = got.filter((id) => !choices.includes(id))
  const label =
    got.length === 0
      ? 'no seat'
      : got
          .map(
            (id) =>
              `${nameOf(id)}: ${rankOf(choices, id) === null ? 'not chosen' : `choice ${rankOf(choices, id)}`}`,
          )
          .join(', ')
  return (
    <>
      <span className={classes.hidden}>{label}</span>
      <span className={classes.squares} aria-hidden>
        {choices.map((id, at) => (
          <span
            key={id}
            className={classes.square}
            data-rank={got.includes(id) ? lookOf(at + 1) : 'free'}
            title={nameOf(id)}
          >
            {at + 1}
          </span>
        ))}
        {others.map((id) => (
          <span key={id} className={classes.square} data-rank="none" title={nameOf(id)}>
            ×
          </span>
        ))}
      </span>
    </>
  )
}

/** Explains the squares of a picture. */
export function Legend(): ReactNode {
  const lines = [
    ['1', '1', 'First choice'],
    ['2', '2', 'Second or third choice'],
    ['more', '4', 'Fourth choice or later'],
    ['none', '×', 'Not among the choices'],
    ['free', '', 'Free seat'],
  ] as const
  return (
    <div className={classes.legend}>
      {lines.map(([rank, text, label]) => (
        <span key={rank}>
          <span className={classes.square} data-rank={rank} aria-hidden>
            {text}
          </span>
          {label}
        </span>
      ))}
    </div>
  )
}
