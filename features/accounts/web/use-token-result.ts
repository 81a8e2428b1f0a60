import { useEffect, useReducer, useState } from 'react'
import { refusalOf } from '#platform/web/refusal-of.ts'

type Asked<Output> = { answer?: Output; failure?: string; again?: () => void }

const asked = new Map<string, Promise<unknown>>()

/**
 * The server's result for a token from the address, or its refusal message. Runs once per document
 * however often it renders, because some tokens are used up. Does nothing without a token. `again` is there if the server couldn't be
 * reached.
 */
export function useTokenResult<Output extends object>(
  token: string | undefined,
  ask: (token: string) => Promise<Output>,
): Asked<Output> {
  const [state, setState] = useState<Asked<Output>>({})
  const [times, again] = useReducer((before: number) => before + 1, 0)
  useEffect(() => {
    if (token === undefined) return
    if (!asked.has(token)) {
      const answer = ask(token)
      asked.set(token, answer)
      answer.catch(() => asked.delete(token))
    }
    let isGone = false
    const tell = (next: Asked<Output>) => isGone || setState(next)
    ;(asked.get(token) as Promise<Output>).then(
      (answer) => tell({ answer }),
      (error: unknown) => tell({ failure: (error as Error).message, ...(!refusalOf(error) && { again }) }),
    )
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a token is asked about in one way
  }, [token, times])
  return state
}
