import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { archivingText } from '../messages.ts'
import { semesters } from './queries.ts'

/** What archiving a semester does, and for how many students its reports are missing once that is known. */
export function Archiving({ id }: { id: string }): ReactNode {
  const { data } = useQuery({ ...semesters.get.queryOptions({ input: { id } }), staleTime: 0 })
  return <Text size="sm">{archivingText({}, data?.reports_missing)}</Text>
}
