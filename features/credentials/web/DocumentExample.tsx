import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CredentialType } from '#features/credential-types/contract.ts'
import { formFields } from '#features/credential-types/rules.ts'
import classes from './DocumentExample.module.css'

type Props = {
  type: Pick<CredentialType, 'name' | 'evidence' | 'validity' | 'fields' | 'example_url'>
  /** Open after a rejection, when it is the first thing to check. */
  isOpen: boolean
}

/** What a document must show to be approved: generated from what its type asks for, plus the example that its owner added. */
export function DocumentExample({ type, isOpen }: Props): ReactNode {
  const shown = formFields(type).filter(
    ({ kind, is_required: isRequired }) =>
      isRequired && (kind === 'date' || kind === 'text' || kind === 'choice'),
  )
  return (
    <details open={isOpen} className={classes.example}>
      <summary>What a good document shows</summary>
      <div className={classes.faces}>
        <div className={classes.paper} aria-hidden>
          <strong>{type.name}</strong>
          <span>Your first and last name</span>
          {(shown.length > 0 ? shown.map(({ label }) => label) : ['Date']).map((label) => (
            <span key={label}>{label}: …</span>
          ))}
          <span>Who issued it</span>
        </div>
        <ul className={classes.points}>
          <li>Your name as your school knows it</li>
          <li>
            {shown.length > 0
              ? `Readable: ${shown.map(({ label }) => label.toLowerCase()).join(', ')}`
              : 'Each date, readable'}
          </li>
          <li>All four corners, flat, in daylight</li>
          <li>Front and back, if both are printed on</li>
        </ul>
      </div>
      {type.example_url && (
        <Text size="sm">
          <a href={type.example_url} target="_blank" rel="noreferrer">
            Open an example in a new tab
          </a>
        </Text>
      )}
    </details>
  )
}
