import { ScrollArea } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Progress.module.css'

interface HoursTableProps {
  /** What it holds, for assistive technology. */
  label: string
  heads: readonly string[]
  /** The name of each row, its cells, and the share that colors a cell, in percent. */
  rows: readonly { key: string; name: string; cells: readonly { text: string; share?: number }[] }[]
}

/** Figures in rows; where they are wider than the page, they scroll by hand and by keyboard. */
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
