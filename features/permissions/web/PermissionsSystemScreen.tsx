import { Anchor, Button, Code, List, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { mayOpen } from '#core/access.ts'
import { roleLabels, roles, type Role } from '#core/roles.ts'
import { useJob } from '#features/jobs/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Finding, PermissionType } from '../contract.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { healthChecks, permissionFacts, permissionOpens, permissionTypes, scopes } from '../rules.ts'
import { usePageRows } from './page-rows.ts'
import { permissions } from './queries.ts'

/** The roles and permissions and what each allows, rendered from what the guard uses, and whether the data is sound. */
export function PermissionsSystemScreen(): ReactNode {
  return (
    <Page
      title="Permission system"
      description="Which roles and permissions exist, what each allows, and whether the data behind them is sound."
      actions={
        <LinkButton variant="default" href="/admin/permissions-reporting">
          Who has what
        </LinkButton>
      }
    >
      <Health />
      <Roles />
      <Permissions />
      <PageSection title="How they work together">
        <List spacing="xs">
          <List.Item>
            The role decides which pages open. The facility decides whose records they show: an organization,
            a site or a unit, and all below it.
          </List.Item>
          <List.Item>
            A permission counts where the role allows it, within the facility the person runs, while it is on
            and not past its last day. Losing the role or the facility ends it.
          </List.Item>
          <List.Item>
            One function in the database works this out, for its own row-level security, for this page, and
            for the report.
          </List.Item>
        </List>
      </PageSection>
    </Page>
  )
}

function Health(): ReactNode {
  const query = useQuery({
    ...permissions.health.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.is_running ? 2_000 : false),
  })
  const start = useMutation({
    ...permissions.checkHealth.mutationOptions(),
    meta: { failed: 'The check was not started', touches: [permissions.health.key()] },
  })
  const { data } = query
  const job = useJob(data?.job_id ?? undefined)
  const isDue = data?.is_due
  // Starts once per visit, so that a failing check is not started over and over.
  const isBegun = useRef(false)
  const { mutate } = start
  useEffect(() => {
    if (!isDue || isBegun.current) return
    isBegun.current = true
    mutate({ id: crypto.randomUUID() })
  }, [isDue, mutate])
  const isRunning = start.isPending || data?.is_running === true
  return (
    <PageSection
      title="Health checks"
      description={
        data?.last ? (
          <>
            Checked <RelativeTime value={data.last.checked_at} />.
          </>
        ) : (
          data && 'Not checked yet.'
        )
      }
      actions={
        data && (
          <Button
            variant="default"
            size="xs"
            loading={isRunning}
            onClick={() => mutate({ id: crypto.randomUUID() })}
          >
            Run again
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        skeleton={<Skeletons count={4} />}
        failedTitle="The last check couldn’t be loaded"
      >
        {({ last }) => (
          <>
            {isRunning && (
              <Banner kind="info">
                Checking everyone’s permissions. The result will appear on this page.
              </Banner>
            )}
            {!isRunning && job.data?.status === 'failed' && (
              <Banner kind="danger" title="The newest check did not finish" live>
                {job.data.error_message}
              </Banner>
            )}
            {last?.truncated && <Banner kind="warning" title="There is more than is listed here." />}
            {last && (
              <DataTable
                label="Health checks"
                rows={healthChecks.map((check) => ({
                  ...check,
                  found: last.findings.filter(({ code }) => code === check.code),
                }))}
                columns={checkColumns}
                rowKey={({ code }) => code}
                rowLabel={({ title }) => title}
              />
            )}
          </>
        )}
      </Loaded>
    </PageSection>
  )
}

type CheckRow = (typeof healthChecks)[number] & { found: Finding[] }
const SHOWN = 5

const checkColumns: Column<CheckRow>[] = [
  {
    key: 'title',
    title: 'Check',
    render: ({ title, meaning, found }) => (
      <div style={{ whiteSpace: 'normal', maxWidth: 420 }}>
        <Text fw={600} size="sm">
          {title}
        </Text>
        {found.length > 0 && <Text size="sm">{meaning}</Text>}
      </div>
    ),
  },
  {
    key: 'state',
    title: 'Outcome',
    render: ({ found, level }) =>
      found.length === 0 ? (
        <StateBadge state="confirmed" label="Good" />
      ) : (
        <StateBadge state={level === 'error' ? 'failed' : 'due_soon'} label={`${found.length} found`} />
      ),
  },
  {
    key: 'found',
    title: 'What to do',
    render: ({ found, remedy }) =>
      found.length === 0 ? (
        '—'
      ) : (
        <div style={{ whiteSpace: 'normal', maxWidth: 420 }}>
          <Text size="sm">{remedy}</Text>
          <List size="sm">
            {found.slice(0, SHOWN).map(({ subject, user_id: id }) => (
              <List.Item key={subject}>
                {id ? (
                  <Anchor component={Link} href={`/admin/users/${id}/permissions`} size="sm">
                    {subject}
                  </Anchor>
                ) : (
                  subject
                )}
              </List.Item>
            ))}
            {found.length > SHOWN && <List.Item>and {found.length - SHOWN} more</List.Item>}
          </List>
        </div>
      ),
  },
]

function Roles(): ReactNode {
  const pages = usePageRows()
  const columns: Column<{ role: Role }>[] = [
    {
      key: 'role',
      title: 'Role',
      render: ({ role }) => (
        <>
          <Text fw={600} size="sm">
            {roleLabels[role]}
          </Text>
          <Code>{role}</Code>
        </>
      ),
    },
    {
      key: 'pages',
      title: 'Pages',
      render: ({ role }) => (
        <Anchor component={Link} href={`/admin/permissions-help?as=${role}`} size="sm">
          {pages.filter(({ access }) => mayOpen(access, { role, isPreceptor: false })).length} of{' '}
          {pages.length}
        </Anchor>
      ),
    },
    {
      key: 'reach',
      title: 'Whose records',
      render: ({ role }) => <div style={{ whiteSpace: 'normal', maxWidth: 480 }}>{scopes[role]}</div>,
    },
  ]
  return (
    <PageSection title="Roles" description="Everyone has one. Change it on the Users page." look="plain">
      <DataTable
        label="Roles"
        rows={roles.map((role) => ({ role }))}
        columns={columns}
        rowKey={({ role }) => role}
        rowLabel={({ role }) => roleLabels[role]}
      />
    </PageSection>
  )
}

function Permissions(): ReactNode {
  const pages = usePageRows()
  const columns: Column<{ type: PermissionType }>[] = [
    {
      key: 'type',
      title: 'Permission',
      render: ({ type }) => (
        <>
          <Text fw={600} size="sm">
            {permissionLabels[type]}
          </Text>
          <Code>{type}</Code>
        </>
      ),
    },
    {
      key: 'allows',
      title: 'Allows',
      render: ({ type }) => (
        <div style={{ whiteSpace: 'normal', maxWidth: 420 }}>
          <Text size="sm">{permissionFacts[type].allows}</Text>
          {pages
            .filter(({ access }) => permissionOpens(type, access))
            .map(({ path }) => (
              <Code key={path} mr={4}>
                {path.replaceAll(/\$(\w+)/g, '{$1}')}
              </Code>
            ))}
        </div>
      ),
    },
    {
      key: 'where',
      title: 'Where and by whom',
      render: ({ type }) => (
        <div style={{ whiteSpace: 'normal', maxWidth: 420 }}>
          <Text size="sm">{permissionFacts[type].where}</Text>
          <Text size="sm" c="dimmed">
            {permissionFacts[type].decides}
          </Text>
        </div>
      ),
    },
    {
      key: 'who',
      title: 'Held by',
      render: ({ type }) => (
        <Anchor component={Link} href={`/admin/permissions-reporting?permission=${type}`} size="sm">
          Who has it
        </Anchor>
      ),
    },
  ]
  return (
    <PageSection
      title="Permissions"
      description="Permissions a facility admin can have in addition to the role, per facility"
      look="plain"
    >
      <DataTable
        label="Permissions"
        rows={permissionTypes.map((type) => ({ type }))}
        columns={columns}
        rowKey={({ type }) => type}
        rowLabel={({ type }) => permissionLabels[type]}
      />
    </PageSection>
  )
}
