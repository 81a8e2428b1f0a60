import { useEffect, useState } from 'react'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam } from '#platform/web/search-params.ts'

/**
 * How a person came back from the payment provider's page: done, or left without. The address forgets it, so that a page opened again
 * later does not say it again, except a payment, which may still be on its way.
 */
export function useReturn(name: 'checkout' | 'card'): 'done' | 'left' | undefined {
  const [params, set] = useSearchParams({
    [name]: (value: unknown) => choiceParam(value, ['done', 'left'] as const),
  })
  const [returned] = useState(params[name])
  const isForgotten = returned === 'left' || name === 'card'
  useEffect(() => {
    if (isForgotten && params[name]) set({ [name]: undefined })
  })
  return returned
}
