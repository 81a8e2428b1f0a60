import { Button } from '@mantine/core'
import { IconPencil, IconSchool } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { LogoSection, TitleLogo } from '#features/logos/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { changeBlockerText } from './change-blocker-text.ts'
import { ProgramsSection } from './ProgramsSection.tsx'
import { useSchool } from './queries.ts'
import { SchoolFacts } from './SchoolFacts.tsx'

const SchoolDrawer = lazyDialog(() => import('./SchoolDrawer.tsx').then((m) => m.SchoolDrawer), {
  opened: false,
})

/** /school/profile: the school's description and its programs (Spec §2). */
export function SchoolProfileScreen(): ReactNode {
  const id = useSchoolId()
  const query = useSchool(id)
  const { role } = useMe()
  const [isEditing, setEditing] = useState(false)
  const heading = {
    title: 'School profile',
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
      mark={<TitleLogo ownerId={query.data?.id} />}
      actions={
        <LinkButton href="/school/account" variant="default">
          School settings
        </LinkButton>
      }
      query={query}
      skeleton={<Skeletons shape="form" />}
      failedTitle="The school couldn’t be loaded"
    >
      {(school) => (
        <>
          {blocker && <Banner kind="warning">{blocker}</Banner>}
          <PageSection
            title="Details"
            actions={
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                disabled={blocker !== undefined}
                onClick={() => setEditing(true)}
              >
                Edit details
              </Button>
            }
          >
            <SchoolFacts school={school} />
          </PageSection>
          <LogoSection of="school" owner_id={school.id} name={school.name} blocker={blocker} />
          <ProgramsSection school={school} blocker={blocker} />
          <SchoolDrawer opened={isEditing} school={school} onClose={() => setEditing(false)} />
        </>
      )}
    </Page>
  )
}
