import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { AuditTrail } from '#features/audit/web/public.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LogoSection, TitleLogo } from '#features/logos/web/public.ts'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { AccountSections } from './AccountSections.tsx'
import { LazySettingsForm } from './LazySettingsForm.tsx'
import { ProgramsSection } from './ProgramsSection.tsx'
import { useSchool } from './queries.ts'
import { SchoolFacts } from './SchoolFacts.tsx'
import { useSchoolActions } from './use-school-actions.ts'

const SchoolDrawer = lazyDialog(() => import('./SchoolDrawer.tsx').then((m) => m.SchoolDrawer), {
  opened: false,
})

/** /admin/schools/{schoolId}: a school as the superadmin manages it (Spec §2). */
export function SchoolScreen(): ReactNode {
  const { schoolId = '' } = useParams({ from: '/_app/admin/schools/$schoolId' })
  const query = useSchool(schoolId)
  const [isEditing, setEditing] = useState(false)
  const actions = useSchoolActions()
  const found = query.data
  return (
    <Page
      title={found?.name ?? 'School'}
      mark={<TitleLogo ownerId={found?.id} />}
      badge={
        found &&
        (found.is_active ? (
          <StateBadge state="active" />
        ) : (
          <StateBadge state="inactive" label="Deactivated" />
        ))
      }
      breadcrumbs={[{ label: 'Schools', href: '/admin/schools' }]}
      actions={
        found && (
          <>
            {actions.buttonsOf(found)}
            {actions.dialog}
            <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
              Edit details
            </Button>
          </>
        )
      }
      query={query}
      skeleton={<Skeletons shape="form" />}
      failedTitle="The school couldn’t be loaded"
    >
      {(school) => (
        <>
          <PageSection title="Details">
            <SchoolFacts school={school} />
          </PageSection>
          <LogoSection of="school" owner_id={school.id} name={school.name} />
          <ProgramsSection school={school} blocker={undefined} />
          <AccountSections
            school={school}
            blocker={undefined}
            peopleHref={`/admin/users?school_id=${school.id}`}
            personHref={(id) => `/admin/users?person=${id}`}
          />
          <PageSection title="Rules and settings">
            <LazySettingsForm key={school.id} school={school} blocker={undefined} />
          </PageSection>
          <PageSection title="Trail" description="Changes to this school, with who, when and why">
            <AuditTrail
              label={`History of ${school.name}`}
              entity="schools"
              entityId={school.id}
              empty={{ title: 'Nothing recorded yet' }}
            />
          </PageSection>
          <SchoolDrawer opened={isEditing} school={school} onClose={() => setEditing(false)} />
        </>
      )}
    </Page>
  )
}
