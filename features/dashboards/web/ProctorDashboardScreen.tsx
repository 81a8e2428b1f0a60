import { type ReactNode, Suspense } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { ProctorNow, proctorNow } from '#features/assignments/web/public.ts'
import { MyCohorts } from '#features/cohorts/web/public.ts'
import { evaluationsDue, EvaluationsDue } from '#features/evaluations/web/public.ts'
import { Checklist } from '#ui/Checklist.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { MemberDashboard } from './MemberDashboard.tsx'

proctorNow.fetch()
evaluationsDue.fetch()

/** The proctor's first page: today, what comes next and with whom, what is wrong, the term. */
export function ProctorDashboardScreen(): ReactNode {
  const me = useMe()
  return (
    <MemberDashboard title="Proctor dashboard">
      {({ phone }) => (
        <>
          <ProctorNow />
          {me.role === 'proctor' && !phone && (
            <PageSection title="Next steps">
              <Checklist
                steps={[
                  {
                    id: 'phone',
                    label: 'Add a phone number',
                    done: false,
                    description: 'So that your school can reach you when a shift changes on the day.',
                    href: '/proctor/profile',
                  },
                ]}
              />
            </PageSection>
          )}
          {me.role === 'proctor' && (
            <Suspense fallback={null}>
              <EvaluationsDue />
            </Suspense>
          )}
          <MyCohorts isStudent={false} />
        </>
      )}
    </MemberDashboard>
  )
}
