import type { ReactNode } from 'react'
import classes from './BarChart.module.css'

/** A part of a bar; its pattern distinguishes it without color. */
export type BarPart = { value: number; pattern: 'solid' | 'striped' }

export type Bar = {
  key: string
  label: string
  /** Below the label: the site of a unit. */
  note?: string
  parts: BarPart[]
  /** The text at the end of the bar. */
  words: string
  /** The same as cells of the table. */
  cells: (string | number)[]
}

interface BarChartProps {
  /** The name of the chart; the section above it may say more. */
  label: string
  /** The headings of the table: of the label, then of the cells. */
  heads: [string, ...string[]]
  bars: readonly Bar[]
  /** The value of a full bar; the longest bar by default. */
  whole?: number | undefined
  /** The names of the patterns, if there are two. */
  legend?: { solid: string; striped: string }
}

/** Bars with their labels and numbers next to them, and the same as a table. */
export function BarChart({ label, heads, bars, whole, legend }: BarChartProps): ReactNode {
  const most = whole ?? Math.max(1, ...bars.map(lengthOf))
  return (
    <figure className={classes.figure} aria-label={label}>
      <div aria-hidden>
        {bars.map((bar) => (
          <div key={bar.key} className={classes.row}>
            <span className={classes.label}>
              {bar.label}
              {bar.note && <small>{bar.note}</small>}
            </span>
            <span className={classes.track}>
              {bar.parts.map(({ value, pattern }) => (
                <i
                  key={pattern}
                  data-pattern={pattern}
                  style={{ width: `${Math.min(100, (value / most) * 100)}%` }}
                />
              ))}
            </span>
            <span className={classes.words}>{bar.words}</span>
          </div>
        ))}
        {legend && (
          <p className={classes.legend}>
            <span data-pattern="solid">{legend.solid}</span>
            <span data-pattern="striped">{legend.striped}</span>
          </p>
        )}
      </div>
      <details className={classes.details}>
        <summary>Show as a table</summary>
        <div className={classes.scroll}>
          <table className={classes.table}>
            <caption>{label}</caption>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key}>
                  <th scope="row">{bar.note ? `${bar.label}, ${bar.note}` : bar.label}</th>
                  {bar.cells.map((cell, at) => (
                    <td key={heads[at + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

const lengthOf = ({ parts }: Bar): number => parts.reduce((sum, { value }) => sum + value, 0)
