import { IconSchool } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { AccessLog, FailedSignIns } from '#features/audit/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { changeBlockerText } from './change-blocker-text.ts'
import { AccountSections } from './AccountSections.tsx'
import { LazySettingsForm } from './LazySettingsForm.tsx'
import { useSchool } from './queries.ts'

/** /school/account: how students join, who administers the school, which board it follows, and its settings (Spec §2). */
export function SchoolAccountScreen(): ReactNode {
  const id = useSchoolId()
  const query = useSchool(id)
  const { role } = useMe()
  const heading = {
    title: 'School settings',
  }
  if (!id)
    return (
      <Page {...heading}>
        <EmptyState icon={IconSchool} title="Which school?" description="Choose the school you work in." />
      </Page>
    )
  const blocker = changeBlockerText(query.data, role)
  return (
    <Page
      {...heading}
      actions={
        <>
          <LinkButton href="/school/profile" variant="default">
            School profile
          </LinkButton>
          <LinkButton href="/school/settings" variant="default">
            Semesters
          </LinkButton>
        </>
      }
      query={query}
      skeleton={<Skeletons shape="form" />}
      failedTitle="The settings couldn’t be loaded"
    >
      {(school) => (
        <>
          {blocker && <Banner kind="warning">{blocker}</Banner>}
          <AccountSections
            school={school}
            blocker={blocker}
            peopleHref="/school/students?view=administrators"
            personHref={(person) => `/school/user/${person}`}
          />
          <PageSection title="Rules and settings">
            <LazySettingsForm key={school.id} school={school} blocker={blocker} />
          </PageSection>
          <PageSection
            title="Access log"
            description="Who viewed student records, who exported lists, and what was refused. Kept for six years."
          >
            <AccessLog />
          </PageSection>
          <PageSection title="Failed sign-ins" description="To accounts of this school, by network and hour.">
            <FailedSignIns />
          </PageSection>
        </>
      )}
    </Page>
  )
}
