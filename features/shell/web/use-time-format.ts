import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { setTimeFormat, type TimeFormat } from '#core/time-format.ts'

/** Writes all times in the reader's format. If it changes, the page stays, with what is typed, and renders its times again. */
export function useTimeFormat(format: TimeFormat): void {
  setTimeFormat(format)
  const client = useQueryClient()
  const shown = useRef(format)
  useEffect(() => {
    if (shown.current === format) return
    shown.current = format
    renewAnswers(client)
  }, [client, format])
}

/** Renders everything that shows an answer again, from a copy of it. */
export function renewAnswers(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll())
    if (query.state.data !== undefined) query.setState({ data: structuredClone(query.state.data) })
}
