import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBuildingHospital } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Checklist } from '#ui/Checklist.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { setupSteps } from '../rules.ts'
import { facilityTeam } from './queries.ts'

/** The first steps of a new facility admin; each is done when the data shows it, so no one checks them off. */
export function CompleteSetupScreen(): ReactNode {
  const me = useMe()
  // The steps are done on other pages, so they are refetched when the user returns.
  const query = useQuery({ ...facilityTeam.setup.queryOptions(), staleTime: 0, refetchOnMount: 'always' })
  return (
    <Page
      title="Setup checklist"
      description="A few steps and schools can plan with you. Steps check off automatically."
      query={query}
      failedTitle="Your setup couldn’t be loaded"
      width="narrow"
    >
      {(facts) => {
        const steps = setupSteps(facts)
        const open = steps.filter(({ done }) => !done)
        if (!facts.facility)
          return (
            <EmptyState
              icon={IconBuildingHospital}
              title={
                me.role === 'superadmin'
                  ? 'Choose the facility you work in first'
                  : 'You aren’t linked to a facility yet'
              }
              description="A superadmin links administrators to their organization, site or unit. Then this list appears."
            />
          )
        return (
          <>
            {open.length === 0 && (
              <Banner
                kind="success"
                title={`${facts.facility.name} is set up.`}
                action={
                  <LinkButton size="sm" variant="default" href="/facility/dashboard">
                    To the dashboard
                  </LinkButton>
                }
              >
                Schools that you work with can plan shifts. You can come back here at any time.
              </Banner>
            )}
            <PageSection title={facts.facility.name}>
              <Checklist label="Setup" steps={steps} />
            </PageSection>
            <PageSection title="What comes after">
              <Banner kind="info" title="The defaults of your organization">
                How early schools ask, how long your people see students’ names, and what a new partnership
                starts with:{' '}
                <Anchor component={Link} href="/facility/settings">
                  Settings
                </Anchor>
                .
              </Banner>
            </PageSection>
          </>
        )
      }}
    </Page>
  )
}
