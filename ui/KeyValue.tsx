import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'

import classes from './KeyValue.module.css'

export interface Fact {
  label: string
  /** null, undefined and '' are rendered as a dash. */
  value: ReactNode
}

/** Facts by name, in two columns of text that become one on a phone. */
export function KeyValue({ items }: { items: readonly Fact[] }) {
  return (
    <dl className={classes.list}>
      {items.map(({ label, value }) => (
        <div key={label} className={classes.row}>
          <dt>{label}</dt>
          <dd>{textOf(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function textOf(value: ReactNode): ReactNode {
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'number' ? formatNumber(value) : value
}
