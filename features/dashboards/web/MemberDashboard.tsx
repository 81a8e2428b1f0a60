import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { MyCohorts } from '#features/cohorts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Checklist, type ChecklistStep } from '#ui/Checklist.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { dashboards } from './queries.ts'
import { TermSection } from './TermSection.tsx'

type MemberDashboardProps = { title: string; profileHref: string; isStudent: boolean }

/** The first page of somebody who belongs to a school: the term, and what is still open on their side. */
export function MemberDashboard({ title, profileHref, isStudent }: MemberDashboardProps): ReactNode {
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
      {(data) => {
        const steps: ChecklistStep[] = [
          {
            id: 'phone',
            label: 'Add a phone number',
            done: Boolean(data.phone),
            description: 'So that your school can reach you when a shift changes on the day.',
            href: profileHref,
          },
          ...(isStudent
            ? [
                {
                  id: 'graduation',
                  label: 'Confirm your expected graduation date',
                  done: Boolean(data.graduation_date),
                  href: profileHref,
                },
              ]
            : []),
        ]
        return (
          <>
            {isVisitor && (
              <Banner kind="info" title="You are looking at this area as superadmin">
                It shows the selected school. To see a person’s own data, open Users and impersonate them with
                a reason.
              </Banner>
            )}
            {!isVisitor && (
              <PageSection title="What now?">
                <Checklist steps={steps} />
              </PageSection>
            )}
            {!isVisitor && <MyCohorts isStudent={isStudent} />}
            <TermSection
              semester={data.semester}
              nextSemester={data.next_semester}
              emptyText="Your school has not opened a semester yet. You will be told when it does."
            />
          </>
        )
      }}
    </Page>
  )
}
