import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LeaveBanner } from './LeaveBanner.tsx'
import { leaves } from './queries.ts'

/** On a student's own profile: their leave of absence with its reason; nothing without one. */
export function MyLeave(): ReactNode {
  const { data } = useQuery(leaves.mine.queryOptions({ input: {} }))
  return data ? <LeaveBanner leave={data} isWhole /> : null
}
