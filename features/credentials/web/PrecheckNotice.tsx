import { Alert, List, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import type { Precheck } from '../contract.ts'
import { precheckWarnings } from '../rules.ts'

/** What was read from the documents: what to check again, or what was found. It decides nothing. */
export function PrecheckNotice({
  precheck,
  type,
}: {
  precheck: Precheck
  type: { name: string }
}): ReactNode {
  const warnings = precheckWarnings(precheck, type)
  if (warnings.length > 0)
    return (
      <Alert color="yellow" title="Please check">
        <List size="sm">
          {warnings.map((warning) => (
            <List.Item key={warning}>{warning}</List.Item>
          ))}
        </List>
      </Alert>
    )
  return (
    <Text component="output" size="sm" c="dimmed">
      {`Read from the document: ${foundWords(precheck)}.`}
    </Text>
  )
}

function foundWords({ type_match: type, name_match: name, dates }: Precheck): string {
  const found = [
    type === 'yes' ? 'the right type' : null,
    name === 'yes' ? 'the name' : null,
    dates.length > 0 ? `dates ${dates.map((date) => formatDate(date)).join(', ')}` : null,
  ].filter((one) => one !== null)
  return found.join(', ') || 'nothing to compare'
}
