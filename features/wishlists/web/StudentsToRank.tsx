import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { wishlists } from './queries.ts'

/** Says that schools need a facility or preceptor to rank students; renders nothing otherwise. */
export function StudentsToRank(): ReactNode {
  const { data } = useQuery({ ...wishlists.toRank.queryOptions(), staleTime: 0 })
  if (!data || data.length === 0) return null
  const missing = data.filter(({ students }) => !students.some((one) => one.is_ranked))
  return (
    <PageSection
      title="Students to rank"
      description={
        missing.length > 0
          ? `A partner school asks whom you would rather have at ${missing.map(({ name }) => name).join(', ')}.`
          : 'You have ranked them. You can change it until the school has matched.'
      }
      actions={<LinkButton href="/facility/wishlists">Rank students</LinkButton>}
    />
  )
}
