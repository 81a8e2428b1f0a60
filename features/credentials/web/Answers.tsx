import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import type { CredentialValues } from '#features/credential-types/contract.ts'
import type { formFields } from '#features/credential-types/rules.ts'
import classes from './Review.module.css'

/** The answers, with the labels of their fields. */
export function Answers({
  values,
  fields,
}: {
  values: CredentialValues
  fields: ReturnType<typeof formFields>
}): ReactNode {
  const filled = fields.filter(({ key }) => values[key] !== undefined && values[key] !== '')
  return (
    <dl className={classes.facts}>
      {filled.map(({ key, label, options }) => {
        const value = values[key]
        const text = Array.isArray(value)
          ? value.map((date) => formatDate(date)).join(', ')
          : typeof value === 'boolean'
            ? value
              ? 'Yes'
              : 'No'
            : /^\d{4}-\d{2}-\d{2}$/.test(value!)
              ? formatDate(value!)
              : (options.find((option) => option.value === value)?.label ?? value)
        return (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        )
      })}
    </dl>
  )
}
