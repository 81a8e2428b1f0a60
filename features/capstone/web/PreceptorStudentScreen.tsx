import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { ProjectScreen } from './ProjectScreen.tsx'
import { capstone } from './queries.ts'

const back = { label: 'My Students', href: '/preceptor/students' }

/** One student of a preceptor: the project they share (Spec §1). */
export function PreceptorStudentScreen(): ReactNode {
  const { studentId = '' } = useParams({ from: '/_app/preceptor/students/$studentId' })
  const input = { show: 'all' as const, as: 'preceptor' as const, student_id: studentId }
  const query = useQuery({ ...capstone.list.queryOptions({ input }), staleTime: 0 })
  const rows = query.data?.rows ?? []
  const newest = rows.find(({ status }) => !['completed', 'closed'].includes(status)) ?? rows[0]
  if (newest) return <ProjectScreen key={newest.id} id={newest.id} as="preceptor" back={back} />
  return (
    <Page title="Student" breadcrumbs={[back]} query={query} failedTitle="This student couldn’t be loaded">
      {() => (
        <EmptyState
          icon={IconUsersGroup}
          title="Not one of your students"
          description="You see students you precept, or are asked to precept."
          action={<LinkButton href={back.href}>My Students</LinkButton>}
        />
      )}
    </Page>
  )
}
