import { Button } from '@mantine/core'
import { IconPlus, IconSchool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { useNavigateTo } from '#ui/Link.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { ProjectRow } from '../contract.ts'
import { ProjectBadge } from './ProjectBadge.tsx'
import { capstone } from './queries.ts'

const ProposalDrawer = lazyDialog(() => import('./ProposalDrawer.tsx').then((m) => m.ProposalDrawer), {
  opened: false,
})

/** A student's capstone projects: the status of each, and a button to propose one (Spec §1). */
export function StudentCapstoneScreen(): ReactNode {
  const query = useQuery({ ...capstone.list.queryOptions({ input: { show: 'all' } }), staleTime: 0 })
  const [isProposing, setProposing] = useState(false)
  const goTo = useNavigateTo()
  const propose = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setProposing(true)}>
      New proposal
    </Button>
  )
  return (
    <>
      <Page
        title="Capstone"
        description="Your last clinical experience: one nurse, one student, on the preceptor’s roster."
        actions={propose}
        query={query}
        failedTitle="Your capstone couldn’t be loaded"
        skeleton={<Skeletons shape="cards" count={1} />}
        isEmpty={({ rows }) => rows.length === 0}
        empty={{
          icon: IconSchool,
          title: 'No capstone project yet',
          description: 'Write a proposal: what you want to learn, where and when. Your school reviews it.',
          action: propose,
        }}
      >
        {({ rows }) => rows.map((row) => <OneProject key={row.id} row={row} />)}
      </Page>
      <ProposalDrawer
        opened={isProposing}
        project={undefined}
        onClose={() => setProposing(false)}
        onMade={(id) => goTo(`/student/capstone/${id}`)}
      />
    </>
  )
}

function OneProject({ row }: { row: ProjectRow }): ReactNode {
  return (
    <PageSection
      title={row.title}
      description={`${row.course_code} · ${formatRange(row.start_date, row.end_date)}`}
      actions={<ProjectBadge status={row.status} />}
    >
      <p>
        {`${row.credited_hours} of ${row.required_hours} hours confirmed.`}
        {row.preceptor_name && ` Preceptor: ${row.preceptor_name}.`}
        {row.to_sign > 0 && ' Your signature is missing.'}
      </p>
      <LinkButton href={`/student/capstone/${row.id}`}>Open project</LinkButton>
    </PageSection>
  )
}
