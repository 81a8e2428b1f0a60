import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EvaluationRow } from '../contract.ts'
import { useVerification } from './EvaluationList.tsx'

const row = (id: string, status = 'submitted') =>
  ({ id, version: 1, status, kind: 'shift', failed_checks: [] }) as unknown as EvaluationRow

test('evaluations that were chosen on other pages are verified too', () => {
  const pages = [[row('a')], [row('b'), row('c', 'needs_verification')]]
  function Screen() {
    const [at, setAt] = useState(0)
    const { selected, onChange, actions } = useVerification(pages[at])
    if (at === 0 && selected.length === 0) onChange(['a'])
    else if (at === 0) setAt(1)
    else if (selected.length === 1) onChange(['a', 'b'])
    return actions
  }
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <Screen />
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(markup).toContain('Verify 2')
})
