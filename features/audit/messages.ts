import { howMany } from '#core/number-text.ts'
import type { Verification } from './contract.ts'
import type { ChainFault } from './rules.ts'

const sourceLabels: Record<string, string> = {
  audit_events: 'Change',
  access_events: 'View, export or refusal',
  disclosures: 'Disclosure',
  failed_attempts: 'Failed sign-ins',
}

/** Describes a fault of a chain in a sentence with the block and the row. */
export function faultSentence({ seq, fault, source, row_id }: ChainFault): string {
  const row = `${sourceLabels[source ?? ''] ?? source} ${row_id}`
  switch (fault) {
    case 'missing_block':
      return `Block ${row_id} is missing.`
    case 'broken_link':
      return `Block ${seq} does not continue the block before it.`
    case 'altered_block':
      return `Block ${seq} was altered.`
    case 'missing_row':
      return `${row} is missing (block ${seq}).`
    case 'altered_row':
      return `${row} was altered (block ${seq}).`
    case null:
      return `Block ${seq} is intact.`
  }
}

/** Describes the result of a verification in a sentence: "12 chains with 3,400 entries: nothing is missing and nothing was altered." */
export function verificationSentence({
  chains,
  rows,
  broken_count: broken,
}: Pick<Verification, 'chains' | 'rows' | 'broken_count'>): string {
  const all = `${howMany(chains, 'chain', 'chains')} with ${howMany(rows, 'entry', 'entries')}`
  return broken === 0
    ? `${all}: nothing is missing and nothing was altered.`
    : `${all}: ${howMany(broken, 'chain is', 'chains are')} broken.`
}
