import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Page } from '#ui/Page.tsx'
import type { DashboardMember } from '../contract.ts'
import { dashboards } from './queries.ts'
import { TermCalendarBelow } from './TermSection.tsx'
import { RevealTogether } from './RevealTogether.tsx'

type MemberDashboardProps = {
  title: string
  children: (member: DashboardMember) => ReactNode
}

/** The layout of the dashboard of someone who belongs to a school: a greeting above, the term below. */
export function MemberDashboard({ title, children }: MemberDashboardProps): ReactNode {
  const me = useMe()
  const query = useQuery(dashboards.member.queryOptions())
  const firstName = me.full_name.split(' ')[0]
  const isVisitor = me.role === 'superadmin'
  return (
    <Page
      title={isVisitor ? title : `Hello, ${firstName}`}
      description={query.data?.school?.name}
      query={query}
    >
      {(member) => (
        <RevealTogether>
          {isVisitor ? (
            <Banner kind="info" title="You are looking at this area as a superadmin">
              It shows the selected school. To see a person’s own data, open Users and choose “Act as this
              person”.
            </Banner>
          ) : (
            children(member)
          )}
          <TermCalendarBelow
            semester={member.semester}
            nextSemester={member.next_semester}
            emptyText="Your school hasn’t opened a semester yet. We’ll notify you when it does."
          />
        </RevealTogether>
      )}
    </Page>
  )
}
