import { ScrollArea } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Progress.module.css'

interface HoursTableProps {
  /** The name of the table for assistive technology. */
  label: string
  heads: readonly string[]
  /** The name of each row, and its cells; `share` is the percentage that colors a cell. */
  rows: readonly { key: string; name: string; cells: readonly { text: string; share?: number }[] }[]
}

/** A table of numbers that scrolls sideways, also by keyboard, if it is wider than the page. */
export function HoursTable({ label, heads, rows }: HoursTableProps): ReactNode {
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}>
      <table className={classes.table}>
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
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map(({ text, share }, at) => (
                <td
                  key={heads[at + 1]}
                  style={
                    share === undefined
                      ? undefined
                      : {
                          background: `color-mix(in srgb, var(--pw-evergreen-edge) ${share}%, transparent)`,
                        }
                  }
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
